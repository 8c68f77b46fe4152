"""Times whose minutes or seconds are 60 and more, in every format that writes a clock."""

import pytest

from annotator.corpus.transcripts import read_transcript

ASS = "[Script Info]\n[Events]\nFormat: Start, End, Name, Text\nDialogue: {},0:02:30.00,A,Hi.\n"
TTML = '<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="{}" end="00:02:30">Hi.</p></div></body></tt>'
JSON = '{{"transcription": [{{"timestamps": {{"from": "{}", "to": "00:02:30"}}, "text": "Hi."}}]}}'


@pytest.mark.parametrize(
    "text",
    [
        "1\n{} --> 00:02:30,000\nHi.\n",
        "WEBVTT\n\n{} --> 00:02:30.000\nHi.\n",
        "{},0:02:30.000\nHi.\n",
        "[{}] A: Hi.\n",
        "A ({}): Hi.\n",
        "A: [{}] Hi.\n",
        ASS,
        TTML,
        JSON,
    ],
)
@pytest.mark.parametrize(
    ("written", "shown", "ms"), [("00:01:70", "0:02:10.000", 130_000), ("0:60:00", "1:00:00.000", 3_600_000)]
)
def test_a_time_out_of_range_is_told_and_its_words_are_kept(text, written, shown, ms):
    transcript = read_transcript(text.format(written).encode())

    assert [(turn.text, turn.start_ms) for turn in transcript.turns] == [("Hi.", ms)]
    message = f"The time “{written}” is out of range, since minutes and seconds end at 59; it was read as {shown}."
    assert ("warning", message) in [(remark.severity, remark.message) for remark in transcript.remarks]


def test_the_time_that_f4_writes_behind_a_turn_is_told_as_well():
    transcript = read_transcript(b"A: Hi. #00:00:61-5#\nB: Ho. #00:01:10-0#\n")

    assert [(turn.text, turn.end_ms) for turn in transcript.turns] == [("Hi.", 61_500), ("Ho.", 70_000)]
    assert "“#00:00:61-5#” is out of range" in transcript.remarks[0].message


@pytest.mark.parametrize("written", ["75:00.000", "00:59:59.999", "90.5"])
def test_a_time_that_begins_with_more_than_an_hour_of_minutes_is_none_of_them(written):
    transcript = read_transcript(f"WEBVTT\n\n{written} --> 99:00:00.000\nHi.\n".encode())

    assert not [remark for remark in transcript.remarks if "out of range" in remark.message]
