"""The samples that the documentation shows read as it says."""

import re
from pathlib import Path

import pytest

from annotator.corpus.transcripts import read_transcript
from annotator.corpus.transcripts.decoding import decode
from annotator.corpus.transcripts.readers import BYTES_READERS, TEXT_READERS

DOCS = Path(__file__).parents[4] / "docs"
SAMPLES = sorted((DOCS / "samples").iterdir())

WORDS = [
    ("Counsellor", "How have you been since we last met?"),
    ("Client", "Fine, I suppose. It's nothing."),
    ("Counsellor", "You looked away when you said that."),
    ("Client", "Did I? No, no, no, I'm fine & well."),
]
STARTS_AND_ENDS = [(1000, 4000), (4500, 8000), (9000, 11_000), (12_000, 15_500)]
WHOLE_SECONDS = [(1000, None), (4000, None), (9000, None), (12_000, None)]
ENDS = [(0, 4000), (4000, 8000), (8000, 11_000), (11_000, 15_500)]
UNTIMED = [(None, None)] * 4


@pytest.mark.parametrize(
    ("name", "format_name", "times"),
    [
        ("zoom.vtt", "webvtt", STARTS_AND_ENDS),
        ("teams.vtt", "webvtt", STARTS_AND_ENDS),
        ("captions.srt", "srt", STARTS_AND_ENDS),
        ("captions.sbv", "sbv", STARTS_AND_ENDS),
        ("captions.ttml", "ttml", STARTS_AND_ENDS),
        ("captions.ass", "ass", STARTS_AND_ENDS),
        ("teams.txt", "srt", STARTS_AND_ENDS),
        ("table.csv", "csv", STARTS_AND_ENDS),
        ("otter.txt", "text", WHOLE_SECONDS),
        ("teams-page.txt", "text", WHOLE_SECONDS),
        ("times-and-names.txt", "text", WHOLE_SECONDS),
        ("word-online.txt", "text", WHOLE_SECONDS),
        ("f4.txt", "text", ENDS),
        ("names.txt", "text", UNTIMED),
        ("names-in-brackets.txt", "text", UNTIMED),
        ("teams.docx", "docx", WHOLE_SECONDS),
        ("interview.odt", "odt", UNTIMED),
        ("podcast.html", "html", WHOLE_SECONDS),
        ("noscribe.html", "html", STARTS_AND_ENDS),
    ],
)
def test_one_conversation_reads_alike_in_every_format_with_speakers(name, format_name, times):
    transcript = read_transcript((DOCS / "samples" / name).read_bytes(), name=name)

    assert transcript.format == format_name
    assert [(turn.speaker, turn.text) for turn in transcript.turns] == WORDS
    assert [(turn.start_ms, turn.end_ms) for turn in transcript.turns] == times
    assert not [remark for remark in transcript.remarks if remark.severity == "error"]


def test_a_format_without_speakers_gives_the_words_and_times():
    transcript = read_transcript((DOCS / "samples" / "whisper.tsv").read_bytes())

    assert [(turn.speaker, turn.text) for turn in transcript.turns] == [(None, text) for _, text in WORDS]
    assert [(turn.start_ms, turn.end_ms) for turn in transcript.turns] == STARTS_AND_ENDS


def test_captions_that_roll_up_come_out_once():
    transcript = read_transcript((DOCS / "samples" / "youtube.vtt").read_bytes())

    assert [turn.text for turn in transcript.turns] == ["How have you been since we last met no no no"]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_every_sample_is_read_and_linked(path):
    assert read_transcript(path.read_bytes(), name=path.name).turns
    assert f"(samples/{path.name})" in (DOCS / "transcripts.md").read_text()


def test_every_sample_that_is_listed_is_there():
    listed = re.findall(r"\((samples/[^)]+)\)", (DOCS / "transcripts.md").read_text())

    assert sorted(listed) == sorted(f"samples/{path.name}" for path in SAMPLES)


def test_every_reader_has_a_sample():
    read_by = set()
    for path in SAMPLES:
        data = path.read_bytes()
        found = [each.title for each in BYTES_READERS if each.is_format(data)]
        read_by.add((found or [each.title for each in TEXT_READERS if each.is_format(decode(data)[0])])[0])

    assert read_by == {each.title for each in (*BYTES_READERS, *TEXT_READERS)}
