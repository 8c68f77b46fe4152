"""Whatever comes in: a transcript that says what it did, or a refusal; nothing else."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.corpus.transcripts import TranscriptRefused, read_transcript

WELL_FORMED = (
    b"WEBVTT\n\n1\n00:01.000 --> 00:02.000\n<v Anna>Hi &amp; bye</v>\n\n00:02.000 --> 00:03.000\nBen: no\n",
    "1\n00:00:01,000 --> 00:00:02,500\nT: Hello.\n\n2\n00:00:03,000 --> 00:00:04,000\nÇa va?\n".encode(),
    json.dumps({"segments": [{"start": 0.0, "end": 1.2, "text": " Hi.", "speaker": "S", "words": []}]}).encode(),
    b'start;end;speaker;text\n0,5;1,5;Anna;"Hi; you"\n2,0;3,0;Ben;"first\nsecond"\n',
)
FRAGMENTS = st.sampled_from(
    [
        "WEBVTT",
        "\n",
        "\n\n",
        "00:01.000 --> 00:02.000",
        "-->",
        "<v A>",
        "</v>",
        "A: ",
        "no",
        ",",
        ";",
        '"',
        "&#0;",
        "[",
        "{",
    ]
)
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text("ab :\n\ud800", max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["segments", "text", "words"]), inner),
    max_leaves=6,
)


def read_or_refuse(data: bytes) -> None:
    try:
        transcript = read_transcript(data)
    except TranscriptRefused as refusal:
        assert refusal.code
        assert refusal.message
        return
    assert [turn.position for turn in transcript.turns] == list(range(len(transcript.turns)))
    for turn in transcript.turns:
        assert turn.text.strip()
        assert turn.text.encode()
        assert turn.start_ms is None or turn.end_ms is None or 0 <= turn.start_ms <= turn.end_ms


@pytest.mark.parametrize(
    "text",
    [
        "WEBVTT\n\n00:01.000 --> 00:02.000\n<v" + " " * 300_000,
        "WEBVTT\n\n" + ("00:01.000 --> 00:02.000\n" + "no\n" * 20_000 + "\n") * 2,
        "1" * 300_000 + "-->",
        "text" + "," * 300_000 + "\n" + "Hi.\n" * 20_000,
        "speaker,text\n" + "A,((((\n" * 20_000,
        "1\n00:00:01,000 --> 00:00:02,000\n" + "A: no: " * 20_000,
        "&" * 300_000,
    ],
    ids=["voice", "repeated lines", "digits", "wide header", "short rows", "colons", "one sign"],
)
def test_no_text_makes_the_reader_search_for_ever(text):
    read_or_refuse(text.encode())


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data):
    read_or_refuse(data)


@settings(deadline=None)
@given(st.lists(FRAGMENTS | st.text(max_size=8), max_size=30))
def test_any_mixture_of_marks_is_read_or_refused(pieces):
    read_or_refuse("".join(pieces).encode(errors="ignore"))


@settings(deadline=None)
@given(st.sampled_from(WELL_FORMED), st.lists(st.tuples(st.floats(0, 1), st.binary(max_size=4)), max_size=6))
def test_a_damaged_file_is_read_or_refused(data, damages):
    for place, patch in damages:
        at = int(place * len(data))
        data = data[:at] + patch + data[at + 1 :]

    read_or_refuse(data)


@settings(deadline=None)
@given(st.lists(st.fixed_dictionaries({"text": JSON_VALUES, "start": JSON_VALUES, "words": JSON_VALUES}), max_size=3))
def test_segments_of_any_shape_are_read_or_refused(segments):
    read_or_refuse(json.dumps({"segments": segments}).encode())
