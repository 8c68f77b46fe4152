"""What stands on a timing line after the times: settings are left out, text is the caption's own and stays."""

import pytest

from annotator.corpus.transcripts import read_transcript


def said(text: str) -> list[tuple[str | None, str]]:
    return [(turn.speaker, turn.text) for turn in read_transcript(text.encode()).turns]


def captions(*lines: str) -> str:
    return "\n\n".join(f"{number}\n{line}" for number, line in enumerate(lines, start=1))


@pytest.mark.parametrize(
    "text",
    [
        captions("0:01 --> 0:04 Anna: hi", "0:05 --> 0:07 Ben: hello there"),
        "WEBVTT\n\n00:01.000 --> 00:04.000 Anna: hi\n\n00:05.000 --> 00:07.000 Ben: hello there\n",
        "WEBVTT\n\n00:01.000 --> 00:04.000<v Anna>hi\n\n00:05.000 --> 00:07.000 <v Ben>hello there\n",
        # Neither numbers nor empty lines between them.
        "00:00:01,000 --> 00:00:04,000 Anna: hi\n00:00:05,000 --> 00:00:07,000 Ben: hello there\n",
        captions("00:00:01,000 --> 00:00:04,000\tAnna: hi", "00:00:05,000 --> 00:00:07,000 Ben: hello\nthere"),
        captions(
            "00:01,000 --> 00:04,000 align:start position:10% Anna: hi",
            "00:05,000 --> 00:07,000 X1:40 X2:60 Y1:2 Y2:5 Ben: hello there",
        ),
        "0:00:01.000,0:00:04.000 Anna: hi\n\n0:00:05.000,0:00:07.000 Ben: hello there\n",
    ],
)
def test_text_on_a_timing_line_is_read(text):
    assert said(text) == [("Anna", "hi"), ("Ben", "hello there")]


@pytest.mark.parametrize(
    "placement",
    [
        "X1:40 X2:600 Y1:20 Y2:50",
        "align:start position:10%",
        "align:middle line:85%,end",
        "vertical:rl line:-1 size:50% region:fred",
        "position:10%,line-left align:left size:35%",
        "A:start L:10% D:vertical",
        "position: 10% align: center",
        "",
    ],
)
@pytest.mark.parametrize("head", ["", "WEBVTT\n\n"])
def test_settings_are_no_text(head, placement):
    first, second = f"00:00:01.000 --> 00:00:04.000  {placement}", "00:00:05.000 --> 00:00:07.000"
    text = f"{head}{first}\nAnna: hi\n\n{second}\nBen: hello there\n"

    assert said(text) == [("Anna", "hi"), ("Ben", "hello there")]


@pytest.mark.parametrize("words", ["Position: nurse", "size matters", "line 5, please", "T: 5 times", "A: start there"])
def test_words_that_only_resemble_settings_are_text(words):
    (turn,) = read_transcript(captions(f"00:00:01,000 --> 00:00:04,000 {words}").encode()).turns

    assert words in (turn.text, f"{turn.speaker}: {turn.text}")


def test_text_after_a_time_that_cannot_be_read_is_kept():
    text = captions("0:01 --> Anna: one", "0:05s --> 0:06s Anna: two", "0:07 --> 0:08Anna: three")

    assert said(text) == [("Anna", "one"), ("Anna", "two"), ("Anna", "three")]
