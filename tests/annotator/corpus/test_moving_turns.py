"""A new file with its turns in another order: ids and labels go along, raters are told, and undo puts all back."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.annotations.models import Annotation, Assignment
from annotator.corpus.models import Session, Turn
from annotator.studies.models import Study
from tests.annotator.conftest import NOW, Rate

Browser = Callable[[str], APIClient]
Begin = Callable[[list[str]], int]
Send = Callable[[list[str]], Response]

LINES = [
    "Therapist: How was your week?",
    "Client: Fine, really. I slept a little.",
    "Therapist: How little is a little?",
    "Client: My mother called on Sunday, as ever.",
    "Therapist: And what did she say?",
    "Client: That I should call more often, as ever.",
    "Therapist: Mm.",
    "Client: I'm fine.",
]


@pytest.fixture
def session(send: Callable[..., Response], confirm: Callable[..., Response]) -> Session:
    return Session.objects.get(pk=confirm(send("\n".join(LINES), name="first.txt")).json()["id"])


@pytest.fixture
def labelled(session: Session, rate: Rate) -> list[Turn]:
    turns = list(session.turns.order_by("position"))
    for turn in turns:
        if turn.role == "client":
            rate("asha", turn, incongruence="minimizing", engagement=3)
    return turns


@pytest.fixture
def begin(client_of: Browser, session: Session) -> Begin:
    """Send lines as a new file of the session, and say which import that began."""

    def begin(lines: list[str]) -> int:
        file = SimpleUploadedFile("next.txt", "\n".join(lines).encode())
        address = f"/api/v1/sessions/{session.pk}/transcript/drafts/"
        begun = client_of("chi").post(address, {"transcript": file}, format="multipart")
        return int(begun.json()["id"])

    return begin


@pytest.fixture
def compare(client_of: Browser, begin: Begin) -> Send:
    def compare(lines: list[str]) -> Response:
        return client_of("chi").post(f"/api/v1/drafts/{begin(lines)}/comparison/", {}, format="json")

    return compare


@pytest.fixture
def revise(client_of: Browser, begin: Begin) -> Send:
    def revise(lines: list[str]) -> Response:
        chi, address = client_of("chi"), f"/api/v1/drafts/{begin(lines)}"
        shown = chi.post(f"{address}/comparison/", {}, format="json").json()
        return chi.post(f"{address}/revision/", {"hash": shown["hash"]}, format="json")

    return revise


@pytest.fixture
def ashas(session: Session, study: Study, people: dict[str, User]) -> Assignment:
    rater = study.raters.get(user=people["asha"])
    return Assignment.objects.create(rater=rater, session=session, pass_kind="together", created_at=NOW)


def undo(client: APIClient, session: Session, version: int) -> Response:
    return client.post(f"/api/v1/sessions/{session.pk}/transcript/undo/", {"version": version}, format="json")


def state(session: Session) -> list[tuple[Any, ...]]:
    return list(session.turns.order_by("position").values_list("pk", "position", "role", "text", "revision"))


def in_order(*positions: int) -> list[str]:
    return [LINES[position] for position in positions]


SWAPPED = (0, 3, 2, 1, 4, 5, 6, 7)
"""The second and the fourth line, each in the place of the other."""


def test_a_comparison_says_which_turns_moved_and_from_where(
    session: Session, labelled: list[Turn], compare: Send
) -> None:
    shown = compare(in_order(*SWAPPED)).json()

    told = [(step["kind"], step["was_position"], step["position"], step["n_labels"]) for step in shown["steps"]]
    assert [each for each in told if each[0] == "moved"] == [("moved", 3, 1, 1), ("moved", 1, 3, 1)]
    assert [is_at for *_, is_at, _ in told] == list(range(8))
    assert {kind for kind, *_ in told} == {"kept", "moved"}
    assert sum(each["labels"] for each in shown["counts"].values()) == 4
    assert shown["counts"]["gone"] == {"turns": 0, "labels": 0}


def test_a_turn_that_moved_keeps_its_id_and_labels_and_its_rater_is_asked_again(
    client_of: Browser, session: Session, labelled: list[Turn], revise: Send, ashas: Assignment
) -> None:
    assert revise(in_order(0, 1, 2, 5, 4, 6, 3, 7)).status_code == 201

    ids = [turn.pk for turn in labelled]
    assert [turn[0] for turn in state(session)] == [ids[n] for n in (0, 1, 2, 5, 4, 6, 3, 7)]
    page = client_of("asha").get(f"/api/v1/assignments/{ashas.pk}/workspace/").json()
    assert page["annotations"].keys() == {str(ids[n]) for n in (1, 3, 5, 7)}
    assert {turn: look["what"] for turn, look in page["second_looks"].items()} == {
        str(ids[n]): ["place"] for n in (3, 5)
    }


def test_the_history_knows_what_moved_and_undo_puts_it_back_unasked(
    client_of: Browser, session: Session, labelled: list[Turn], revise: Send, ashas: Assignment
) -> None:
    before = state(session)
    revise(in_order(*SWAPPED))
    moved = set(
        session.revisions.get(number=2).changes.filter(place_changed=True).values_list("turn__position", flat=True)
    )

    assert undo(client_of("chi"), session, 2).status_code == 200

    assert moved == {1, 3}
    assert state(session) == before
    page = client_of("asha").get(f"/api/v1/assignments/{ashas.pk}/workspace/").json()
    assert page["second_looks"] == {}


@pytest.mark.parametrize("seed", range(12))
def test_whatever_a_file_does_every_label_is_told_of_and_undo_takes_it_back_whole(
    seed: int, client_of: Browser, session: Session, labelled: list[Turn], compare: Send, revise: Send
) -> None:
    rng = random.Random(seed)
    lines = [line for line in rng.sample(LINES, len(LINES)) if rng.random() < 0.9]
    lines[rng.randrange(len(lines))] = "Client: Something that was not said before."
    before, n_labels = state(session), Annotation.objects.count()
    shown = compare(lines).json()

    revise(lines)
    after, again = state(session), compare(lines).json()

    assert sum(each["labels"] for each in shown["counts"].values()) == n_labels == Annotation.objects.count()
    assert [(position, text) for _, position, _, text, _ in after] == [
        (position, line.partition(": ")[2]) for position, line in enumerate(lines)
    ]
    stays = {step["turn"]: step["position"] for step in shown["steps"] if step["turn"] and step["after"]}
    assert {str(pk): position for pk, position, *_ in after if str(pk) in stays} == stays
    gone = {step["turn"] for step in shown["steps"] if step["kind"] == "gone"}
    assert gone == {str(pk) for pk in Turn.every.filter(retired_by__number=2).values_list("pk", flat=True)}
    assert again["counts"]["kept"]["turns"] == len(again["steps"]) == len(lines)
    assert undo(client_of("chi"), session, 2).status_code == 200
    assert state(session) == before


def test_turns_that_came_between_go_back_to_their_places_too(
    client_of: Browser, session: Session, labelled: list[Turn], revise: Send
) -> None:
    before = state(session)
    new = [*in_order(0, 5), "Client: Well, this is new here.", *in_order(4, 1, 2), "Therapist: So is this, it seems."]

    revise(new)

    assert [text for *_, text, _ in state(session)] == [line.partition(": ")[2] for line in new]
    undo(client_of("chi"), session, 2)
    assert state(session) == before
