"""Standing by answers to a turn that was changed, at the moment when another window or a lead does something too."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.annotations.models import Annotation, AnnotationEvent, Assignment
from annotator.corpus.models import Session, Turn
from tests.annotator.annotations.conftest import COMPLETE, page, save
from tests.annotator.at_once import at_once, statuses

pytestmark = pytest.mark.django_db(transaction=True)

Browser = Callable[[str], APIClient]
MARKED = [{"start": 0, "end": 3}]
_VERSION = len(COMPLETE) + 1


@pytest.fixture
def changed(client_of: Browser, ashas: Assignment, turn: Turn, change: Callable[..., None]) -> Turn:
    """A turn that Asha labelled, with words marked, before it was changed."""
    assert save(client_of("asha"), ashas, turn, **COMPLETE, evidence=MARKED).json()["version"] == _VERSION
    change(turn, text="I'm fine, 0!")
    return turn


def confirm(client: APIClient, assignment: Assignment, turn: Turn, key: str) -> Response:
    address = f"/api/v1/assignments/{assignment.pk}/turns/{turn.pk}/confirm/"
    return client.post(address, {"turn_revision": 2, "client_key": key}, format="json")


@pytest.mark.parametrize("is_retry", [True, False])
def test_a_turn_is_confirmed_once_from_however_many_windows(
    is_retry: bool, client_of: Browser, ashas: Assignment, changed: Turn
) -> None:
    key = str(uuid4())
    keys = [key if is_retry else str(uuid4()) for _ in range(16)]

    outcomes = at_once(*[partial(confirm, client_of("asha"), ashas, changed, each) for each in keys])

    assert statuses(outcomes) == [200] * 16
    assert {each.json()["version"] for each in outcomes} == {_VERSION + 1}  # type: ignore[union-attr]
    assert AnnotationEvent.objects.filter(construct_key="turn_revision").count() == 1


def test_one_key_confirms_one_turn(
    client_of: Browser, ashas: Assignment, session: Session, changed: Turn, change: Callable[..., None]
) -> None:
    """A browser gives each its own; two turns with one are a fault of its, and never one of the server."""
    other = session.turns.get(position=2)
    save(client_of("asha"), ashas, other, **COMPLETE)
    change(other, text="Other words.")
    key, client = str(uuid4()), client_of("asha")
    of_other = {"turn_revision": 3, "client_key": key}
    address = f"/api/v1/assignments/{ashas.pk}/turns/{other.pk}/confirm/"

    outcomes = at_once(
        partial(confirm, client, ashas, changed, key), partial(client_of("asha").post, address, of_other)
    )

    assert statuses(outcomes) == [200, 409]
    assert AnnotationEvent.objects.filter(construct_key="turn_revision").count() == 1


def test_a_confirmation_and_an_answer_are_both_kept(client_of: Browser, ashas: Assignment, changed: Turn) -> None:
    outcomes = at_once(
        partial(confirm, client_of("asha"), ashas, changed, str(uuid4())),
        partial(save, client_of("asha"), ashas, changed, version=_VERSION, engagement=2),
    )

    assert statuses(outcomes) == [200, 200]
    assert _versions() == list(range(1, _VERSION + 3))
    after = page(client_of("asha"), ashas)
    assert after["second_looks"] == {}
    assert after["annotations"][str(changed.pk)]["scores"]["engagement"] == 2


def test_a_turn_that_is_changed_while_it_is_confirmed_is_asked_about_again(
    client_of: Browser, ashas: Assignment, changed: Turn, session: Session
) -> None:
    for number in range(2, 8):
        words = {"text": f"Well, I'm fine, {number}.", "version": number}

        confirmed, edited = at_once(
            partial(_confirm_at, client_of("asha"), ashas, changed, number),
            partial(client_of("chi").patch, f"/api/v1/turns/{changed.pk}/", words, format="json"),
        )

        assert statuses([edited]) == [200]
        assert statuses([confirmed]) in ([200], [409])
        assert page(client_of("asha"), ashas)["second_looks"].keys() == {str(changed.pk)}
        assert _versions() == list(range(1, Annotation.objects.get().version + 1))
        assert _evidence(client_of("asha"), ashas, changed) == ["I'm"]


def test_a_pass_is_handed_in_while_a_turn_of_it_is_confirmed(
    client_of: Browser, ashas: Assignment, session: Session, changed: Turn
) -> None:
    save(client_of("asha"), ashas, session.turns.get(position=2), **COMPLETE)

    outcomes = at_once(
        partial(confirm, client_of("asha"), ashas, changed, str(uuid4())),
        partial(client_of("asha").post, f"/api/v1/assignments/{ashas.pk}/done/"),
    )

    assert statuses(outcomes) == [200, 200]
    ashas.refresh_from_db()
    assert ashas.done_at is not None
    assert page(client_of("asha"), ashas)["second_looks"] == {}


def _confirm_at(client: APIClient, assignment: Assignment, turn: Turn, revision: int) -> Response:
    address = f"/api/v1/assignments/{assignment.pk}/turns/{turn.pk}/confirm/"
    return client.post(address, {"turn_revision": revision, "client_key": str(uuid4())}, format="json")


def _versions() -> list[int]:
    """Of all changes of the labelled turn: each has its own."""
    of_first = AnnotationEvent.objects.filter(annotation=Annotation.objects.earliest("pk"))
    return sorted(of_first.values_list("version", flat=True))


def _evidence(client: APIClient, assignment: Assignment, turn: Turn) -> list[str]:
    """The words that are marked now."""
    shown: Any = page(client, assignment)
    text = next(each["text"] for each in shown["turns"] if each["id"] == str(turn.pk))
    return [text[span["start"] : span["end"]] for span in shown["annotations"][str(turn.pk)]["scores"]["evidence"]]
