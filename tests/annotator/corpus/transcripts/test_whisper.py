"""JSON of WhisperX and Whisper."""

import json

import pytest

from annotator.corpus.transcripts import TranscriptRefused, read_transcript


def read(document: object):
    return read_transcript(json.dumps(document).encode())


def test_a_segment_without_a_speaker_is_a_turn_of_an_unknown_speaker():
    transcript = read({"segments": [
        {"start": 0.0, "end": 1.2, "text": " How was it?", "speaker": "SPEAKER_00", "words": [
            {"word": "How", "start": 0.0, "end": 0.3, "score": 0.9},
            {"word": "was", "start": 0.3, "end": 0.6, "score": 0.8, "speaker": "SPEAKER_00"},
        ]},
        {"start": 1.2, "end": 2.0, "text": " Hard."},
    ]})  # fmt: skip

    assert [(turn.speaker, turn.start_ms, turn.end_ms, turn.text) for turn in transcript.turns] == [
        ("SPEAKER_00", 0, 1200, "How was it?"),
        (None, 1200, 2000, "Hard."),
    ]
    assert transcript.remarks[-1].message == "1 of 2 turns have no speaker: say who speaks."


def test_a_speaker_of_all_words_is_the_speaker_of_the_segment():
    transcript = read([{"start": 0, "end": 1, "text": "Hi.", "words": [{"word": "Hi.", "speaker": "SPEAKER_01"}]}])

    assert transcript.speakers == ("SPEAKER_01",)


def test_words_of_another_speaker_are_remarked():
    words = [{"word": "Yes", "speaker": "A"}, {"word": "no", "speaker": "B"}]
    transcript = read([{"start": 0, "end": 1, "text": "Yes no", "speaker": "A", "words": words}])

    assert transcript.remarks[0].message == "Some of its words are given to Speaker B; check who speaks."


@pytest.mark.parametrize("time", [None, "soon", -1, float("nan"), float("inf"), True, 10**400, [1]])
def test_a_time_that_is_none_leaves_the_segment_untimed(time):
    transcript = read([{"start": time, "end": 1, "text": "Hi."}])

    assert transcript.turns[0].start_ms is None
    assert transcript.remarks[0].where == "segment 1"


def test_an_entry_without_text_is_left_out_with_an_error():
    transcript = read({"segments": [{"start": 0, "end": 1, "text": "Hi."}, {"start": 1}, 7]})

    assert [remark.where for remark in transcript.remarks if remark.severity == "error"] == ["segment 2", "segment 3"]


def test_characters_that_cannot_be_stored_are_replaced_with_an_error():
    transcript = read_transcript(b'[{"start": 0, "end": 1, "text": "a\\ud800b\\u0000c"}]')

    assert transcript.turns[0].text == "a\ufffdb\ufffdc"
    assert transcript.remarks[0].severity == "error"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b'{"segments": [', "bad_json"),
        (b"[" + b"[" * 100_000, "unknown_format"),
        (b'{"a":' * 100_000, "bad_json"),
        (b'{"segments": ' + b"1" * 10_000 + b"}", "bad_json"),
        (b'{"pages": []}', "unknown_format"),
        (b'{"segments": []}', "no_turns"),
        (b'{"segments": [{"start": 1}]}', "unknown_format"),
    ],
)
def test_json_that_is_no_whisper_transcript_is_refused(data, code):
    with pytest.raises(TranscriptRefused) as refusal:
        read_transcript(data)

    assert refusal.value.code == code
