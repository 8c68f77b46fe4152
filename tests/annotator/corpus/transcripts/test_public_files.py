"""Real files read to the counts that their sources name."""

import csv
import io
import json
from itertools import groupby
from pathlib import Path

import pytest

from annotator.corpus.transcripts import ReadingOptions, Transcript, TranscriptRefused, read_transcript


def read(path: Path, **options: int) -> Transcript:
    return read_transcript(path.read_bytes(), name=path.name, options=ReadingOptions(**options))


@pytest.mark.parametrize("name", ["teams.vtt", "zoom.vtt", "basic.srt", "whisperx_diarized.json"])
def test_small_exports_read_as_another_reader_reads_them(public_data, name):
    folder = public_data / "turnchunk"
    expected = json.loads((folder / "expected_turns.json").read_text())["parse"][name]["turns"]

    transcript = read(folder / name)

    fields = ("speaker", "text", "start_ms", "end_ms")
    assert [tuple(getattr(turn, field) for field in fields) for turn in transcript.turns] == [
        tuple(turn[field] for field in fields) for turn in expected
    ]


def test_youtube_roll_up_reads_once(public_data):
    transcript = read(public_data / "turnchunk" / "youtube_auto_real_shape.vtt")
    older = read(public_data / "webvtt-py" / "youtube_dl.vtt")

    assert [turn.text for turn in transcript.turns] == [
        "[Music]",
        "the first thing to understand is that the index is stale and nobody rebuilt it",
    ]
    assert [turn.text for turn in older.turns] == ["yeah what this will happen is I'm telling"]


def test_the_zoom_transcript_has_its_cues_and_speakers(public_data):
    transcript = read(public_data / "zoomgroupstats" / "meeting001_transcript_excerpt.vtt", gap_ms=0)

    counts = {speaker: sum(turn.speaker == speaker for turn in transcript.turns) for speaker in transcript.speakers}
    assert counts == {"John Lennon": 7, "Andrew Knight": 6, "Paul McCartney": 5, "George Harrison": 1}
    assert (transcript.turns[-1].speaker, transcript.turns[-1].text) == (None, "And that")
    assert len(transcript.turns) == 20
    assert (transcript.turns[0].start_ms, transcript.turns[-1].end_ms) == (39_480, 150_420)


def test_no_cue_of_the_podcast_is_lost(public_data):
    transcript = read(public_data / "transcriptator" / "podnews_daily_2024-01-25.vtt", gap_ms=0)

    assert len(transcript.turns) == 44
    assert transcript.speakers == ("SPEAKER_1",)
    assert (transcript.turns[0].start_ms, transcript.turns[-1].end_ms) == (860, 225_620)


def test_names_that_carry_over_give_the_speakers_of_the_same_talk_in_another_export(public_data):
    folder = public_data / "transcriptator"
    segments = json.loads((folder / "buzzcast.json").read_text())["segments"]

    apart = read(folder / "buzzcast.srt", gap_ms=0)
    joined = read(folder / "buzzcast.srt", gap_ms=60_000)

    assert len(apart.turns) == 488
    assert (apart.turns[0].start_ms, apart.turns[-1].end_ms) == (0, 1_684_460)
    runs = [speaker for speaker, _ in groupby(segments, key=lambda segment: segment["speaker"])]
    assert [turn.speaker for turn in joined.turns] == runs


def test_a_legacy_encoding_is_read_and_not_stored_as_mojibake(public_data):
    transcript = read(public_data / "srt-encodings" / "gb2312.srt", gap_ms=0)

    assert [turn.text[:5] for turn in transcript.turns] == ["宇宙守护神", "他能徒手抓", "轻轻一跳就"]
    assert (transcript.turns[0].start_ms, transcript.turns[-1].end_ms) == (27_000, 36_570)


def test_three_conversations_as_a_table_keep_every_utterance(public_data):
    paths = sorted((public_data / "mibot" / "transcripts").glob("*.json"))[:3]
    utterances = [utterance for path in paths for utterance in json.loads(path.read_text())["utterances"]]
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerow(["speaker", "text"])
    writer.writerows((utterance["speaker"], utterance["text"]) for utterance in utterances)

    transcript = read_transcript(table.getvalue().encode())

    assert [(turn.speaker, turn.text) for turn in transcript.turns] == [
        (utterance["speaker"], utterance["text"].strip()) for utterance in utterances
    ]
    assert any("no times" in remark.message for remark in transcript.remarks)


def test_every_public_file_is_read_or_refused_in_words(public_data):
    for path in public_data.rglob("*"):
        if path.is_file() and path.stat().st_size < 2_000_000:
            try:
                assert read(path).turns
            except TranscriptRefused as refusal:
                assert refusal.message.endswith(".")
