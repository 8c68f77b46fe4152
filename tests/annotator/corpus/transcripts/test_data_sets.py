"""What labelling tools and data sets export: the conversation is read, their labels are not."""

import json

import pytest

from annotator.corpus.transcripts import ReadingOptions, Transcript, TranscriptRefused, read_transcript


def read(*documents: object, **options: object) -> Transcript:
    return read_transcript("\n".join(map(json.dumps, documents)).encode(), options=ReadingOptions(**options))


def spoken(transcript: Transcript) -> list[tuple[str | None, str]]:
    return [(turn.speaker, turn.text) for turn in transcript.turns]


def messages(transcript: Transcript, severity: str = "warning") -> list[str]:
    return [remark.message for remark in transcript.remarks if remark.severity == severity]


def task(number: int, *turns: tuple[str, str], **more: object) -> dict[str, object]:
    dialogue = [{"author": author, "text": text} for author, text in turns]
    return {"id": number, "data": {"dialogue": dialogue}, "annotations": [{"result": []}], **more}


def test_a_dialogue_shown_in_label_studio_is_the_transcript():
    assert spoken(read([task(3, ("Anna", "So tired."), ("Ben", "Why?"))])) == [("Anna", "So tired."), ("Ben", "Why?")]


def test_of_several_tasks_one_is_read_and_others_can_be_chosen():
    tasks = [task(3, ("Anna", "So tired.")), task(4, ("Carl", "Fine.")), task(5)]

    assert spoken(read(tasks)) == [("Anna", "So tired.")]
    assert "The export holds 2 conversations; “task 3” was read. Choose another if it is not that." in messages(
        read(tasks)
    )
    assert [(tier.name, tier.is_read) for tier in read(tasks, tiers=("task 4",)).tiers] == [
        ("task 3", False),
        ("task 4", True),
    ]
    assert spoken(read(tasks, tiers=("task 4",))) == [("Carl", "Fine.")]


def test_two_tasks_of_one_id_are_both_offered():
    transcript = read([task(3, ("Anna", "So tired.")), task(3, ("Carl", "Fine."))])

    assert [tier.name for tier in transcript.tiers] == ["task 3", "task 3 (entry 2)"]


def test_cancelled_answers_are_left_aside_and_a_second_one_is_said():
    def answer(text: str, **more: object) -> dict[str, object]:
        value = {"start": 1.0, "end": 2.0, "text": [text]}
        return {"result": [{"id": "r", "type": "textarea", "value": value}], **more}

    silent = {"id": "s", "type": "labels", "value": {"start": 3.0, "end": 4.0, "labels": ["Noise"]}}
    answers = [answer("never", was_cancelled=True), answer("So tired."), answer("So tied.")]
    answers[1]["result"].append(silent)
    transcript = read([{"id": 1, "data": {"audio": "a.wav"}, "annotations": answers}])

    assert spoken(transcript) == [(None, "So tired.")]
    assert "1 region(s) without text left out." in messages(transcript, "info")
    assert "2 people transcribed this task; the first one's text was read." in messages(transcript)


def test_doccano_s_speakers_stand_in_the_text_or_beside_it():
    inside = read({"id": 1, "text": "Anna: So tired.\nBen: Why?", "label": [[0, 4, "PER"]]})
    beside = read(
        {"text": "So tired.", "labels": [], "meta": {"speaker": "Anna"}},
        {"text": "Why?", "labels": [], "speaker": "Ben"},
    )

    assert spoken(inside) == spoken(beside) == [("Anna", "So tired."), ("Ben", "Why?")]


def line(
    position: int, words: str, reply: str | None, *context: tuple[str, str], session: str = "S001"
) -> dict[str, object]:
    said = [{"role": role, "text": text} for role, text in context]
    return {"session": session, "position": position, "start_ms": position * 1000, "end_ms": position * 1000 + 900,
            "words": words, "reply": reply, "context": said}  # fmt: skip


def test_a_release_gives_the_conversation_around_the_client_s_turns():
    opening = ("counsellor", "Hello.")
    first = line(1, "So tired.", "Why?", opening)
    second = line(3, "No sleep.", None, opening, ("client", "So tired."), ("counsellor", "Why?"))
    third = line(4, "At all.", "I see.", ("client", "So tired."), ("counsellor", "Why?"), ("client", "No sleep."))

    for lines in ([first, second, third], [third, second, first]):
        transcript = read(*lines, gap_ms=0)
        assert spoken(transcript) == [
            ("counsellor", "Hello."), ("client", "So tired."), ("counsellor", "Why?"), ("client", "No sleep."),
            ("client", "At all."), ("counsellor", "I see."),
        ]  # fmt: skip
        assert [turn.start_ms for turn in transcript.turns] == [None, 1000, None, 3000, 4000, None]


def test_turns_that_a_release_lacks_are_said():
    transcript = read(line(1, "So tired.", "Why?"), line(9, "No.", None, ("counsellor", "Really?")))

    assert [text for _, text in spoken(transcript)] == ["So tired.", "Why?", "Really?", "No."]
    assert "Turns of the session that are not in the release before this one: 5." in messages(transcript)


def test_of_several_sessions_one_is_read_and_others_can_be_chosen():
    lines = [line(1, "So tired.", None), line(1, "Fine.", None, session="S002")]

    assert spoken(read(*lines)) == [("client", "So tired.")]
    assert any("holds 2 sessions; “S001” was read" in message for message in messages(read(*lines)))
    assert spoken(read(*lines, tiers=("S002",))) == [("client", "Fine.")]


@pytest.mark.parametrize(
    ("entry", "turn"),
    [
        ({"role": "T", "content": "Why?"}, ("T", None, None, "Why?")),
        ({"speaker": 1, "utterance": "Why?", "start_ms": 1500, "end_ms": 2500}, ("Speaker 1", 1500, 2500, "Why?")),
        (
            {"speaker_name": "Anna", "text": "Why?", "start_time": "0:01.5", "end_time": 2.5},
            ("Anna", 1500, 2500, "Why?"),
        ),
        ({"speaker": "unknown", "text": "Why?"}, (None, None, None, "Why?")),
    ],
)
def test_lists_of_utterances_are_read_under_the_names_they_use(entry, turn):
    for document in ([entry], {"turns": [entry]}, {"id": 3, "anything": [entry]}):
        (read_turn,) = read(document).turns
        assert (read_turn.speaker, read_turn.start_ms, read_turn.end_ms, read_turn.text) == turn


def test_what_an_utterance_holds_besides_is_named():
    transcript = read({"utterances": [{"speaker": "client", "text": "No.", "auto_label": "N"}]})

    assert "Not read from each entry: “auto_label”." in messages(transcript, "info")
    assert "Read from each entry: the text from “text”, the speaker from “speaker”." in messages(transcript, "info")


def test_unit_of_whole_numbers_is_guessed_and_said():
    entries = [
        {"speaker": "A", "text": "so very tired today", "start": n * 4000, "end": n * 4000 + 3000} for n in range(5)
    ]
    transcript = read({"turns": entries}, gap_ms=0)

    assert transcript.turns[-1].end_ms == 19_000
    assert "No unit is given for the times; they were read as milliseconds." in messages(transcript, "info")


def test_two_lists_are_not_mixed():
    transcript = read({"messages": [{"text": "b"}], "utterances": [{"text": "a"}]})

    assert spoken(transcript) == [(None, "a")]
    assert "The list “utterances” was read; “messages” left aside." in messages(transcript)


def test_a_dialogue_without_speech_is_refused():
    with pytest.raises(TranscriptRefused, match="without a transcript"):
        read([task(1)])
