"""Structured files of whatever content: a transcript that says what it did, or a refusal; nothing else, and soon."""

import copy
import json
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotator.corpus.transcripts import ReadingOptions, TranscriptRefused, read_transcript

SAMPLES = Path(__file__).parents[4] / "docs" / "samples"
OF_JSON = sorted(path for path in SAMPLES.glob("*.json*"))
STRUCTURED = [
    *OF_JSON,
    *(SAMPLES / name for name in ("elan.eaf", "praat.TextGrid", "praat-short.TextGrid", "chat.cha")),
]
SLOWEST_S_PER_MB = 5


def places_in(document: object) -> list[tuple[object, object]]:
    """Every key or index of a parsed file, with what holds it."""
    found: list[tuple[object, object]] = []
    open_ones = [document]
    while open_ones:
        holder = open_ones.pop()
        inner = holder.items() if isinstance(holder, dict) else enumerate(holder) if isinstance(holder, list) else ()
        for place, value in inner:
            found.append((holder, place))
            open_ones.append(value)
    return found


def documents_of(path: Path) -> list[object]:
    """The parsed sample, or its lines."""
    return [
        json.loads(text) for text in (path.read_text().splitlines() if path.suffix == ".jsonl" else [path.read_text()])
    ]


SCALARS = (
    st.none()
    | st.booleans()
    | st.floats()
    | st.integers()
    | st.just(10**400)
    | st.text("ab :\n\ud800\x00", max_size=6)
    | st.sampled_from(["1.2s", "PT1.5S", "00:01", "-1", "nan", "1e999", "1_0", "٣", " "])
)
KEYS = st.sampled_from(
    sorted({place for path in OF_JSON for _, place in places_in(documents_of(path)) if isinstance(place, str)})
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5), max_leaves=20
)
MARKS_OF_XML = st.sampled_from(
    [
        "<TIER ",
        "</TIER>",
        "TIER_ID=",
        '"',
        "<ANNOTATION>",
        'TIME_VALUE="-5"',
        'TIME_VALUE="1e9999"',
        "/>",
        "&lt;",
        "&x;",
    ]
)
MARKS_OF_PRAAT = st.sampled_from(
    [
        '"',
        '""',
        "!",
        "<exists>",
        "<absent>",
        '"IntervalTier"',
        '"TextTier"',
        "-1",
        "1e308",
        "nan",
        "0",
        "99999",
        "=",
        "\n",
    ]
)
MARKS_OF_CHAT = st.sampled_from(
    [
        "*A:\t",
        "*",
        "@Participants:",
        "@End",
        "%mor:\t",
        "\t",
        "\x15",
        "\x151_2\x15",
        "•9_1•",
        "99999999999_1",
        "\n",
        ",",
    ]
)

unhurried = settings(
    deadline=None, max_examples=12, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def read_or_refuse(data: bytes, **options: object) -> None:
    began = time.process_time()
    try:
        transcript = read_transcript(data, options=ReadingOptions(**options))
    except TranscriptRefused as refusal:
        assert refusal.code
        assert refusal.message.endswith((".", "?"))
        refusal.message.encode()
    else:
        assert [turn.position for turn in transcript.turns] == list(range(len(transcript.turns)))
        for turn in transcript.turns:
            assert turn.text.strip()
            assert turn.text.encode()
            assert turn.start_ms is None or turn.start_ms >= 0
            assert turn.start_ms is None or turn.end_ms is None or turn.start_ms <= turn.end_ms
        for remark in transcript.remarks:
            assert remark.message
            assert len(remark.message) < 3000
            (remark.where + remark.message).encode()
        for tier in transcript.tiers:
            tier.name.encode()
    assert time.process_time() - began < SLOWEST_S_PER_MB * max(0.5, len(data) / 1e6)


@settings(unhurried, max_examples=100)
@given(VALUES)
def test_json_of_any_shape(document):
    read_or_refuse(json.dumps(document).encode())


@settings(unhurried, max_examples=50)
@given(st.lists(st.dictionaries(KEYS, VALUES, max_size=6), min_size=1, max_size=3))
def test_json_lines_of_any_shape(lines):
    read_or_refuse("\n".join(map(json.dumps, lines)).encode())


@pytest.mark.parametrize("path", OF_JSON, ids=lambda path: path.name)
@unhurried
@given(data=st.data())
def test_a_sample_of_json_with_anything_in_place_of_something(path, data):
    documents = documents_of(path)
    for _ in range(data.draw(st.integers(1, 4))):
        mutated = copy.deepcopy(documents)
        holder, place = data.draw(st.sampled_from(places_in(mutated)))
        if data.draw(st.booleans()):
            holder[place] = data.draw(VALUES)
        else:
            del holder[place]
        read_or_refuse("\n".join(map(json.dumps, mutated)).encode())
        documents = mutated or documents


@pytest.mark.parametrize("path", STRUCTURED, ids=lambda path: path.name)
@unhurried
@given(damages=st.lists(st.tuples(st.floats(0, 1), st.binary(max_size=4), st.integers(0, 40)), max_size=6))
def test_a_damaged_sample(path, damages):
    data = path.read_bytes()
    for place, patch, n_lost in damages:
        at = int(place * len(data))
        data = data[:at] + patch + data[at + n_lost :]

    read_or_refuse(data)


@pytest.mark.parametrize(
    ("name", "marks"),
    [
        ("elan.eaf", MARKS_OF_XML),
        ("praat.TextGrid", MARKS_OF_PRAAT),
        ("praat-short.TextGrid", MARKS_OF_PRAAT),
        ("chat.cha", MARKS_OF_CHAT),
    ],
)
@unhurried
@given(data=st.data())
def test_a_sample_with_marks_of_its_format_where_they_do_not_belong(name, marks, data):
    encoding = "utf-16" if name == "praat-short.TextGrid" else "utf-8"
    text = (SAMPLES / name).read_text(encoding)
    for place in data.draw(st.lists(st.floats(0, 1), min_size=1, max_size=5)):
        at = int(place * len(text))
        text = text[:at] + data.draw(marks) + text[at + data.draw(st.integers(0, 12)) :]

    read_or_refuse(text.encode(encoding), tiers=data.draw(st.none() | st.just(("Cl", "Client", "smiles"))))


@settings(unhurried, max_examples=50)
@given(data=st.data())
def test_a_damaged_real_file(public_data, data):
    folders = ("turnchunk", "praatio", "rpraat-textgrid", "batchalign-chat", "label-studio", "mibot/transcripts")
    paths = [path for folder in folders for path in sorted((public_data / folder).iterdir())[:8]]
    content = data.draw(st.sampled_from([path for path in paths if path.suffix != ".wav"])).read_bytes()
    for place in data.draw(st.lists(st.floats(0, 1), min_size=1, max_size=6)):
        at = int(place * len(content))
        content = content[:at] + data.draw(st.binary(max_size=4)) + content[at + data.draw(st.integers(0, 200)) :]

    read_or_refuse(content)


@settings(unhurried, max_examples=5)
@given(place=st.floats(0, 1), n_lost=st.integers(1, 100))
def test_a_damaged_elan_file(public_data, place, n_lost):
    content = (public_data / "pympi-elan" / "sample_2.7.eaf").read_bytes()
    at = int(place * len(content))

    read_or_refuse(content[:at] + content[at + n_lost :])


MB = 300_000
PRAAT = 'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0 1 <exists> 1 "IntervalTier" "A" 0 1 '


@pytest.mark.parametrize(
    "text",
    [
        "[" + "{" * MB,
        '{"segments":' + "[" * MB,
        '{"a":' * (MB // 5),
        '[{"text":"a"},' * (MB // 14),
        '{"utterances":[' + '{"text":"no","speaker":"A","x":1},' * (MB // 34) + '{"text":"no"}]}',
        '{"segments":[' + '{"text":"no","start":null},' * (MB // 27) + '{"text":"no"}]}',
        '{"segments":[{' + '"text":"no",' * (MB // 12) + '"start":1}]}',
        "{" + ",".join(f'"{number}":1,"{number}":2' for number in range(MB // 20)) + "}",
        '{"text":"a","label":[]}\n' * (MB // 24),
        '{"text":"a' + "\\n:" * (MB // 4) + '","label":[]}',
        '{"results":{"items":['
        + '{"type":"punctuation","alternatives":[{"content":"."}]},' * (MB // 56)
        + '{"alternatives":[{"content":"x"}]}]}}',
        PRAAT + str(MB) + ' 0 1 "no"' * 10,
        PRAAT + "100000 " + '0 1 "no" ' * 100_000,
        PRAAT + '1 0 1 "' + '""' * (MB // 2) + '"',
        PRAAT + '1 0 1 "' + '"' * (MB - 1),
        PRAAT + "1 " * (MB // 2),
        PRAAT + "!" * MB,
        PRAAT + "." * MB,
        "File type = " + " " * MB + '"ooTextFile"',
        "@UTF8\n@Begin\n" + "*A:\t" + "no \x151_" * (MB // 7),
        "@UTF8\n@Begin\n" + "*A:\t" + "1_1 " * (MB // 4),
        "@UTF8\n@Begin\n" + "*A:\tno\n" * (MB // 7),
        "@UTF8\n@Begin\n*A:\tno\n" + "\tno\n" * (MB // 4),
        "@UTF8\n@Begin\n" + "@Participants:\t" + "A B Client," * (MB // 11) + "\n*A:\tno\n",
        "@UTF8\n@Begin\n*A:\t" + "[" * MB,
        "@UTF8\n@Begin\n*A:\t" + '\x15%snd:"' * (MB // 7),
    ],
    ids=range(26),
)
def test_no_megabyte_holds_the_reader_up(text):
    read_or_refuse(text.encode())


def eaf(inside: str, before: str = "") -> bytes:
    return f'<?xml version="1.0"?>{before}<ANNOTATION_DOCUMENT>{inside}</ANNOTATION_DOCUMENT>'.encode()


@pytest.mark.parametrize(
    "inside",
    [
        "<TIER TIER_ID='a'/>" * 50_000,
        "<TIER>" * 100_000 + "</TIER>" * 100_000,
        '<TIME_SLOT TIME_SLOT_ID="t"/>' * 35_000 + "<TIER/>",
        "".join(f'<TIER TIER_ID="t{n}" PARENT_REF="t{n + 1}"/>' for n in range(20_000)),
        "<TIER>"
        + "".join(f'<REF_ANNOTATION ANNOTATION_ID="a{n}" ANNOTATION_REF="a{n + 1}"/>' for n in range(15_000))
        + "</TIER>",
    ],
    ids=["tiers", "depth", "slots", "a chain of tiers", "a chain of annotations"],
)
def test_no_elan_file_holds_the_reader_up(inside):
    read_or_refuse(eaf(inside))


@pytest.mark.parametrize(
    "declared",
    [
        '<!DOCTYPE a [<!ENTITY a "no"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>',
        '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE a [<!ENTITY % b SYSTEM "http://localhost/x.dtd"> %b;]>',
    ],
)
def test_entities_are_not_expanded_and_no_other_file_is_opened(declared):
    data = eaf(
        "<TIER><ALIGNABLE_ANNOTATION><ANNOTATION_VALUE>&b;</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></TIER>", declared
    )

    with pytest.raises(TranscriptRefused, match="entities of its own"):
        read_transcript(data)
