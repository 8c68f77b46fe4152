"""Asha and Ben each rate session 1, words and face together."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.annotations import services
from annotator.annotations.models import Assignment
from annotator.corpus.models import Recording, Session, Turn
from annotator.studies.models import Rater, Study
from tests.annotator.conftest import NOW, AddSession


@pytest.fixture
def session(study: Study, add_session: AddSession) -> Session:
    session = add_session(study, n_turns=2)
    Recording.objects.filter(session=session).update(
        original_path="imports/x/original",
        original_sha256="0" * 64,
        duration_ms=4000,
        probe={"video_codec": "h264", "audio_codec": "aac"},
    )
    return session


@pytest.fixture
def turn(session: Session) -> Turn:
    """The first client turn."""
    return session.turns.get(position=0)


@pytest.fixture
def assign(study: Study, session: Session, people: dict[str, User]) -> Callable[..., Assignment]:
    def give(who: str, pass_kind: str = "together") -> Assignment:
        rater = Rater.objects.get(study=study, user=people[who])
        (assignment,) = services.assign(
            study=study, sessions=[session], raters=[rater], pass_kind=pass_kind, actor=people["chi"], now=NOW
        )
        return assignment

    return give


@pytest.fixture
def ashas(assign: Callable[..., Assignment]) -> Assignment:
    return assign("asha")


@pytest.fixture
def bens(assign: Callable[..., Assignment]) -> Assignment:
    return assign("ben")


@pytest.fixture
def change(client_of: Callable[[str], APIClient], session: Session) -> Callable[..., None]:
    """A lead's change of a turn, or of the transcript."""

    def change(turn: Turn | None, how: str = "", **told: Any) -> None:
        body = {"version": session.revisions.latest("number").number, **told}
        if turn is None:
            response = client_of("chi").post(f"/api/v1/sessions/{session.pk}/transcript/undo/", body, format="json")
        elif how:
            response = client_of("chi").post(f"/api/v1/turns/{turn.pk}/{how}/", body, format="json")
        else:
            response = client_of("chi").patch(f"/api/v1/turns/{turn.pk}/", body, format="json")
        assert response.status_code == 200

    return change


def page(client: APIClient, assignment: Assignment) -> Any:
    return client.get(f"/api/v1/assignments/{assignment.pk}/workspace/").json()


def save(
    client: APIClient, assignment: Assignment, turn: Turn, *, version: int = 0, key: str | None = None, **values: Any
) -> Response:
    """Save answers by construct; `key` names the change for a retry."""
    changes = [
        {"client_key": key or str(uuid4()), "construct": construct, "value": value}
        for construct, value in values.items()
    ]
    address = f"/api/v1/assignments/{assignment.pk}/turns/{turn.pk}/annotation/"
    return client.patch(address, {"version": version, "changes": changes}, format="json")


COMPLETE = {
    "incongruence": "none",
    "engagement": 4,
    **{f"{what}_{channel}": 5 for what in ("valence", "arousal", "dominance") for channel in ("words", "face")},
}
