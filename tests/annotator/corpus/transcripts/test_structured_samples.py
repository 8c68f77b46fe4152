"""The samples of recognisers, annotation tools and data sets hold the same conversation as all others."""

from pathlib import Path

import pytest

from annotator.corpus.transcripts import ReadingOptions, Transcript, read_transcript

SAMPLES = Path(__file__).parents[4] / "docs" / "samples"
TEXTS = [
    "How have you been since we last met?",
    "Fine, I suppose. It's nothing.",
    "You looked away when you said that.",
    "Did I? No, no, no, I'm fine & well.",
]
TIMED = [(1000, 4000), (4500, 8000), (9000, 11_000), (12_000, 15_500)]
OF_CLIENT = [(None, None), (4500, 8000), (None, None), (12_000, 15_500)]
UNTIMED = [(None, None)] * 4
BY_ROLE = ("Counsellor", "Client")


def read(name: str, **options: object) -> Transcript:
    return read_transcript((SAMPLES / name).read_bytes(), options=ReadingOptions(**options))


@pytest.mark.parametrize(
    ("name", "format_name", "speakers", "times"),
    [
        ("whisper.json", "whisper", (), TIMED),
        ("youtube.json", "youtube-json3", (), TIMED),
        ("whisperx.json", "whisperx", ("SPEAKER_00", "SPEAKER_01"), TIMED),
        ("whisper-cpp.json", "whisper.cpp", ("Speaker 0", "Speaker 1"), TIMED),
        ("insanely-fast-whisper.json", "insanely-fast-whisper", ("SPEAKER_00", "SPEAKER_01"), TIMED),
        ("aws-transcribe.json", "aws-transcribe", ("spk_0", "spk_1"), TIMED),
        ("aws-call-analytics.json", "aws-call-analytics", ("AGENT", "CUSTOMER"), TIMED),
        ("google-speech-v1.json", "google-speech", ("Speaker 1", "Speaker 2"), TIMED),
        ("google-speech-v2.json", "google-speech", ("Speaker 1", "Speaker 2"), TIMED),
        ("azure-batch.json", "azure-speech", ("Speaker 1", "Speaker 2"), TIMED),
        ("azure-fast.json", "azure-speech", ("Speaker 0", "Speaker 1"), TIMED),
        ("deepgram.json", "deepgram", ("Speaker 0", "Speaker 1"), TIMED),
        ("assemblyai.json", "assemblyai", ("Speaker A", "Speaker B"), TIMED),
        ("rev-ai.json", "rev-ai", ("Speaker 0", "Speaker 1"), TIMED),
        ("podcast.json", "podcast-json", BY_ROLE, TIMED),
        ("label-studio.json", "label-studio", BY_ROLE, TIMED),
        ("elan.eaf", "elan", BY_ROLE, TIMED),
        ("praat.TextGrid", "textgrid", BY_ROLE, TIMED),
        ("praat-short.TextGrid", "textgrid", BY_ROLE, TIMED),
        ("doccano.jsonl", "doccano", BY_ROLE, UNTIMED),
        ("utterances.json", "utterances-json", ("counsellor", "client"), UNTIMED),
        ("attune-release.jsonl", "attune-release", ("counsellor", "client"), OF_CLIENT),
    ],
)
def test_one_conversation_reads_alike_in_every_format(name, format_name, speakers, times):
    transcript = read(name)

    assert (transcript.format, transcript.speakers) == (format_name, speakers)
    assert [turn.text for turn in transcript.turns] == TEXTS
    assert [(turn.start_ms, turn.end_ms) for turn in transcript.turns] == times
    assert [turn.speaker for turn in transcript.turns] == list(speakers or (None, None)) * 2
    assert not [remark for remark in transcript.remarks if remark.severity == "error"]


def test_chat_keeps_its_own_spelling():
    transcript = read("chat.cha")

    assert [turn.text for turn in transcript.turns] == [
        "How have you been since we last met ?",
        "Fine , I suppose . It's nothing .",
        "You looked away when you said that .",
        "Did I ? No , no , no , I'm fine & well .",
    ]
    assert transcript.speakers == ("COU (Counsellor)", "CLI (Client)")
    assert [(turn.start_ms, turn.end_ms) for turn in transcript.turns] == TIMED


def test_a_layer_that_depends_on_another_is_offered():
    transcript = read("elan.eaf", tiers=("face of client",))

    assert [(turn.speaker, turn.text, turn.start_ms, turn.end_ms) for turn in transcript.turns] == [
        ("Client", "looks away", 6250, 8000)
    ]
    assert [(tier.name, tier.n_cues, tier.is_read) for tier in transcript.tiers] == [
        ("Co", 2, False),
        ("Cl", 3, False),
        ("face of client", 1, True),
    ]


def test_a_point_is_offered_and_has_its_quotes():
    (turn,) = read("praat.TextGrid", tiers=("face",)).turns

    assert (turn.text, turn.start_ms, turn.end_ms) == ('a "thin" smile', 7500, 7500)
