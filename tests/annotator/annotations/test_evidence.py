"""Evidence when a transcript changes: marked words go where they stand, and none is lost in silence."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from annotator.annotations.models import Annotation, Assignment
from annotator.corpus.models import Session, Turn
from tests.annotator.annotations.conftest import COMPLETE, page, save

Browser = Callable[[str], APIClient]
Change = Callable[..., None]

FINE = {"start": 4, "end": 8}  # "I'm fine, 0."
MOMENT = {"at_ms": 300}


@pytest.fixture
def marked(client_of: Browser, ashas: Assignment, turn: Turn) -> Turn:
    """The first client turn, complete, with "fine" and a moment as evidence."""
    assert save(client_of("asha"), ashas, turn, **COMPLETE, evidence=[FINE, MOMENT]).status_code == 200
    return turn


def evidence_of(turn: Turn) -> Any:
    return Annotation.objects.get(turn=turn).scores.get(construct__key="evidence").content


def send_file(client: APIClient, session: Session, lines: list[str]) -> None:
    """Put a new file in the place of the session's transcript: a line each second, client and counsellor by turns."""
    cues = [
        f"00:0{at}.000 --> 00:0{at}.900\n<v {'Therapist' if at % 2 else 'Client'}>{line}\n"
        for at, line in enumerate(lines)
    ]
    file = SimpleUploadedFile("new.vtt", ("WEBVTT\n\n" + "\n".join(cues)).encode())
    draft = client.post(f"/api/v1/sessions/{session.pk}/transcript/drafts/", {"transcript": file}, format="multipart")
    address = f"/api/v1/drafts/{draft.json()['id']}"
    compared = client.post(f"{address}/comparison/", {}, format="json").json()
    assert client.post(f"{address}/revision/", {"hash": compared["hash"]}, format="json").status_code == 201


def test_marked_words_move_with_a_mended_text_and_back(
    client_of: Browser, ashas: Assignment, marked: Turn, change: Change
) -> None:
    change(marked, text="Well 🙂, I'm fine, 0.")
    moved = evidence_of(marked)
    look = page(client_of("asha"), ashas)["second_looks"][str(marked.pk)]
    change(None)

    assert moved == [{"start": 12, "end": 16}, MOMENT]
    assert (look["what"], look["lost"]) == (["text"], [])
    assert evidence_of(marked) == [FINE, MOMENT]
    assert page(client_of("asha"), ashas)["second_looks"] == {}


def test_marks_are_back_where_they_were_once_a_turn_that_was_cut_is_joined_again(
    client_of: Browser, ashas: Assignment, turn: Turn, change: Change
) -> None:
    change(turn, text="No no, yes no.")
    save(client_of("asha"), ashas, turn, evidence=[{"start": 11, "end": 13}, {"start": 0, "end": 2}])

    change(turn, "split", at=6, at_ms=400)
    cut = evidence_of(turn)
    change(turn, "merge")

    assert cut == [{"quote": "no"}, {"start": 0, "end": 2}]
    assert evidence_of(turn) == [{"start": 11, "end": 13}, {"start": 0, "end": 2}]
    assert page(client_of("asha"), ashas)["second_looks"] == {}


def test_words_that_went_are_shown_as_they_were_and_come_back_by_undo(
    client_of: Browser, ashas: Assignment, marked: Turn, change: Change
) -> None:
    change(marked, text="I'm tired, 0.")
    told = page(client_of("asha"), ashas)
    change(None)

    assert told["second_looks"][str(marked.pk)]["lost"] == ["fine"]
    assert told["annotations"][str(marked.pk)]["scores"]["evidence"] == [{"quote": "fine"}, MOMENT]
    assert told["assignment"]["n_complete"] == 1
    assert evidence_of(marked) == [FINE, MOMENT]


def test_a_cut_keeps_marks_of_the_first_part_and_quotes_those_of_the_second(
    client_of: Browser, ashas: Assignment, turn: Turn, change: Change
) -> None:
    save(client_of("asha"), ashas, turn, **COMPLETE, evidence=[{"start": 0, "end": 3}, FINE])

    change(turn, "split", at=4, at_ms=400)
    parted = evidence_of(turn)
    change(turn, "merge")
    joined = evidence_of(turn)
    change(None)
    change(None)

    assert parted == [{"start": 0, "end": 3}, {"quote": "fine"}]
    assert joined == [{"start": 0, "end": 3}, FINE]
    assert evidence_of(turn) == [{"start": 0, "end": 3}, FINE]


def test_a_new_file_moves_marks_and_its_undo_brings_them_back(
    client_of: Browser, ashas: Assignment, session: Session, marked: Turn, change: Change
) -> None:
    said = ["So I'm fine, 0.", "You're fine, 0?", "I'm fine, 1.", "You're fine, 1?"]

    send_file(client_of("chi"), session, said)
    moved = evidence_of(marked)
    change(None)

    assert moved == [{"start": 7, "end": 11}, MOMENT]
    assert evidence_of(marked) == [FINE, MOMENT]


def test_a_turn_that_comes_back_with_other_punctuation_has_its_marks_in_place(
    client_of: Browser, session: Session, marked: Turn
) -> None:
    rest = ["I'm fine, 1.", "You're fine, 1?"]
    send_file(client_of("chi"), session, ["Wholly other words here", "You're fine, 0?", *rest])
    send_file(client_of("chi"), session, ["… I'm 'fine' 0", "You're fine, 0?", *rest])

    text = Turn.every.get(pk=marked.pk).text
    (first, _) = evidence_of(marked)
    assert text[first["start"] : first["end"]] == "fine"


def test_an_undo_leaves_what_the_rater_marked_since(
    client_of: Browser, ashas: Assignment, marked: Turn, change: Change
) -> None:
    change(marked, text="Now I'm tired, 0.")
    version = Annotation.objects.get().version
    save(client_of("asha"), ashas, marked, version=version, evidence=[{"start": 0, "end": 3}, {"start": 4, "end": 7}])

    change(None)

    assert evidence_of(marked) == [{"quote": "Now"}, {"start": 0, "end": 3}]


def test_words_marked_on_a_change_that_was_undone_are_kept_where_they_stand_now(
    client_of: Browser, ashas: Assignment, turn: Turn, change: Change
) -> None:
    change(turn, text="Well, I'm fine, 0.")
    change(None)
    address = f"/api/v1/assignments/{ashas.pk}/turns/{turn.pk}/annotation/"
    value = [{"start": 10, "end": 14}, {"start": 0, "end": 4}]
    changes = [{"client_key": str(uuid4()), "construct": "evidence", "value": value}]

    client_of("asha").patch(address, {"version": 0, "changes": changes, "turn_revision": 2}, format="json")

    assert evidence_of(turn) == [FINE, {"quote": "Well"}]
    look = page(client_of("asha"), ashas)["second_looks"][str(turn.pk)]
    assert (look["was"]["text"], look["lost"]) == ("Well, I'm fine, 0.", ["Well"])


def test_words_marked_on_a_page_that_is_behind_are_kept_where_they_stand_now(
    client_of: Browser, ashas: Assignment, marked: Turn, change: Change
) -> None:
    version = Annotation.objects.get().version
    change(marked, text="Well, I'm fine, 0.")
    address = f"/api/v1/assignments/{ashas.pk}/turns/{marked.pk}/annotation/"
    changes = [{"client_key": str(uuid4()), "construct": "evidence", "value": [FINE, {"start": 0, "end": 3}]}]
    body = {"version": version, "changes": changes, "turn_revision": 1}

    answers = [client_of("asha").patch(address, body, format="json") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert evidence_of(marked) == [{"start": 10, "end": 14}, {"start": 6, "end": 9}]
    assert page(client_of("asha"), ashas)["second_looks"].keys() == {str(marked.pk)}


def test_what_moved_stands_in_the_history_as_the_transcript_s_doing(
    client_of: Browser, ashas: Assignment, marked: Turn, change: Change
) -> None:
    change(marked, text="Well, I'm fine, 0.")

    address = f"/api/v1/assignments/{ashas.pk}/turns/{marked.pk}/history/"
    events = [each for each in client_of("asha").get(address).json() if each["construct"] == "evidence"]

    assert [each["moved_by"] for each in events] == [None, 2]
    assert (events[1]["old"], events[1]["new"]) == ([FINE, MOMENT], [{"start": 10, "end": 14}, MOMENT])


def test_each_rater_s_marks_move_and_other_answers_stay(
    client_of: Browser, ashas: Assignment, bens: Assignment, marked: Turn, change: Change
) -> None:
    save(client_of("ben"), bens, marked, **COMPLETE, evidence=[{"start": 0, "end": 8}])

    change(marked, text="I'm fine, 0. I'm fine, 0.")

    def kept(annotation: Annotation) -> dict[str, Any]:
        return {score.construct.key: score.level or score.content for score in annotation.scores.all()}

    by_rater: dict[UUID | str, dict[str, Any]] = {
        each.rater.pseudonym: kept(each) for each in Annotation.objects.select_related("rater")
    }
    assert {len(scores) for scores in by_rater.values()} == {len(COMPLETE) + 1}
    evidence = [scores["evidence"] for scores in by_rater.values()]
    assert len(evidence) == 2
    assert [FINE, MOMENT] in evidence
    assert [{"start": 0, "end": 8}] in evidence
