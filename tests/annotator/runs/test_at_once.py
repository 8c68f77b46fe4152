"""Freezing, approving, starting and resuming by several people at one moment: once, and told to the others."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.corpus import consent
from annotator.corpus.models import Person
from annotator.jobs.models import Job, JobState
from annotator.releases.models import Approval, Release
from annotator.runs.models import Run
from annotator.studies.models import Membership, Study
from tests.annotator.at_once import at_once, statuses

Browser = Callable[[str], APIClient]

pytestmark = pytest.mark.django_db(transaction=True)


def posts(client_of: Browser, address: str, body: dict[str, object], *who: str) -> list[int]:
    """The sorted statuses of one POST by each person at once."""
    browsers = [client_of(name) for name in who]
    url = f"/api/v1/{address}"
    return statuses(at_once(*[lambda browser=browser: browser.post(url, body, format="json") for browser in browsers]))


def test_one_release_is_frozen_at_a_time(labelled: Study, client_of: Browser) -> None:
    address = f"studies/{labelled.slug}/releases/"

    assert posts(client_of, address, {"holdout_share": 0.3}, *["chi"] * 8) == [201] + [409] * 7
    assert list(Release.objects.values_list("number", flat=True)) == [1]


def test_a_release_is_approved_by_one_of_those_who_try(
    frozen: int, labelled: Study, people: dict[str, User], client_of: Browser
) -> None:
    Membership.objects.create(study=labelled, user=people["dev"], role="lead", created_at=timezone.now())

    assert posts(client_of, f"releases/{frozen}/approve/", {}, *["sam", "dev"] * 4) == [200] + [409] * 7
    assert Approval.objects.count() == 1
    assert len(Release.objects.get().manifest["approvals"]) == 1  # type: ignore[index]


def test_runs_are_started_once(approved: int, client_of: Browser) -> None:
    address = f"releases/{approved}/runs/"

    assert posts(client_of, address, {"preset": "tiny"}, *["chi", "finn"] * 4) == [201] + [409] * 7
    assert sorted(Run.objects.values_list("number", flat=True)) == [1, 2, 3]


def test_a_run_is_resumed_once(approved: int, client_of: Browser) -> None:
    wish = {"preset": "tiny", "ablations": ["none"]}
    run = client_of("finn").post(f"/api/v1/releases/{approved}/runs/", wish, format="json").json()[0]["id"]
    client_of("finn").post(f"/api/v1/runs/{run}/cancel/")

    assert posts(client_of, f"runs/{run}/resume/", {}, *["chi", "finn"] * 4) == [202] + [409] * 7
    assert Job.objects.filter(kind="execute_run", state=JobState.QUEUED).count() == 1


def test_a_withdrawal_beside_a_start_leaves_no_run_that_trains(
    approved: int, client_of: Browser, run_jobs: Callable[[], None]
) -> None:
    """Whichever comes first: the run is refused, or it ends before it has begun."""
    person = Person.objects.get(pseudonym="C-01")
    sam, finn = client_of("sam"), client_of("finn")
    at_once(
        lambda: sam.post(f"/api/v1/persons/{person.pk}/withdraw/", {}, format="json"),
        lambda: finn.post(f"/api/v1/releases/{approved}/runs/", {"ablations": ["none"]}, format="json"),
    )

    run_jobs()

    assert not consent.agreeing_sessions([1], "train", at=timezone.now())
    assert {run.state for run in Run.objects.all()} <= {Run.State.FAILED}
