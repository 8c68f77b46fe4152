"""Where a turn plays, by what its transcript says of its times."""

import pytest

from annotator.corpus.clips import clips_in_session


@pytest.mark.parametrize(
    ("start_ms", "end_ms", "expected"),
    [
        (2000, 3500, ("timed", 2000, 3500)),
        (2000, None, ("no_end", 2000, 5000)),  # To where the next turn begins.
        (5000, None, ("no_end", 5000, 9000)),  # Two begin at once: both play to where a later one begins.
        (9000, None, ("no_end", 9000, 16_000)),  # The last one plays to the end of the recording.
        (2400, 2400, ("no_length", 2400, None)),
        (None, None, ("no_time", None, None)),
        (15_000, 17_000, ("timed", 15_000, 16_000)),
        (16_000, None, ("outside", None, None)),
        (16_000, 17_000, ("outside", None, None)),
    ],
)
def test_no_end_no_length_and_no_time_are_told_apart(start_ms, end_ms, expected):
    others = [(0, None), (5000, None), (5000, 6000), (None, None), (9000, None)]

    *_, clip = clips_in_session([*others, (start_ms, end_ms)], duration_ms=16_000)

    assert (clip.state, clip.from_ms, clip.until_ms) == expected


def test_without_a_recording_the_last_turn_has_no_end_to_play_to():
    first, last = clips_in_session([(0, None), (20_000, None)], duration_ms=None)

    assert (first.until_ms, last.from_ms, last.until_ms) == (20_000, 20_000, None)


def test_times_that_go_back_end_where_any_later_turn_begins():
    starts = [5000, 9000, 2000, 20_000]

    clips = clips_in_session([(start_ms, None) for start_ms in starts], duration_ms=30_000)

    assert [clip.until_ms for clip in clips] == [9000, 20_000, 5000, 30_000]
