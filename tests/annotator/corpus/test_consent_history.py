"""What is on record of a consent: replaced is not withdrawn, and its last day is a day where the study is."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest
from django.apps.registry import Apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test.utils import override_settings
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.corpus import consent
from annotator.corpus.models import Consent, Person, Session
from annotator.studies.models import Study
from tests.annotator.conftest import AddSession

Browser = Callable[[str], APIClient]
BERLIN = "Europe/Berlin"


@pytest.fixture
def session(study: Study, add_session: AddSession) -> Session:
    return add_session(study)


def give(browser: APIClient, person: Person, **told: object) -> list[dict[str, str | None]]:
    """The person's consents after one more was recorded."""
    response = browser.post(f"/api/v1/persons/{person.pk}/consents/", told, format="json")
    assert response.status_code == 201, response.json()
    consents: list[dict[str, str | None]] = response.json()["consents"]
    return consents


def test_a_consent_that_is_given_anew_is_replaced_and_not_withdrawn(session: Session, client_of: Browser) -> None:
    given = give(client_of("sam"), session.client, scopes=["view"], basis="form 4")

    views = [each for each in given if each["scope"] == "view"]
    assert [(bool(each["replaced_at"]), each["withdrawn_at"]) for each in views] == [(True, None), (False, None)]
    assert views[0]["replaced_at"] == views[1]["given_at"]
    assert "view" in consent.scopes_agreed(session, at=timezone.now())


def test_only_the_latest_consent_is_withdrawn(session: Session, client_of: Browser) -> None:
    give(client_of("sam"), session.client, scopes=["view"], basis="form 4")
    url = f"/api/v1/persons/{session.client.pk}/withdraw/"

    told = client_of("sam").post(url, {"scopes": ["view"]}, format="json").json()["person"]["consents"]

    views = [each for each in told if each["scope"] == "view"]
    assert [(bool(each["replaced_at"]), bool(each["withdrawn_at"])) for each in views] == [(True, False), (False, True)]
    assert "view" not in consent.scopes_agreed(session, at=timezone.now())


def test_a_shorter_consent_replaces_a_longer_one(session: Session, client_of: Browser) -> None:
    """What somebody says last counts, also where it is less."""
    give(client_of("sam"), session.client, scopes=["train"], basis="form 4", expires_on="2026-01-31")

    assert "train" not in consent.scopes_agreed(session, at=timezone.now())


@pytest.mark.parametrize("scope", ["appraise", "publish"])
def test_a_scope_that_nothing_asks_for_is_not_offered_and_stays_on_record(
    scope: str, session: Session, client_of: Browser
) -> None:
    session.client.consents.create(scope=scope, basis="form 1", given_at=timezone.now())
    url = f"/api/v1/persons/{session.client.pk}"

    refused = client_of("sam").post(f"{url}/consents/", {"scopes": [scope]}, format="json")
    withdrawn = client_of("sam").post(f"{url}/withdraw/", {"scopes": [scope]}, format="json")

    assert refused.status_code == 400
    assert session.client.consents.get(scope=scope).withdrawn_at is not None
    assert [each["scope"] for each in withdrawn.json()["person"]["consents"]][-1] == scope


@pytest.mark.parametrize(
    ("zone", "ends"),
    [
        ("UTC", datetime(2026, 7, 1, 0, 0, tzinfo=UTC)),
        (BERLIN, datetime(2026, 6, 30, 22, 0, tzinfo=UTC)),
        ("America/Los_Angeles", datetime(2026, 7, 1, 7, 0, tzinfo=UTC)),
    ],
)
def test_a_consent_holds_to_the_end_of_its_last_day_where_the_study_is(
    zone: str, ends: datetime, session: Session, client_of: Browser
) -> None:
    Study.objects.update(time_zone=zone)
    given = give(client_of("sam"), session.client, scopes=["view"], basis="form 4", expires_on="2026-06-30")

    assert given[-1]["last_day"] == "2026-06-30"
    Consent.objects.filter(replaced_at__isnull=False).delete()
    Consent.objects.update(given_at=datetime(2026, 5, 2, tzinfo=UTC))
    asked = [ends - timedelta(seconds=1), ends]
    assert ["view" in consent.scopes_agreed(session, at=at) for at in asked] == [True, False]
    assert [bool(consent.agreeing_sessions([session.pk], "view", at=at)) for at in asked] == [True, False]


@pytest.mark.parametrize(("who", "status"), [("chi", 200), ("sam", 200), ("asha", 403), ("finn", 403)])
def test_another_time_zone_moves_the_end_of_each_last_day(
    who: str, status: int, session: Session, client_of: Browser
) -> None:
    give(client_of("sam"), session.client, scopes=["view"], basis="form 4", expires_on="2026-06-30")

    response = client_of(who).patch(f"/api/v1/studies/{session.study.slug}/", {"time_zone": BERLIN}, format="json")

    assert response.status_code == status
    row = session.client.consents.get(last_day=date(2026, 6, 30))
    midnight = datetime(2026, 7, 1, tzinfo=UTC)
    assert row.expires_at == (midnight - timedelta(hours=2) if status == 200 else midnight)


NO_ZONES = ["Mars/Olympus", "localtime", "Factory", "posixrules", "posix/Europe/Berlin", "right/Europe/Berlin", ""]


@pytest.mark.parametrize("name", NO_ZONES)
def test_a_time_zone_that_is_none_is_refused(
    name: str, study: Study, people: dict[str, User], client_of: Browser
) -> None:
    User.objects.filter(pk=people["chi"].pk).update(is_superuser=True)

    changed = client_of("chi").patch(f"/api/v1/studies/{study.slug}/", {"time_zone": name}, format="json")
    made = client_of("chi").post("/api/v1/studies/", {"name": "Grief", "time_zone": name}, format="json")

    assert (changed.status_code, made.status_code) == (400, 400)
    assert not name or "Europe/Berlin" in changed.json()["message"]
    assert set(Study.objects.values_list("time_zone", flat=True)) == {"UTC"}


@pytest.mark.parametrize("name", ["UTC", "Europe/Berlin", "Asia/Calcutta", "America/Argentina/Ushuaia", "Etc/GMT-14"])
def test_every_zone_that_browsers_name_is_taken(name: str, study: Study, client_of: Browser) -> None:
    changed = client_of("chi").patch(f"/api/v1/studies/{study.slug}/", {"time_zone": name}, format="json")

    assert (changed.status_code, changed.json()["time_zone"]) == (200, name)


def test_a_last_day_that_no_calendar_reaches_is_refused_in_words(session: Session, client_of: Browser) -> None:
    for_ever = {"scopes": ["view"], "basis": "form 4", "expires_on": "9999-12-31"}

    response = client_of("sam").post(f"/api/v1/persons/{session.client.pk}/consents/", for_ever, format="json")

    assert (response.status_code, response.json()["fields"].keys()) == (400, {"expires_on"})
    assert "none where it holds for good" in response.json()["message"]
    assert not session.client.consents.filter(replaced_at__isnull=False).exists()


def test_a_new_study_has_the_zone_that_is_told_or_the_installations(
    study: Study, people: dict[str, User], client_of: Browser
) -> None:
    people["chi"].is_superuser = True
    people["chi"].save()

    with override_settings(STUDY_TIME_ZONE="Asia/Kolkata"):
        for told in ({"name": "Grief"}, {"name": "Loss", "time_zone": BERLIN}):
            assert client_of("chi").post("/api/v1/studies/", told, format="json").status_code == 201

    assert dict(Study.objects.exclude(pk=study.pk).values_list("name", "time_zone")) == {
        "Grief": "Asia/Kolkata",
        "Loss": BERLIN,
    }


@pytest.mark.django_db(transaction=True)
def test_what_is_on_record_is_told_apart_by_the_migration(study: Study) -> None:
    """A consent that ended the moment another was given was replaced; one that ended by itself was withdrawn."""
    person = Person.objects.create(study=study, pseudonym="C-01", role="client").pk
    first, second, third = (datetime(2026, 5, day, tzinfo=UTC) for day in (1, 2, 3))
    executor = MigrationExecutor(connection)
    latest = executor.loader.graph.leaf_nodes("annotator")
    try:
        executor.migrate([("annotator", "0015_consensus_rounds_alone")])
        before = _apps_of("0015_consensus_rounds_alone").get_model("annotator", "Consent").objects
        before.create(person_id=person, scope="view", given_at=first, withdrawn_at=second, expires_at=None)
        ends = datetime(2026, 6, 30, 23, 59, 59, 999999, tzinfo=UTC)
        before.create(person_id=person, scope="view", given_at=second, withdrawn_at=third, expires_at=ends)
        before.create(person_id=person, scope="train", given_at=third)
    finally:
        MigrationExecutor(connection).migrate(latest)

    told = Consent.objects.order_by("pk").values_list("replaced_at", "withdrawn_at", "last_day")
    assert list(told) == [(second, None, None), (None, third, date(2026, 6, 30)), (None, None, None)]


def _apps_of(migration: str) -> Apps:
    state = MigrationExecutor(connection).loader.project_state([("annotator", migration)])
    return state.apps
