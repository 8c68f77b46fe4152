"""Real files read to the counts that their sources name."""

import csv
import io
import json
from itertools import groupby
from pathlib import Path

import pytest

from annotator.corpus.transcripts import Columns, ReadingOptions, Transcript, TranscriptRefused, read_transcript


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


@pytest.mark.parametrize("name", ["otter.txt", "bracketed.txt"])
def test_texts_have_the_words_and_times_that_another_reader_finds(public_data, name):
    folder = public_data / "turnchunk"
    expected = json.loads((folder / "expected_turns.json").read_text())["parse"][name]["turns"]

    transcript = read(folder / name)

    # Without ends no gap can be told, so nothing is joined here.
    for speaker, turns in groupby(transcript.turns, key=lambda turn: turn.speaker):
        joined = list(turns)
        theirs = expected.pop(0)
        assert (speaker, joined[0].start_ms) == (theirs["speaker"], theirs["start_ms"])
        assert " ".join(turn.text for turn in joined) == theirs["text"]
    assert expected == []


def test_the_focus_group_has_its_speakers(public_data):
    transcript = read(public_data / "qualcoder" / "transcript.txt")

    assert [turn.speaker for turn in transcript.turns] == ["id1", "id2", "id3", "id1", "id3", "id1", "id2"]
    assert transcript.turns[-1].text == "Hmm, I will ask the tutor for more help as I am really struggling."


def test_the_word_text_is_read_and_its_speaker_asked_for(public_data):
    transcript = read(public_data / "qualcoder" / "ID1.docx")

    assert transcript.format == "docx"
    assert "€" in " ".join(turn.text for turn in transcript.turns)
    assert {turn.speaker for turn in transcript.turns} == {None}
    assert "3 of 3 turns have no speaker: say who speaks." in [remark.message for remark in transcript.remarks]


@pytest.mark.parametrize(
    ("name", "n_cues", "first_ms", "latest_ms"),
    [
        ("captions_with_bom.vtt", 4, 500, 21_580),
        ("comments.vtt", 5, 135_000, 150_000),  # Two of the three are cut where another speaks.
        ("invalid_timeframe.srt", 5, 500, 23_880),
        ("invalid_timeframe.vtt", 7, 500, 30_280),
        ("missing_caption_text.srt", 4, 500, 23_880),
        ("missing_caption_text.vtt", 4, 500, 23_880),
        ("missing_timeframe.vtt", 7, 500, 30_280),
        ("sample.sbv", 5, 378, 17_484),
        ("sample.srt", 5, 500, 23_880),
        ("sample.vtt", 16, 500, 64_300),
        ("using_identifiers.vtt", 6, 500, 27_280),
    ],
)
def test_captions_good_and_bad_keep_each_cue(public_data, name, n_cues, first_ms, latest_ms):
    transcript = read(public_data / "webvtt-py" / name, gap_ms=0)

    times = [time for turn in transcript.turns for time in (turn.start_ms, turn.end_ms) if time is not None]
    assert len(transcript.turns) == n_cues
    assert (times[0], max(times)) == (first_ms, latest_ms)


@pytest.mark.parametrize(("name", "code"), [("empty.vtt", "empty_file"), ("no_captions.vtt", "no_turns")])
def test_captions_that_hold_nothing_are_refused(public_data, name, code):
    with pytest.raises(TranscriptRefused) as refusal:
        read(public_data / "webvtt-py" / name)

    assert refusal.value.code == code


def test_the_chat_of_a_meeting_is_read_as_a_table(public_data):
    transcript = read(public_data / "zoomgroupstats" / "meeting001_chat.txt")

    assert len(transcript.turns) == 10
    assert (transcript.turns[0].speaker, transcript.turns[0].start_ms) == ("Andrew Knight", 1_274_000)


def test_a_table_of_essays_is_refused_until_its_column_is_chosen(public_data):
    path = public_data / "empathic-reactions" / "messages.csv"
    with pytest.raises(TranscriptRefused) as refusal:
        read(path)
    table = refusal.value.table
    assert table is not None

    essays = read_transcript(
        path.read_bytes(), options=ReadingOptions(gap_ms=0, columns=Columns(text=table.rows[0].index("essay")))
    )

    assert len(essays.turns) == 1860
    assert sum(not turn.text.isascii() for turn in essays.turns) == 129


def test_ratings_are_no_transcripts(public_data):
    for path in (public_data / "lend-an-ear").rglob("*.csv"):
        with pytest.raises(TranscriptRefused):
            read(path)


READ = {
    "batchalign-chat": {"test.cha"},
    "emobank": {"raw.tsv"},  # Sentences, one a row.
    "praatio": {"bobby_words_with_newlines.TextGrid", "mary.TextGrid", "mary_misaligned.TextGrid"},
    "pympi-elan": {"sample_2.7.eaf"},
    "qualcoder": {"ID1.docx", "transcript.txt"},
    "rpraat-textgrid": {"H.TextGrid", "H_UTF16.TextGrid", "H_short.TextGrid"},
    "srt-encodings": {"gb2312.srt"},
    "transcriptator": {
        "buzzcast.html", "buzzcast.json", "buzzcast.srt", "podnews_daily_2024-01-25.vtt",
        "podnews_daily_2024-01-25_vtt_parsed.json",
    },
    "turnchunk": {
        "aws_transcribe.json", "basic.srt", "bracketed.txt", "google_stt.json", "otter.txt", "rev.json", "teams.vtt",
        "whisper_plain.json", "whisperx_diarized.json", "youtube_auto_real_shape.vtt", "zoom.vtt",
    },
    "webvtt-py": {
        "captions_with_bom.vtt", "comments.vtt", "invalid_timeframe.srt", "invalid_timeframe.vtt",
        "missing_caption_text.srt", "missing_caption_text.vtt", "missing_timeframe.vtt", "sample.sbv", "sample.srt",
        "sample.vtt", "using_identifiers.vtt", "youtube_dl.vtt",
    },
    "zoomgroupstats": {"meeting001_chat.txt", "meeting001_transcript_excerpt.vtt"},
}  # fmt: skip


def test_every_public_file_is_read_or_refused_in_words(public_data):
    found: dict[str, set[str]] = {}
    for path in sorted(public_data.rglob("*")):
        folder = path.relative_to(public_data).parts[0]
        is_about_it = path.suffix == ".md" or path.stem.startswith("LICENSE")
        if not path.is_file() or is_about_it or folder == "mibot":  # Its 40 conversations have a test of their own.
            continue
        try:
            assert read(path).turns
            found.setdefault(folder, set()).add(path.name)
        except TranscriptRefused as refusal:
            assert refusal.message.endswith(".")

    assert found == READ


def test_the_web_page_of_a_podcast_has_the_words_of_its_other_exports(public_data):
    folder = public_data / "transcriptator"
    page = read(folder / "buzzcast.html")
    segments = json.loads((folder / "buzzcast.json").read_text())["segments"]

    runs = [(speaker, list(said)) for speaker, said in groupby(segments, key=lambda segment: segment["speaker"])]
    assert [turn.speaker for turn in page.turns] == [speaker for speaker, _ in runs]
    assert [turn.start_ms // 1000 for turn in page.turns] == [int(said[0]["startTime"]) for _, said in runs]
    for turn, (_, said) in zip(page.turns, runs, strict=True):
        words = " ".join(each["body"] for each in said).split()
        assert turn.text.split()[: len(words)] == words
    assert (
        sum(len(turn.text.split()) for turn in page.turns) == sum(len(each["body"].split()) for each in segments) + 44
    )  # The page goes on where the other exports end.
