"""A backup that is older than withdrawals and removals gives none of that back without a word."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.accounts.models import ApiToken, User
from annotator.accounts.tokens import make_token
from annotator.corpus.models import Session
from annotator.jobs.models import Job, JobState
from annotator.jobs.services import start_job
from annotator.studies.models import Membership, Study
from annotator.studies.restoring import hold_restored_studies
from tests.annotator.backups.test_backups import append_only, elsewhere, manage  # noqa: F401  # A fixture.
from tests.annotator.conftest import NOW, AddSession

Browser = Callable[[str], APIClient]


@pytest.fixture
def session(study: Study, add_session: AddSession) -> Session:
    return add_session(study)


@pytest.fixture
def restored(session: Session) -> Session:
    """The study's session after its backup was restored."""
    hold_restored_studies(as_of=NOW, now=timezone.now())
    return session


@pytest.mark.django_db(transaction=True)
def test_the_command_closes_the_study_and_says_what_it_cannot_know(
    session: Session,
    people: dict[str, User],
    tmp_path: Path,
    elsewhere: dict[str, str],  # noqa: F811
) -> None:
    make_token(user=people["asha"], label="script", days=9, now=timezone.now())
    start_job(kind="execute_run", arguments={"run_id": 1}, title="Run 1", now=timezone.now(), study=session.study)
    with append_only():
        call_command("backup", tmp_path / "old.tar")

    told = manage("restore", str(tmp_path / "old.tar"), "--new-passwords", environment=elsewhere)

    assert told.returncode == 0, told.stderr
    for said in ("Couples pilot is closed", "sam (steward)", "consents withdrawn since", "No password works any more"):
        assert said in told.stdout
    asked = (
        "from annotator.models import *; study = Study.objects.get(); print('held', bool(study.restored_as_of), "
        "ApiToken.objects.count(), Job.objects.get().state, User.objects.get(username='asha').has_usable_password(), "
        "Entry.objects.filter(action='study.restored').count())"
    )
    answer = manage("shell", "--command", asked, environment=elsewhere)
    assert "held True 0 cancelled False 1" in answer.stdout, answer.stderr
    # Nothing has changed where the backup was made.
    assert (ApiToken.objects.count(), Job.objects.get().state) == (1, JobState.QUEUED)
    assert Study.objects.get().restored_as_of is None


@pytest.mark.parametrize("who", ["asha", "chi", "eve", "finn"])
def test_nobody_but_the_steward_opens_what_was_restored(who: str, restored: Session, client_of: Browser) -> None:
    browser = client_of(who)

    for address in (
        f"studies/{restored.study.slug}/",
        f"studies/{restored.study.slug}/sessions/",
        f"sessions/{restored.pk}/",
        f"sessions/{restored.pk}/video/",
    ):
        assert browser.get(f"/api/v1/{address}").status_code == 404, address
    me = browser.get("/api/v1/me/").json()
    assert me["memberships"] == []
    assert [each["name"] for each in me["held_back"]] == ["Couples pilot"]


def test_a_rater_saves_nothing_in_what_was_restored(
    restored: Session, people: dict[str, User], client_of: Browser
) -> None:
    rater = restored.study.raters.get(user=people["asha"])
    assignment = restored.assignments.create(rater=rater, pass_kind="together", created_at=NOW)
    url = f"/api/v1/assignments/{assignment.pk}/turns/{restored.turns.get(position=0).pk}/annotation/"

    assert client_of("asha").patch(url, {"changes": []}, format="json").status_code == 404


def test_the_steward_enters_withdrawals_and_removals_and_opens_the_study(restored: Session, client_of: Browser) -> None:
    sam, slug = client_of("sam"), restored.study.slug
    shown = sam.get(f"/api/v1/studies/{slug}/").json()
    members = sam.get(f"/api/v1/studies/{slug}/members/").json()
    gone = next(each["id"] for each in members if each["username"] == "ben")

    withdrawing = sam.post(f"/api/v1/persons/{restored.client.pk}/withdraw/", {}, format="json")
    confirming = sam.post(f"/api/v1/studies/{slug}/restoration/", {"leaving": [gone]}, format="json")
    again = sam.post(f"/api/v1/studies/{slug}/restoration/", {}, format="json")

    assert shown["restored_as_of"] == NOW.isoformat().replace("+00:00", "Z")
    assert (withdrawing.status_code, confirming.status_code) == (200, 204)
    assert (again.status_code, again.json()["code"]) == (409, "nothing_to_confirm")
    assert not Membership.objects.filter(user__username="ben").exists()
    assert client_of("ben").get(f"/api/v1/studies/{slug}/").status_code == 404
    assert client_of("chi").get(f"/api/v1/sessions/{restored.pk}/").status_code == 200
    assert client_of("asha").get("/api/v1/me/").json()["held_back"] == []
    log = sam.get(f"/api/v1/studies/{slug}/log/").json()["results"]
    assert {"study.restored", "study.restoration_confirmed", "member.removed"} <= {each["action"] for each in log}


def test_where_there_is_no_steward_a_lead_confirms(restored: Session, client_of: Browser) -> None:
    Membership.objects.filter(role="steward").delete()

    assert client_of("finn").post(f"/api/v1/studies/{restored.study.slug}/restoration/").status_code == 404
    assert client_of("chi").post(f"/api/v1/studies/{restored.study.slug}/restoration/").status_code == 204
