"""What a person looks at before they import: gaps, overlaps, lengths, and turns without a place."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.corpus.facts import transcript_facts
from annotator.corpus.placing import placed_turns, placing_remarks


def turns(*times: tuple[int | None, int | None]) -> list[dict[str, Any]]:
    return [
        {"position": number, "start_ms": start, "end_ms": end, "backchannels": []}
        for number, (start, end) in enumerate(times)
    ]


def test_gaps_overlaps_and_lengths_by_hand() -> None:
    facts = transcript_facts(
        turns((0, 1500), (1400, 2400), (None, None), (9000, 9500), (20_000, None)), offset_ms=0, duration_ms=20_000
    )

    assert facts == {
        "n_turns": 5,
        "n_untimed": 1,
        "n_without_end": 1,
        "n_before_start": 0,
        "n_past_end": 1,
        "first_ms": 0,
        "last_ms": 20_000,
        "n_gaps": 2,
        "gaps": [
            {"position": 4, "from_ms": 9500, "until_ms": 20_000},
            {"position": 3, "from_ms": 2400, "until_ms": 9000},
        ],
        "n_overlaps": 1,
        "overlaps": [{"position": 1, "from_ms": 1400, "until_ms": 1500}],
        "lengths": [
            {"from_ms": 0, "until_ms": 1000, "n": 1},
            {"from_ms": 1000, "until_ms": 2000, "n": 2},
            {"from_ms": 2000, "until_ms": 5000, "n": 0},
            {"from_ms": 5000, "until_ms": 10_000, "n": 0},
            {"from_ms": 10_000, "until_ms": 20_000, "n": 0},
            {"from_ms": 20_000, "until_ms": 30_000, "n": 0},
            {"from_ms": 30_000, "until_ms": 60_000, "n": 0},
            {"from_ms": 60_000, "until_ms": 120_000, "n": 0},
            {"from_ms": 120_000, "until_ms": None, "n": 0},
        ],
    }


def test_a_turn_inside_a_longer_one_leaves_no_gap_after_it() -> None:
    facts = transcript_facts(turns((0, 30_000), (1000, 2000), (29_000, 31_000)), offset_ms=0, duration_ms=None)

    assert facts["n_gaps"] == 0


def test_where_no_end_is_known_no_silence_is() -> None:
    facts = transcript_facts(
        turns((0, None), (9000, None), (30_000, 31_000), (40_000, None)), offset_ms=0, duration_ms=None
    )

    assert facts["gaps"] == [{"position": 3, "from_ms": 31_000, "until_ms": 40_000}]


def test_a_short_turn_without_an_end_inside_a_longer_one_makes_no_gap_longer() -> None:
    facts = transcript_facts(
        turns((0, 60_000), (10_000, None), (20_000, 22_000), (80_000, None)), offset_ms=0, duration_ms=None
    )

    assert facts["gaps"] == [{"position": 3, "from_ms": 60_000, "until_ms": 80_000}]


def test_an_offset_moves_what_lies_before_the_beginning() -> None:
    facts = transcript_facts(turns((0, 900), (1000, 1900)), offset_ms=-950, duration_ms=40)

    assert (facts["n_before_start"], facts["n_past_end"], facts["first_ms"]) == (1, 1, -950)


def test_a_transcript_without_times_has_no_figures_of_time() -> None:
    facts = transcript_facts(turns((None, None), (None, None)), offset_ms=500, duration_ms=1000)

    assert (facts["n_untimed"], facts["first_ms"], facts["last_ms"], facts["n_gaps"]) == (2, None, None, 0)
    assert sum(bar["n"] for bar in facts["lengths"]) == 0


TIMES = st.lists(
    st.one_of(
        st.just((None, None)),
        st.tuples(st.integers(0, 10**6), st.one_of(st.none(), st.integers(0, 10**6))).map(
            lambda pair: (pair[0], None if pair[1] is None else pair[0] + pair[1])
        ),
    ),
    max_size=30,
)


@settings(deadline=None)
@given(TIMES, st.integers(-(10**6), 10**6), st.one_of(st.none(), st.integers(1, 10**6)))
def test_placed_turns_lie_on_the_recording_and_every_change_is_remarked(
    times: list[tuple[int | None, int | None]], offset_ms: int, duration_ms: int | None
) -> None:
    read = turns(*times)

    placed = placed_turns(read, offset_ms=offset_ms, duration_ms=duration_ms)

    remarks = placing_remarks(read, offset_ms=offset_ms, duration_ms=duration_ms)
    n_remarked = sum(int(remark["message"].split()[0]) for remark in remarks)
    n_changed = 0
    for before, after in zip(read, placed, strict=True):
        if after["start_ms"] is not None:
            assert after["start_ms"] >= 0 and (duration_ms is None or after["start_ms"] < duration_ms)
            assert after["end_ms"] is None or after["end_ms"] >= after["start_ms"]
        n_changed += before["start_ms"] is not None and after["start_ms"] != before["start_ms"] + offset_ms
    assert n_remarked == n_changed
