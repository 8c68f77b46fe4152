"""What nobody can have said is warned of, and can be left out."""

import json

import pytest

from annotator.corpus.transcripts import ReadingOptions, Transcript, read_transcript

Segment = tuple[float, float, str]


def whisper(*segments: Segment) -> str:
    return json.dumps({"segments": [{"start": start, "end": end, "text": text} for start, end, text in segments]})


def read(text: str, **options: object) -> Transcript:
    return read_transcript(text.encode(), options=ReadingOptions(**options))  # type: ignore[arg-type]


def warnings(transcript: Transcript) -> str:
    return "\n".join(f"{each.where}: {each.message}" for each in transcript.remarks if each.severity == "warning")


def said(transcript: Transcript) -> list[str]:
    return [turn.text for turn in transcript.turns]


QUIET: Segment = (0.0, 2.0, " Quiet. Nobody called.")
THANKS = [(2.0 + place, 3.0 + place, " Thank you for watching.") for place in range(44)]
AFTER: Segment = (60.0, 62.0, " And then I left.")
LONG = " ".join(["I", "was", "so", "tired", "of", "all", "that"] * 50)


def test_a_run_of_equal_lines_is_warned_of_and_kept():
    transcript = read(whisper(QUIET, *THANKS, AFTER))

    assert len(transcript.turns) == 46
    assert "segment 2: 44 cues in a row say the same again and again: “Thank you for watching.”" in warnings(transcript)
    (run,) = transcript.implausible
    assert (run.where, run.kind, run.n_cues, run.start_ms, run.end_ms, run.is_read) == (
        *("segment 2", "repeated", 44),
        *(2000, 46_000, True),
    )


def test_a_run_is_left_out_where_a_person_chose_to():
    transcript = read(whisper(QUIET, *THANKS, AFTER), left_out=("segment 2",))

    assert said(transcript) == ["Quiet. Nobody called.", "And then I left."]
    assert not transcript.implausible[0].is_read
    assert "Left out, as chosen." in warnings(transcript)


def test_so_many_words_at_once_are_warned_of_and_can_be_left_out():
    varied = " ".join(f"word{place}" for place in range(350))
    text = whisper(QUIET, (2.0, 2.84, varied), AFTER)

    assert "segment 2: 350 words in 0.84 s, which nobody can say" in warnings(read(text))
    assert said(read(text, left_out=("segment 2",))) == ["Quiet. Nobody called.", "And then I left."]


def test_of_starts_alone_the_next_tells_how_long_there_was():
    varied = " ".join(f"word{place}" for place in range(40))

    fast = read(f"[0:01] T: So?\n[0:02] C: {varied}\n[0:03] T: Oh.\n")
    slow = read(f"[0:01] T: So?\n[0:02] C: {varied}\n[0:12] T: Oh.\n")

    assert "line 2: 40 words in too short a time" in warnings(fast)
    assert (slow.implausible, warnings(slow)) == ((), "")


@pytest.mark.parametrize(
    "lines",
    [
        ["Thank you for watching."] * 4,
        ["thank you for watching", "Thank you for watching."] * 2,
        ["Bye."] * 6,
        ["I'm sorry.", "Thank you."] * 4,
        ["One more.", "And so on.", "We go on."] * 4,
        ["谢谢观看。"] * 6,
    ],
)
def test_lines_that_come_in_turn_again_and_again_are_a_run(lines):
    segments = [(2.0 + n, 3.0 + n, line) for n, line in enumerate(lines)]

    transcript = read(whisper(QUIET, *segments, AFTER))

    assert [(run.where, run.n_cues) for run in transcript.implausible] == [("segment 2", len(lines))]


def test_words_that_come_again_and_again_in_one_cue_are_warned_of():
    transcript = read(whisper(QUIET, (2.0, 60.0, "So I said to him " * 12), AFTER))

    assert "segment 2: The same words come again and again" in warnings(transcript)


@pytest.mark.parametrize(
    "lines",
    [
        ["no", "no", "no"],
        ["No.", "No.", "No.", "No."],
        ["no no no no no no"],
        ["Mhm.", "I was.", "Mhm.", "I went.", "Mhm.", "And left."],
        ["I don't know.", "I don't know.", "I really don't."],
    ],
)
def test_who_truly_says_so_keeps_it_without_a_warning(lines):
    segments = [(2.0 + n, 3.0 + n, line) for n, line in enumerate(lines)]

    transcript = read(whisper(QUIET, *segments, AFTER), gap_ms=0)

    assert (transcript.implausible, said(transcript)[1:-1]) == ((), lines)


@pytest.mark.parametrize(
    "text",
    [
        "I was so tired of it all that day",
        "今天我觉得很累很累真的不想起床",
        "No, no, I mean it, I truly do mean it, yes",
    ],
)
def test_fast_talkers_are_believed(text):
    assert read(whisper(QUIET, (2.0, 3.6, text), AFTER)).implausible == ()


def test_all_left_out_leaves_what_else_there_is_and_an_absent_choice_is_told():
    transcript = read(whisper(QUIET, *THANKS), left_out=("segment 2", "segment 99"))

    assert said(transcript) == ["Quiet. Nobody called."]
    assert "Nothing to leave out was found at segment 99." in warnings(transcript)
