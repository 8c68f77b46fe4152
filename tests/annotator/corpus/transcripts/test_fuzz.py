"""Whatever comes in: a transcript that says what it did, or a refusal; nothing else."""

import io
import json
import random
import time
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.corpus.transcripts import Columns, ReadingOptions, TranscriptRefused, read_transcript
from annotator.corpus.transcripts.options import DEFAULTS

WELL_FORMED = (
    b"WEBVTT\n\n1\n00:01.000 --> 00:02.000\n<v Anna>Hi &amp; bye</v>\n\n00:02.000 --> 00:03.000\nBen: no\n",
    "1\n00:00:01,000 --> 00:00:02,500\nT: Hello.\n\n2\n00:00:03,000 --> 00:00:04,000\nÇa va?\n".encode(),
    json.dumps({"segments": [{"start": 0.0, "end": 1.2, "text": " Hi.", "speaker": "S", "words": []}]}).encode(),
    b'start;end;speaker;text\n0,5;1,5;Anna;"Hi; you"\n2,0;3,0;Ben;"first\nsecond"\n',
)
SAMPLES = sorted((Path(__file__).parents[4] / "docs" / "samples").iterdir())
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
        "[Events]\n",
        "Dialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,,",
        "<tt><body>",
        '<p begin="1s">',
        "</p>",
        "</body></tt>",
        "0:00:01.000,0:00:02.000",
        "start\tend\ttext\n",
        "1\t2\t",
        "Anna  0:01\n",
        "[0:01] ",
        "#00:00:04-5#",
    ]
)
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text("ab :\n\ud800", max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["segments", "text", "words"]), inner),
    max_leaves=6,
)


def read_or_refuse(data: bytes, options: ReadingOptions = DEFAULTS) -> None:
    try:
        transcript = read_transcript(data, options=options)
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
        "A: one\n" + "A " * 150_000 + "0:01\nA  0:01\n",
        "A: one\n" + " " * 300_000 + "0:01\nA  0:01\n",
        ("A" * 80 + " " * 9 + "-" * 9 + "[0:01" + "\n") * 3000,
        "[" * 300_000 + "0:01] A: hi\n[0:02] A: hi\n",
        "[0:01 " + "-" * 300_000 + "\n[0:02] A: hi\n",
        "0:01 " * 60_000 + "\n" + "0:02 B: hi\n",
        "A  0:01\n\n" * 10_000,
        "I: a #00:00:01-0#\n" * 20_000 + " " * 200_000 + "#0",
        "Transcribed by https://"
        + "a" * 300_000
        + "\nA: hi\nB: ho\nA: hi\n"
        + "x" * 300_000
        + " started transcription?",
        "[Events]\n" + "Dialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,," + "{\\p1" * 60_000,
        "[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,," + "{a}" * 20_000,
        "0:00:01.000," + " " * 300_000 + "\n0:00:01.000,0:00:02.000\nhi\n",
        "<?xml " + "?" * 300_000,
        "<!--" + "-" * 300_000,
        "<!DOCTYPE tt [" + "]" * 300_000,
        '<tt><body><p begin="' + "1" * 300_000 + '">hi</p></body></tt>',
        '<tt><body><p begin="1s">' + "<span>" * 150 + "hi" + "</span>" * 150 + "</p></body></tt>",
        "<tt><body>" + '<p begin="1s">hi<br/></p>' * 10_000 + "</body></tt>",
        "speaker,start_ms,end_ms,text\nA,0,9,a\n" + "B,1,2,mhm\n" * 20_000,
        "start\tend\ttext\n" + "0\t9\ta\n" * 10_000,
        "A: hi\nB: ho\n" + "x\n" * 200_000,
        "A  0:01\n" + "x\n" * 50_000 + "B  0:02\nhi\n",
        "<tt><body>" + "<p>" * 2_000_001,
        "<html>" + "<" * 300_000,
        "<html>" + "<!--" * 75_000,
        "<html>" + "<a name=" * 40_000 + ">",
        "<html>" + "<p>no" * 60_000,
        "<html>" + "<time>0:01</time>" * 20_000,
        "<html>" + '<a name="ts_1_2_A">A: no</a>' * 10_000,
        "<html>" + "&#38;" * 60_000,
        "A\n1 second0:01\nA 1 second\nhi\n" * 12_000,
        "A " * 40 + "1 minute " * 30_000 + "1 second\n",
    ],
)
def test_no_text_makes_the_reader_search_for_ever(text):
    began_s = time.process_time()
    read_or_refuse(text.encode(), ReadingOptions(backchannels_of=("A", "B")))

    assert time.process_time() - began_s < 5 * max(1, len(text) / 1e6)


@pytest.mark.parametrize("text", ["  0:01] Counsellor: how", "  00:00:01.000 00:00:02] A: hi", ": 0:01", "(x): hi"])
def test_a_time_after_no_name_at_all_is_no_name(text):
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


@settings(deadline=None)
@given(
    st.sampled_from(SAMPLES),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 12), st.binary(max_size=6)), max_size=8),
)
def test_a_damaged_sample_is_read_or_refused(path, damages):
    data = path.read_bytes()
    for place, length, patch in damages:
        at = int(place * len(data))
        data = data[:at] + patch + data[at + length :]

    read_or_refuse(data)


@settings(deadline=None)
@given(
    st.sampled_from([path for path in SAMPLES if path.suffix in {".docx", ".odt"}]),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 12), st.binary(max_size=6)), min_size=1, max_size=8),
)
def test_a_document_with_damaged_parts_is_read_or_refused(path, damages):
    damaged = io.BytesIO()
    with zipfile.ZipFile(path) as whole, zipfile.ZipFile(damaged, "w") as file:
        for name in whole.namelist():
            data = whole.read(name)
            for place, length, patch in damages if name.endswith(".xml") else ():
                at = int(place * len(data))
                data = data[:at] + patch + data[at + length :]
            file.writestr(name, data)

    read_or_refuse(damaged.getvalue())


INDICES = st.none() | st.integers(-2, 4)


@settings(deadline=None)
@given(
    st.lists(FRAGMENTS | st.text(max_size=8), max_size=30),
    st.builds(
        Columns, st.integers(-2, 4), INDICES, INDICES, INDICES, st.sampled_from([None, "s", "ms"]), st.booleans()
    ),
)
def test_any_choice_of_columns_is_read_or_refused(pieces, columns):
    read_or_refuse("".join(pieces).encode(errors="ignore"), ReadingOptions(columns=columns))


def test_damaged_real_files_are_read_or_refused(public_data):
    chance = random.Random(11)
    paths = [path for path in public_data.rglob("*") if path.is_file() and path.stat().st_size < 60_000]
    for path in paths:
        data = bytearray(path.read_bytes() or b"\n")
        for _ in range(chance.randrange(1, 30)):
            at = chance.randrange(len(data))
            data[at : at + chance.randrange(4)] = chance.randbytes(chance.randrange(4))
            data = data or bytearray(b"\n")
        read_or_refuse(bytes(data))
