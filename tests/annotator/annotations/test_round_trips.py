"""How often a save goes to PostgreSQL and back, which is most of what a rater waits for beside the disk."""

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.utils import timezone
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator import sql
from annotator.accounts.models import User
from annotator.annotations.models import Annotation, Assignment
from annotator.annotations.saving import save_changes
from annotator.annotations.sheet import Change
from annotator.corpus import consent
from annotator.corpus.models import Session, Turn
from annotator.locks import lock
from tests.annotator.annotations.conftest import save

pytestmark = [
    pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite is asked within this process"),
    pytest.mark.django_db(transaction=True),
]

Browser = Callable[[str], APIClient]


@pytest.fixture
def said_of(tmp_path: Path) -> Callable[[Callable[[], Response]], str]:
    """What the browser's request and PostgreSQL say to one another."""

    def said(request: Callable[[], Response]) -> str:
        trace = os.open(tmp_path / "trace", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        connection.connection.pgconn.trace(trace)
        try:
            assert request().status_code == 200
        finally:
            connection.connection.pgconn.untrace()
            os.close(trace)
        return (tmp_path / "trace").read_text()

    return said


def test_a_save_goes_to_postgresql_and_back_four_times(
    client_of: Browser,
    ashas: Assignment,
    session: Session,
    turn: Turn,
    said_of: Callable[[Callable[[], Response]], str],
) -> None:
    """The log-in, the person, the locked pass with what stands there, and what is written to the disk."""
    asha = client_of("asha")
    save(asha, ashas, turn, incongruence="none")
    save(asha, ashas, turn, version=1, confidence=2)  # Statements are prepared now.

    again = said_of(partial(save, asha, ashas, turn, version=2, engagement=3))
    first = said_of(partial(save, asha, ashas, session.turns.get(position=2), incongruence="none"))

    for said in (again, first):
        assert said.count("ReadyForQuery") == 4
        assert "annotator_turn" not in said  # All but log-in and person is prepared, and called by name.


def test_a_save_that_waited_goes_by_the_consent_that_was_withdrawn_meanwhile(
    client_of: Browser, people: dict[str, User], session: Session, ashas: Assignment, turn: Turn
) -> None:
    def withdraw() -> None:
        consent.withdraw(person=session.client, scopes=["annotate"], note="", actor=people["sam"], now=timezone.now())

    response = _saved_after(withdraw, partial(save, client_of("asha"), ashas, turn, engagement=3))

    assert (response.status_code, response.json()["code"]) == (409, "no_consent")
    assert not Annotation.objects.exists()


def test_a_save_that_waited_goes_by_what_was_answered_meanwhile(
    client_of: Browser, ashas: Assignment, turn: Turn
) -> None:
    save(client_of("asha"), ashas, turn, incongruence="none")

    def answer() -> None:
        changes = [Change(uuid4(), "engagement", 5)]
        save_changes(assignment=ashas, turn_id=turn.pk, based_on=1, changes=changes, now=timezone.now())

    response = _saved_after(answer, partial(save, client_of("asha"), ashas, turn, version=1, engagement=3))

    assert (response.status_code, response.json()["code"]) == (409, "stale_edit")
    assert response.json()["current"]["scores"] == {"incongruence": "none", "engagement": 5}


def _saved_after(meanwhile: Callable[[], None], saving: Callable[[], Response]) -> Response:
    """The answer to a save that has waited for the lock of the pass while something else was done and committed."""

    def saved() -> Response:
        try:
            return saving()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        with transaction.atomic():
            list(lock(Assignment.objects.all()))
            waiting = thread.submit(saved)
            _wait_until_somebody_waits()
            meanwhile()
        return waiting.result(60)


def _wait_until_somebody_waits() -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        ((n_waiting,),) = _rows("SELECT COUNT(*) FROM pg_locks WHERE NOT granted")
        if n_waiting:
            return
        time.sleep(0.02)
    raise RuntimeError("The save did not wait for the lock.")


def test_more_statements_than_a_connection_keeps_prepared() -> None:
    asked = [sql.Statement(f"SELECT %s::int + {n}", [1]) for n in range(250)]

    one_by_one = [sql.run_together(each)[0] for each in asked]
    together = sql.run_together(*asked[:80], *asked[40:120])

    assert one_by_one == [[(1 + n,)] for n in range(250)]
    assert together == one_by_one[:80] + one_by_one[40:120]
    assert _rows("SELECT COUNT(*) FROM pg_prepared_statements") == [(120,)]


def _rows(text: str) -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(text)
        return cursor.fetchall()
