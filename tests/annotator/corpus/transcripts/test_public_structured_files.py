"""Real files of recognisers and of annotation tools read to the counts that their sources name."""

import json
from collections import Counter
from itertools import groupby
from pathlib import Path

import pytest

from annotator.corpus.transcripts import ReadingOptions, Transcript, TranscriptRefused, read_transcript


def read(path: Path, **options: object) -> Transcript:
    return read_transcript(path.read_bytes(), name=path.name, options=ReadingOptions(**options))


def messages(transcript: Transcript) -> list[str]:
    return [remark.message for remark in transcript.remarks]


@pytest.mark.parametrize(
    ("name", "format"),
    [("aws_transcribe.json", "aws-transcribe"), ("google_stt.json", "google-speech"), ("rev.json", "rev-ai")],
)
def test_small_exports_of_recognisers_read_as_another_reader_reads_them(public_data, name, format):
    folder = public_data / "turnchunk"
    expected = json.loads((folder / "expected_turns.json").read_text())["parse"][name]["turns"]

    transcript = read(folder / name)

    assert transcript.format == format
    assert [(turn.text, turn.start_ms, turn.end_ms) for turn in transcript.turns] == [
        (turn["text"], turn["start_ms"], turn["end_ms"]) for turn in expected
    ]
    # The other reader calls the speaker 1 "SPEAKER_01".
    spoken = [turn.speaker.replace("Speaker ", "SPEAKER_0") for turn in transcript.turns]
    assert spoken == [turn["speaker"] for turn in expected]


def test_whisper_keeps_words_and_times_and_asks_who_speaks(public_data):
    folder = public_data / "turnchunk"
    (expected,) = json.loads((folder / "expected_turns.json").read_text())["parse"]["whisper_plain.json"]["turns"]

    transcript = read(folder / "whisper_plain.json")

    assert " ".join(turn.text for turn in transcript.turns) == expected["text"]
    assert (transcript.turns[0].start_ms, transcript.turns[-1].end_ms) == (expected["start_ms"], expected["end_ms"])
    assert "2 of 2 turns have no speaker: say who speaks." in messages(transcript)


def test_google_s_last_result_is_read_alone(public_data):
    transcript = read(public_data / "turnchunk" / "google_stt.json")

    message = "The last result says the words again with their speakers; of the others only what it lacks was read."
    assert message in messages(transcript)


def test_the_podcast_s_json_keeps_every_line_and_gives_the_speakers_of_its_captions(public_data):
    folder = public_data / "transcriptator"

    apart, joined = read(folder / "buzzcast.json", gap_ms=0), read(folder / "buzzcast.json", gap_ms=60_000)
    captions = read(folder / "buzzcast.srt", gap_ms=60_000)

    assert (apart.format, len(apart.turns)) == ("podcast-json", 959)
    assert set(apart.speakers) == {"Alban", "Kevin", "Travis", "Dave", "Tom"}
    assert (apart.turns[0].start_ms, apart.turns[-1].end_ms) == (0, 1_684_460)
    assert [turn.speaker for turn in joined.turns] == [turn.speaker for turn in captions.turns]
    words = [" ".join(turn.text for turn in each.turns).split() for each in (joined, captions)]
    assert words[0] == words[1]


def test_a_podcast_as_another_project_parsed_it_has_its_44_cues(public_data):
    transcript = read(public_data / "transcriptator" / "podnews_daily_2024-01-25_vtt_parsed.json", gap_ms=0)

    assert len(transcript.turns) == 44
    assert (transcript.turns[0].start_ms, transcript.turns[-1].end_ms) == (860, 225_620)


def test_an_export_without_speech_is_refused_in_words(public_data):
    with pytest.raises(TranscriptRefused, match="Label Studio export without a transcript"):
        read(public_data / "label-studio" / "export_json_min_data.json")


def test_what_is_no_transcript_is_refused_in_words(public_data):
    for path in [public_data / "turnchunk" / "expected_turns.json", *(public_data / "muse-toolbox").rglob("*.csv")]:
        with pytest.raises(TranscriptRefused) as refusal:
            read(path)
        assert refusal.value.message.endswith(".")


def test_the_motivational_interviews_have_their_utterances(public_data):
    paths = sorted((public_data / "mibot" / "transcripts").glob("*.json"))
    transcripts = [read(path) for path in paths]

    spoken = Counter(turn.speaker for transcript in transcripts for turn in transcript.turns)
    assert len(transcripts) == 40
    assert spoken == {"client": 267 + 182 + 407, "counsellor": 742 + 610 + 445 + 39 + 402}
    assert sum(spoken.values()) == 3094
    for path, transcript in zip(paths, transcripts, strict=True):
        utterances = json.loads(path.read_text())["utterances"]
        assert [turn.text for turn in transcript.turns] == [utterance["text"].strip() for utterance in utterances]


def test_the_elan_file_has_its_tiers_and_interpolated_times(public_data):
    path = public_data / "pympi-elan" / "sample_2.7.eaf"
    transcript = read(path, gap_ms=0)

    assert [(tier.name, tier.n_cues, tier.is_read) for tier in transcript.tiers] == [
        ("text", 399, True),
        ("words-timesub", 1995, False),
        ("words-symsub", 1995, False),
        ("gestures", 1197, False),
        ("gest_included", 1197, False),
        ("words-pos", 3, False),
    ]
    assert "1992 annotation(s) without text left out." in messages(transcript)  # Of words-pos, 1,995 with them.
    assert len(transcript.turns) == 399
    assert (transcript.turns[0].start_ms, transcript.turns[-1].end_ms) == (2000, 1_199_000)
    (guessed,) = [remark for remark in transcript.remarks if "spread evenly" in remark.message]
    assert (guessed.where, guessed.message.split()[0]) == ("tier “words-timesub”", "1965")


def test_the_elan_file_s_words_lie_in_their_sentences_whether_timed_or_not(public_data):
    path = public_data / "pympi-elan" / "sample_2.7.eaf"
    sentences = read(path, gap_ms=0).turns

    for tier in ("words-timesub", "words-symsub"):
        words = read(path, gap_ms=0, tiers=(tier,)).turns
        assert len(words) == 1995
        assert [turn.text for turn in words[:5]] == ["The", "quick", "brown", "fox", "001"]
        for place, word in enumerate(words):
            sentence = sentences[place // 5]
            assert sentence.start_ms <= word.start_ms <= word.end_ms <= sentence.end_ms


@pytest.mark.parametrize("name", ["H.TextGrid", "H_UTF16.TextGrid", "H_short.TextGrid"])
def test_the_textgrid_reads_the_same_in_every_form_and_encoding(public_data, name):
    transcript = read(public_data / "rpraat-textgrid" / name)

    silent = {remark.where: remark.message for remark in transcript.remarks if "silence" in remark.message}
    assert {tier.name: tier.n_cues for tier in transcript.tiers} == {
        "phoneme": 43, "phone": 46, "syllable": 19, "word": 11, "phrase": 1,
    }  # fmt: skip
    assert {where: message.split(" are ")[0] for where, message in silent.items()} == {
        "tier “phone”": "3 of 49 intervals",
        "tier “syllable”": "3 of 22 intervals",
        "tier “word”": "2 of 13 intervals",
    }
    assert [tier.name for tier in transcript.tiers if tier.is_read] == ["phrase"]
    assert [turn.text for turn in transcript.turns] == ["Já ti řeknu, co uděláš. Nejdřív najdeš Hučku a Atamana"]
    assert "Labels reach 3.616 s, though the file says that it ends at 3.608 s." in messages(transcript)


def test_labels_with_line_breaks_and_quotes_are_whole(public_data):
    path = public_data / "praatio" / "bobby_words_with_newlines.TextGrid"

    words = read(path, gap_ms=0, tiers=('"word"',))
    points = read(path, gap_ms=0, tiers=("",))

    nouns = ['"""BOBBY"""\nNoun', "RIPPED\nVerb", "THE\nDeterminer", "LEDGER\nNoun"]
    assert [turn.text for turn in words.turns] == nouns
    assert [turn.text for turn in points.turns] == ['133\n"""p1"""\np1', "0\np2", '93\n"p3"', "85\np4"]
    assert [turn.start_ms for turn in points.turns] == [turn.end_ms for turn in points.turns] == [233, 530, 697, 923]
    assert [turn.text for turn in read(path).turns] == ["BOBBY RIPPED THE LEDGER"]


def test_the_aligned_sentence_has_its_words(public_data):
    words, aside = (read(public_data / "praatio" / name) for name in ("mary.TextGrid", "mary_misaligned.TextGrid"))

    assert [turn.text for turn in words.turns] == [turn.text for turn in aside.turns] == ["mary rolled the barrel"]
    assert {tier.name: tier.n_cues for tier in words.tiers} == {"phone": 14, "word": 4, "pitch": 4}


def test_the_chat_file_has_its_speakers_and_times(public_data):
    transcript = read(public_data / "batchalign-chat" / "test.cha", gap_ms=0)

    assert transcript.speakers == ("PAR0", "INV1", "STU")
    assert [(turn.speaker, turn.start_ms, turn.end_ms) for turn in transcript.turns] == [
        ("PAR0", 20_780, 24_300),
        ("INV1", 136_820, 139_220),
        ("STU", 201_235, 201_933),
        ("STU", 332_418, 333_654),
    ]
    assert transcript.turns[0].text == "Um <I like I like> [/] I like beans ."
    assert "Lines about the speech were not read: %wor (1), %mor (4), %gra (4)." in messages(transcript)


def test_runs_of_speakers_in_the_podcast_match_its_segments(public_data):
    folder = public_data / "transcriptator"
    segments = json.loads((folder / "buzzcast.json").read_text())["segments"]

    joined = read(folder / "buzzcast.json", gap_ms=60_000)

    runs = [speaker for speaker, _ in groupby(segments, key=lambda segment: segment["speaker"])]
    assert [turn.speaker for turn in joined.turns] == runs
