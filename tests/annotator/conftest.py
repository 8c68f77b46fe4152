"""The cast of every story: Asha and Ben rate, Chi leads, Eve is an expert, Finn an engineer, Sam the steward.

Dev is outside the study. `client_of("asha")` is her browser.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
from django.conf import LazySettings
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.codebooks.services import default_codebook_version
from annotator.jobs import execution
from annotator.jobs.models import Job, JobState
from annotator.studies import services
from annotator.studies.models import Study

NOW = datetime(2026, 5, 2, 9, 0, tzinfo=UTC)
CAST = {"asha": "rater", "ben": "rater", "chi": "lead", "eve": "expert", "finn": "engineer", "sam": "steward"}
PASSWORD = "a quiet room 7"


@pytest.fixture(autouse=True)
def _quick_and_apart(settings: LazySettings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A folder of its own for each test's files, and a password hash that does not slow each log-in."""
    folder = tmp_path_factory.mktemp("data")
    settings.DATA_DIR = folder
    settings.MEDIA_DIR = folder / "media"
    settings.RELEASES_DIR = folder / "releases"
    settings.RUNS_DIR = folder / "runs"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    yield


@pytest.fixture
def people(db: None) -> dict[str, User]:
    return {
        name: User.objects.create_user(username=name, password=PASSWORD, display_name=name.title())
        for name in [*CAST, "dev"]
    }


@pytest.fixture
def study(people: dict[str, User]) -> Study:
    """A study of the whole cast, without sessions."""
    study = services.create_study(
        name="Couples pilot", codebook_version=default_codebook_version(now=NOW), creator=people["chi"], now=NOW
    )
    for name, role in CAST.items():
        if role != "lead":
            services.add_member(study=study, username=name, role=role, actor=people["chi"], now=NOW)
    return study


@pytest.fixture
def client_of(people: dict[str, User]) -> Callable[[str], APIClient]:
    def client(name: str) -> APIClient:
        browser = APIClient()
        browser.force_login(people[name], backend="django.contrib.auth.backends.ModelBackend")
        return browser

    return client


@pytest.fixture
def run_jobs(db: None) -> Callable[[], None]:
    """Do every waiting job here and now, as a worker would."""

    def run() -> None:
        while job := Job.objects.filter(state=JobState.QUEUED).order_by("pk").first():
            execution.run(job_id=job.pk)

    return run
