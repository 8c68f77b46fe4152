"""Sounds that were transcribed in Label Studio: which text is said, which label names whom, and the short form."""

import json

import pytest

from annotator.corpus.transcripts import Transcript, read_transcript


def read(task: dict[str, object]) -> Transcript:
    return read_transcript(json.dumps([task]).encode())


def rows(transcript: Transcript) -> list[tuple[str | None, int | None, int | None, str]]:
    return [(turn.speaker, turn.start_ms, turn.end_ms, turn.text) for turn in transcript.turns]


def warnings(transcript: Transcript) -> str:
    return "\n".join(remark.message for remark in transcript.remarks if remark.severity == "warning")


def text(region: str, name: str, start: int, said: str) -> dict[str, object]:
    value = {"start": start, "end": start + 1, "text": [said]}
    return {"id": region, "from_name": name, "type": "textarea", "value": value}


def labels(region: str, name: str, start: int, *given: str) -> dict[str, object]:
    value = {"start": start, "end": start + 1, "labels": [*given]}
    return {"id": region, "from_name": name, "type": "labels", "value": value}


def task(*results: dict[str, object], **data: object) -> dict[str, object]:
    return {"id": 1, "data": {"audio": "a.wav", **data}, "annotations": [{"id": 1, "result": [*results]}]}


def test_of_two_texts_of_a_region_the_one_named_a_transcript_is_read_and_the_other_told():
    transcript = read(task(text("a", "transcription", 0, "Ja, gern."), text("a", "translation", 0, "Yes, gladly.")))

    assert rows(transcript) == [(None, 0, 1000, "Ja, gern.")]
    assert "Left out, since it stands in “translation”: “Yes, gladly.”" in warnings(transcript)


def test_of_two_texts_without_telling_names_the_one_that_most_regions_have_is_read():
    german = [text("a", "german", 0, "Ja, gern."), text("b", "german", 5, "Oder?"), text("d", "german", 9, "Nein.")]
    english = [text("a", "english", 0, "Yes, gladly."), text("c", "english", 13, "No.")]
    transcript = read(task(*english, *german))

    assert [turn.text for turn in transcript.turns] == ["Ja, gern.", "Oder?", "Nein.", "No."]
    assert "Left out, since it stands in “english”: “Yes, gladly.”" in warnings(transcript)
    assert "Read from “english”, for want of “german”." in warnings(transcript)


def test_of_two_texts_that_nothing_tells_apart_both_are_kept():
    transcript = read(task(text("a", "german", 0, "Ja, gern."), text("a", "english", 0, "Yes, gladly.")))

    assert rows(transcript) == [(None, 0, 1000, "Ja, gern. Yes, gladly.")]
    assert "“german” and “english” are read one after the other" in warnings(transcript)


@pytest.mark.parametrize(
    ("first", "second"),
    [(("speaker", "Anna"), ("emotion", "Angry")), (("emotion", "Angry"), ("speaker", "Anna"))],
)
def test_an_emotion_is_no_speaker(first, second):
    regions = [labels("a", first[0], 0, first[1]), labels("a", second[0], 0, second[1])]
    transcript = read(task(*regions, text("a", "transcription", 0, "No!"), text("b", "transcription", 7, "Oh.")))

    assert rows(transcript) == [("Anna", 0, 1000, "No!"), (None, 7000, 8000, "Oh.")]
    assert "The speakers were read from “speaker”, not from “emotion”." in warnings(transcript)


def test_labels_whose_names_tell_nothing_are_speakers_in_the_first_set():
    transcript = read(
        task(labels("a", "one", 0, "Anna"), labels("a", "two", 0, "Angry"), text("a", "transcription", 0, "No!"))
    )

    assert transcript.speakers == ("Anna",)
    assert "read from “one”, not from “two”. Check" in warnings(transcript)


def test_a_region_of_two_speakers_is_told():
    transcript = read(task(labels("a", "speaker", 0, "Anna", "Ben"), text("a", "transcription", 0, "No!")))

    assert transcript.speakers == ("Anna",)
    assert "several labels, “Anna” and “Ben”; the first was taken" in warnings(transcript)


def test_text_that_belongs_to_no_region_is_told():
    remark = {"id": "z", "from_name": "remark", "type": "textarea", "value": {"text": ["Bad sound."]}}
    transcript = read(task(text("a", "transcription", 0, "No!"), remark))

    assert rows(transcript) == [(None, 0, 1000, "No!")]
    assert "belongs to no stretch of the sound was left out: “Bad sound.”" in warnings(transcript)


def test_what_is_said_of_an_answer_that_is_not_read_is_not_remarked():
    silent = labels("s", "speaker", 3, "Noise")
    answers = [{"result": [text("a", "transcription", 0, "No!")]}, {"result": [silent, text("a", "t", 0, "Now!")]}]
    transcript = read({"id": 1, "data": {"audio": "a.wav"}, "annotations": answers})

    assert rows(transcript) == [(None, 0, 1000, "No!")]
    assert not any("without text" in remark.message for remark in transcript.remarks)


def test_labelled_words_of_a_dialogue_are_not_what_was_said():
    place = {"start": "0", "end": "0", "startOffset": 3, "endOffset": 8}
    results = [
        {"id": "a", "type": "paragraphlabels", "value": {**place, "text": "tired", "paragraphlabels": ["Sleep"]}},
        {"id": "a", "type": "textarea", "from_name": "note", "value": {**place, "text": ["as last week"]}},
    ]
    transcript = read(task(*results, dialogue=[{"author": "Anna", "text": "So tired."}]))

    assert rows(transcript) == [("Anna", None, None, "So tired.")]


def short_form(**more: object) -> dict[str, object]:
    regions = [{"start": 0, "end": 1, "labels": ["Anna"]}, {"start": 1, "end": 2.5, "labels": ["Ben"]}]
    return {"id": 1, "audio": "a.wav", "annotator": 1, "annotation_id": 1, "lead_time": 2, "labels": regions, **more}


def test_the_short_form_of_a_transcribed_sound_is_read():
    transcript = read(short_form(transcription=["So tired.", {"text": ["Why?", "Really?"]}]))

    assert rows(transcript) == [("Anna", 0, 1000, "So tired."), ("Ben", 1000, 2500, "Why? Really?")]
    assert "paired in their order" in warnings(transcript)


def test_the_short_form_of_a_single_region_is_read():
    one = [{"start": 0, "end": 1, "labels": ["Anna"]}]

    assert rows(read(short_form(labels=one, transcription="So tired."))) == [("Anna", 0, 1000, "So tired.")]


def test_a_second_set_of_labels_in_the_short_form_names_nobody():
    moods = [{"start": 0, "end": 1, "labels": ["Angry"]}, {"start": 1, "end": 2.5, "labels": ["Calm"]}]
    transcript = read({"mood": moods, **short_form(transcription=["No!", "Oh."]), "speaker": short_form()["labels"]})

    assert transcript.speakers == ("Anna", "Ben")


def test_texts_of_the_short_form_that_nothing_pairs_are_kept_without_speakers():
    transcript = read(short_form(transcription=["So tired."], comments=["loud", "quiet"]))

    assert rows(transcript) == [(None, None, None, "So tired.")]
    assert "nothing pairs them" in warnings(transcript)
    assert "What stands in “comments” was left out." in warnings(transcript)
