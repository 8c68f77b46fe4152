"""Two who do the same at one moment: one does it, the other reads why not."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from rest_framework.test import APIClient

from annotator import clashes
from annotator.annotations.models import Assignment
from annotator.api.errors import error_response
from annotator.corpus.models import Person, Session
from annotator.studies.models import Study
from tests.annotator.at_once import at_once
from tests.annotator.conftest import NOW, AddSession

Browser = Callable[[str], APIClient]


def test_each_unique_constraint_has_a_sentence_and_each_sentence_a_constraint(db: None) -> None:
    drawn = {"annotator_job.uuid"}  # By ourselves; two of them are a bug.

    assert clashes.unique_keys() - drawn == set(clashes.SENTENCES)


def _refusal(break_it: Callable[[], object]) -> tuple[int, str, str]:
    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        break_it()
    response = error_response(caught.value, {})
    assert response is not None
    return response.status_code, response.data["code"], response.data["message"]


def test_a_broken_constraint_is_a_409_in_its_own_words(study: Study, add_session: AddSession) -> None:
    session = add_session(study)
    again = Session(study=study, number=session.number, client=session.client, counsellor=session.counsellor)
    again.created_at = NOW

    assert _refusal(again.save) == (409, "clash", clashes.SENTENCES["one_session_per_number"])


def test_a_field_that_is_unique_by_itself_is_told_too(study: Study) -> None:
    twin = Study(name=study.name, slug="another", codebook_version=study.codebook_version, created_at=NOW)

    assert _refusal(twin.save) == (409, "clash", clashes.SENTENCES["annotator_study.name"])


def test_a_constraint_with_a_condition_is_told_too(study: Study, add_session: AddSession) -> None:
    client = add_session(study).client
    again = client.consents.first()
    assert again is not None
    again.pk = None

    assert _refusal(again.save) == (409, "clash", clashes.SENTENCES["one_standing_consent_per_scope"])


@pytest.mark.django_db(transaction=True)
def test_what_belongs_to_something_gone_is_told_too(study: Study) -> None:
    orphan = Person(study_id=study.pk + 1000, pseudonym="C-09", role="client")

    assert _refusal(orphan.save) == (409, "clash", clashes.GONE)


def test_what_only_a_bug_breaks_stays_a_bug(study: Study) -> None:
    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        Person.objects.create(study=study, pseudonym="C-09", role="cook")
    assert error_response(caught.value, {}) is None


@pytest.mark.django_db(transaction=True)
def test_whoever_waits_too_long_for_another_may_try_again(
    study: Study, add_session: AddSession, client_of: Browser
) -> None:
    rater = study.raters.get(user__username="asha")
    assignment = Assignment.objects.create(
        rater=rater, session=add_session(study), pass_kind="together", created_at=NOW
    )
    asha, is_held, is_over = client_of("asha"), threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            Assignment.objects.select_for_update().get(pk=assignment.pk)
            is_held.set()
            is_over.wait(30)

    def ask() -> Any:
        is_held.wait(30)
        with connection.cursor() as cursor:
            is_postgresql = connection.vendor == "postgresql"
            cursor.execute("SET lock_timeout = '100ms'" if is_postgresql else "PRAGMA busy_timeout = 100")
        try:
            return asha.post(f"/api/v1/assignments/{assignment.pk}/done/")
        finally:
            is_over.set()

    _, response = at_once(hold, ask)

    assert (response.status_code, response.json()["code"]) == (503, "busy")
    assert response["Retry-After"] == "1"
