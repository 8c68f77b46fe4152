"""Recorded people, what they agreed to, and what a withdrawal touches."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.audit.models import Entry
from annotator.corpus import consent
from annotator.corpus.models import Consent, Person, Session
from annotator.studies.models import Study
from tests.annotator.conftest import AddSession

Browser = Callable[[str], APIClient]


@pytest.fixture
def session(study: Study, add_session: AddSession) -> Session:
    return add_session(study)


@pytest.mark.parametrize(
    ("who", "status"), [("chi", 200), ("sam", 200), ("asha", 403), ("eve", 403), ("finn", 403), ("dev", 404)]
)
def test_leads_and_stewards_see_who_was_recorded(
    who: str, status: int, study: Study, session: Session, client_of: Browser
) -> None:
    response = client_of(who).get(f"/api/v1/studies/{study.slug}/persons/")

    assert response.status_code == status
    if status == 200:
        told = [(each["pseudonym"], each["role"], each["sessions"]) for each in response.json()]
        assert told == [("C-01", "client", ["S001"]), ("T-01", "counsellor", ["S001"])]


@pytest.mark.parametrize(("who", "status"), [("chi", 200), ("sam", 200), ("asha", 404), ("dev", 404)])
def test_a_withdrawal_ends_what_stood_and_is_logged(
    who: str, status: int, session: Session, client_of: Browser
) -> None:
    response = client_of(who).post(
        f"/api/v1/persons/{session.client.pk}/withdraw/", {"note": "by letter"}, format="json"
    )

    standing = Consent.objects.filter(person=session.client, withdrawn_at=None)
    assert response.status_code == status
    assert standing.exists() == (status == 404)
    assert Entry.objects.filter(action="consent.withdrawn").exists() == (status == 200)
    if status == 200:
        assert response.json()["affected_releases"] == []


def test_new_consent_takes_the_place_of_the_old_and_history_stays(session: Session, client_of: Browser) -> None:
    address = f"/api/v1/persons/{session.client.pk}/consents/"

    response = client_of("sam").post(address, {"scopes": ["view", "external"], "basis": "form 4"}, format="json")

    assert response.status_code == 201
    standing = [(each["scope"], each["basis"]) for each in response.json()["consents"] if not each["replaced_at"]]
    assert sorted(standing) == [("annotate", "form 3"), ("external", "form 4"), ("train", "form 3"), ("view", "form 4")]
    assert len(response.json()["consents"]) == 5


def test_a_scope_named_twice_is_given_once(session: Session, client_of: Browser) -> None:
    address = f"/api/v1/persons/{session.client.pk}/consents/"

    response = client_of("sam").post(address, {"scopes": ["view", "view"]}, format="json")

    assert response.status_code == 201
    assert session.client.consents.filter(scope="view", withdrawn_at=None, replaced_at=None).count() == 1


@pytest.mark.parametrize(
    "body", [{"scopes": []}, {"scopes": ["everything"]}, {"scopes": ["view"], "expires_on": "soon"}]
)
def test_consent_that_says_nothing_is_refused(body: dict[str, object], session: Session, client_of: Browser) -> None:
    response = client_of("sam").post(f"/api/v1/persons/{session.client.pk}/consents/", body, format="json")

    assert response.status_code == 400
    assert Person.objects.get(pk=session.client.pk).consents.count() == 3


def test_a_session_agrees_to_what_everybody_in_it_agrees_to_whichever_way_it_is_asked(
    session: Session, client_of: Browser
) -> None:
    now = timezone.now()
    counsellor = Person.objects.create(study=session.study, pseudonym="T9", role=Person.Role.COUNSELLOR)
    session.counsellor = counsellor
    session.save()
    Consent.objects.all().delete()

    def consent_of(person: Person, scope: str, **ends: datetime) -> None:
        Consent.objects.create(person=person, scope=scope, basis="form", given_at=now - timedelta(days=9), **ends)

    for person in (session.client, counsellor):
        consent_of(person, "view")
        consent_of(person, "train", expires_at=now + timedelta(days=1))
    consent_of(session.client, "annotate")  # The counsellor does not.
    consent_of(session.client, "publish")
    consent_of(counsellor, "publish", withdrawn_at=now)
    consent_of(session.client, "external", withdrawn_at=now - timedelta(days=2))
    consent_of(session.client, "external")  # Given anew: two rows of one person are not two persons.

    assert consent.scopes_agreed(session, at=now) == {"view", "train"}
    for scope in Consent.Scope.values:
        asked_of_rows = session.pk in consent.agreeing_sessions([session.pk], scope, at=now)
        assert consent.agrees(session, scope, at=now) == asked_of_rows, scope
    assert consent.scopes_agreed(session, at=now + timedelta(days=1)) == {"view"}
