"""Marks of another speaker, ">>" and dashes, inside captions."""

import pytest

from annotator.corpus.transcripts import Transcript, read_transcript

CUT = "The caption marks another speaker inside: it was cut there. When each part begins is guessed."
DOUBT = "A line inside the caption begins with a dash or “>>”, as another speaker's would: check it."


def read(*captions: str) -> Transcript:
    """A caption of two seconds each, one right after the other."""
    timed = (f"00:{2 * n:02}.000 --> 00:{2 * n + 2:02}.000\n{text}\n" for n, text in enumerate(captions))
    return read_transcript(("WEBVTT\n\n" + "\n".join(timed)).encode())


def turns(transcript: Transcript) -> list[tuple[str | None, int | None, int | None, str]]:
    return [(turn.speaker, turn.start_ms, turn.end_ms, turn.text) for turn in transcript.turns]


def remarked(transcript: Transcript, message: str) -> list[str]:
    return [remark.where for remark in transcript.remarks if remark.message == message]


@pytest.mark.parametrize(
    ("caption", "parts"),
    [
        ("- Why\nnow?\n- Because.", ["- Why now?", "- Because."]),
        ("-Why now\n-Because", ["-Why now", "-Because"]),
        ("Why\n>> Because\n>>> And\nso", ["Why", ">> Because", ">>> And so"]),
        (">> Why now? >> Because.", [">> Why now?", ">> Because."]),
    ],
)
def test_a_caption_is_cut_where_a_mark_says_that_somebody_else_speaks(caption, parts):
    transcript = read("So?", caption)

    assert [turn.text for turn in transcript.turns] == ["So?", *parts]
    assert (transcript.turns[1].start_ms, transcript.turns[-1].end_ms) == (2000, 4000)
    assert remarked(transcript, CUT) == ["line 6"]


def test_the_parts_share_the_time_by_their_characters():
    transcript = read("- Why?\n- Because of it all.")  # 6 and 20 characters of 26, in 2 s.

    assert turns(transcript) == [(None, 0, 461, "- Why?"), (None, 461, 2000, "- Because of it all.")]


def test_a_mark_without_a_name_ends_what_the_name_before_it_says():
    transcript = read(">> ANNA: Well,\n>> no.", "Not now.", ">> ANNA: So", "on", ">> and off", "again")

    assert [(turn.speaker, turn.text) for turn in transcript.turns] == [
        ("ANNA", "Well,"), (None, ">> no."), (None, "Not now."), ("ANNA", "So on"), (None, ">> and off"),
        (None, "again"),
    ]  # fmt: skip
    assert "Only 2 of 7 cues have a name" in " ".join(remark.message for remark in transcript.remarks)


def test_captions_of_nobody_join_up_to_a_mark():
    transcript = read("I thought", "- that you", "would come")

    assert [turn.text for turn in transcript.turns] == ["I thought", "- that you would come"]


@pytest.mark.parametrize("text", ["I thought\n- well, no", "<v Anna>Yes\n- No</v>", "<v Anna>Yes\n>> No</v>"])
def test_a_mark_that_need_not_mean_another_speaker_is_remarked(text):
    transcript = read(text)

    assert len(transcript.turns) == 1
    assert remarked(transcript, DOUBT) == ["line 3"]


@pytest.mark.parametrize("text", ["- I paid\n-5 of it", "- I paid --\n-- no", "3 >>> 2\nof it", "A\nB - C"])
def test_a_minus_and_other_signs_mark_nobody(text):
    transcript = read(text)

    assert [turn.text for turn in transcript.turns] == [text.replace("\n", " ")]
    assert remarked(transcript, CUT) == remarked(transcript, DOUBT) == []


def test_dashes_in_ass_and_ttml_cut_as_well():
    ass = "[Script Info]\n[Events]\nFormat: Start, End, Name, Text\nDialogue: 0:00:01.00,0:00:02.00,,- Hi.\\N- Ho.\n"
    ttml = (
        '<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="1s" end="2s">- Hi.<br/>- Ho.</p></div></body></tt>'
    )

    for text in (ass, ttml):
        assert turns(read_transcript(text.encode())) == [(None, 1000, 1500, "- Hi."), (None, 1500, 2000, "- Ho.")]


def test_a_text_s_nameless_marks_begin_a_turn_of_nobody():
    transcript = read_transcript(b">> ANNA: Hi.\n>> Oh.\n>> ANNA: Well.\n")

    assert [(turn.speaker, turn.text) for turn in transcript.turns] == [
        ("ANNA", "Hi."), (None, ">> Oh."), ("ANNA", "Well."),
    ]  # fmt: skip
