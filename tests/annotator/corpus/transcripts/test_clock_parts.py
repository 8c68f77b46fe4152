"""A clock that begins anew: the file's order is evidence, and what is made of it is told and can be chosen."""

import pytest

from annotator.corpus.transcripts import ReadingOptions, Transcript, TranscriptRefused, read_transcript

SAID = ["How was it?", "Hard.", "Very?", "Very.", "We had a break; where were we?", "My father died in March.", "Oh.",
        "Yes."]  # fmt: skip
TIMES = [2, 8, 15, 22, 1, 9, 16, 23]


def read(text: str, **options: object) -> Transcript:
    return read_transcript(text.encode(), options=ReadingOptions(**options))  # type: ignore[arg-type]


def warnings(transcript: Transcript) -> str:
    return "\n".join(f"{each.where}: {each.message}" for each in transcript.remarks if each.severity == "warning")


def starts(transcript: Transcript) -> list[float | None]:
    return [None if turn.start_ms is None else turn.start_ms / 1000 for turn in transcript.turns]


def webvtt(times: list[int] = TIMES, names: str = "TCTCTCTC") -> str:
    cues = (
        f"00:{at:02}.000 --> 00:{at + 5:02}.000\n{f'{name}: ' if name.strip() else ''}{said}\n"
        for at, name, said in zip(times, names, SAID, strict=False)
    )
    return "WEBVTT\n\n" + "\n".join(cues)


def timed_text(times: list[str]) -> str:
    return "\n".join(f"[{at}] {name}: {said}" for at, name, said in zip(times, "TCTCTCTC", SAID, strict=False))


def table(times: list[str]) -> str:
    rows = [f'{name},{at},"{said}"' for at, name, said in zip(times, "TCTCTCTC", SAID, strict=False)]
    return "\n".join(["speaker,start,text", *rows])


BEGUN_ANEW = {
    "captions": (webvtt(), "line 15", 27),
    "unnamed captions": (webvtt(names=" " * 8), "line 15", 27),
    "text": (timed_text([f"0:{at:02}" for at in TIMES]), "line 5", 22),
    "table": (table([f"0:{at:02}" for at in TIMES]), "line 6", 22),
    "table in seconds": (table([str(at) for at in TIMES]), "line 6", 22),
}


@pytest.mark.parametrize(("text", "where", "latest"), BEGUN_ANEW.values(), ids=list(BEGUN_ANEW))
def test_a_second_part_keeps_its_place_in_the_file_and_is_told_with_its_cue(text, where, latest):
    transcript = read(text)

    assert [turn.text for turn in transcript.turns] == SAID
    assert starts(transcript) == [2, 8, 15, 22, *(latest + at for at in (1, 9, 16, 23))]
    assert f"{where}: The clock begins anew here, at 0:00:01.000 (“We had a break; where were we?”)" in warnings(
        transcript
    )
    assert [(part.n_cues, part.first_ms, part.starts_ms, part.is_read) for part in transcript.parts] == [
        (4, 2000, 0, True),
        (4, 1000, latest * 1000, True),
    ]


def test_a_second_part_is_moved_as_a_person_says():
    transcript = read(webvtt(), part_starts_ms=(600_000,))

    assert starts(transcript) == [2, 8, 15, 22, 601, 609, 616, 623]


@pytest.mark.parametrize(("part", "said", "times"), [(0, SAID[:4], TIMES[:4]), (1, SAID[4:], TIMES[4:])])
def test_one_part_alone_is_read_on_its_own_clock(part, said, times):
    transcript = read(webvtt(), part=part)

    assert [turn.text for turn in transcript.turns] == said
    assert starts(transcript) == times
    assert [each.is_read for each in transcript.parts] == [place == part for place in range(2)]


def test_a_part_that_is_not_there_is_refused():
    with pytest.raises(TranscriptRefused, match="2 parts"):
        read(webvtt(), part=2)


def test_one_clock_after_all_is_one_order_of_time():
    transcript = read(webvtt(), gap_ms=0, is_one_clock=True)

    assert starts(transcript) == sorted(TIMES)
    assert "sorted" in warnings(transcript)


def test_three_parts_follow_each_other():
    transcript = read(webvtt([2, 8, 15, 1, 9, 14, 3, 11]))

    assert starts(transcript) == [2, 8, 15, 21, 29, 34, 42, 50]
    assert [part.n_cues for part in transcript.parts] == [3, 3, 2]


def test_what_a_speaker_says_before_the_break_and_after_it_are_two_turns():
    transcript = read(webvtt(names="TCTCCTCT"), gap_ms=60_000)

    assert [(turn.speaker, turn.text) for turn in transcript.turns][3:5] == [("C", SAID[3]), ("C", SAID[4])]


@pytest.mark.parametrize(
    ("times", "shift_s"),
    [
        (["12:50", "12:55", "12:57", "12:59", "1:01", "1:04", "1:06", "1:09"], 720),
        (["12:50:00", "12:55:10", "12:57:00", "12:59:30", "1:01:00", "1:04:00", "1:06:00", "1:09:00"], 43_200),
        (["23:50:00", "23:55:10", "23:57:00", "23:59:30", "0:01:00", "0:04:00", "0:06:00", "0:09:00"], 86_400),
    ],
)
@pytest.mark.parametrize("layout", [timed_text, table])
def test_times_of_day_go_on_past_noon_and_midnight(times, shift_s, layout):
    transcript = read(layout(times))

    assert [turn.text for turn in transcript.turns] == SAID
    assert starts(transcript) == sorted(at for at in starts(transcript) if at is not None)
    assert transcript.parts[1].starts_ms == shift_s * 1000
    assert "The clock begins anew here" in warnings(transcript)


def test_rows_of_one_speaker_after_the_other_s_are_sorted_though_they_have_starts_alone():
    rows = [("T", 1), ("T", 15), ("T", 29), ("C", 5), ("C", 18), ("C", 32)]

    transcript = read("speaker,start,text\n" + "\n".join(f"{name},0:{at:02},So it went" for name, at in rows))

    assert starts(transcript) == [1, 5, 15, 18, 29, 32]
    assert "sorted" in warnings(transcript)


def test_times_at_the_end_of_turns_begin_anew_too():
    ends = [4.5, 7, 11, 15, 2, 6, 9, 13]
    text = "\n".join(
        f"{name}: {said} #00:00:{int(end):02}-{int(end % 1 * 10)}#"
        for end, name, said in zip(ends, "IBIBIBIB", SAID, strict=True)
    )

    transcript = read(text)

    assert starts(transcript) == [0, 4.5, 7, 11, 15, 17, 21, 24]
    assert "line 5: The clock begins anew here, at 0:00:00.000" in warnings(transcript)


@pytest.mark.parametrize("layout", [timed_text, table])
@pytest.mark.parametrize(
    ("times", "kept"),
    [
        (["0:05", "0:09", "0:02", "0:20"], [5, 9, None, 20]),
        (["0:05", "0:09", "0:08", "0:20"], [5, 9, None, 20]),
        (["0:50", "0:09", "0:12", "0:20"], [None, 9, 12, 20]),
        (["0:05", "0:09", "0:12", "0:02"], [5, 9, 12, None]),
    ],
)
def test_one_start_out_of_order_is_doubted_and_the_order_kept(times, kept, layout):
    transcript = read(layout(times))

    assert [turn.text for turn in transcript.turns] == SAID[:4]
    assert starts(transcript) == kept
    assert "the file's order was kept and the time left out" in warnings(transcript)


def test_a_start_later_on_that_overlaps_a_little_is_no_second_part():
    transcript = read(
        "".join(f"00:{at}.000 --> 00:{at + 3}.000\n{'AB'[at % 2]}: so\n\n" for at in (10, 12, 11, 13, 20))
    )

    assert len(transcript.parts) == 0
    assert "sorted" in warnings(transcript)


@pytest.mark.parametrize("names", ["TTTTCCCC", " " * 8])
def test_speakers_one_after_the_other_in_a_file_are_one_conversation(names):
    times = [2, 20, 40, 52, 9, 30, 46, 54]
    text = "WEBVTT\n\n" + "\n".join(
        f"00:{at:02}.000 --> 00:{at + 1:02}.500\n{f'{name}: ' if name.strip() else ''}{said}\n"
        for at, name, said in zip(times, names, SAID, strict=True)
    )

    transcript = read(text)

    assert starts(transcript) == sorted(times)
    assert transcript.parts == ()
    assert "sorted" in warnings(transcript)


def test_minutes_that_go_on_from_59_to_0_are_an_hour_on():
    times = ["58:10", "59:40", "0:10", "30:00", "59:50", "0:05", "1:00"]
    lines = "".join(f"[{time}] {'TC'[place % 2]}: line {place}\n" for place, time in enumerate(times))

    starts = [turn.start_ms for turn in read_transcript(lines.encode()).turns]

    seconds = [3490, 3580, 3610, 5400, 7190, 7205, 7260]
    assert starts == [1000 * second for second in seconds]
