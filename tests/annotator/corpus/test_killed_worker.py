"""Workers that are killed at any moment of a preparation: the session that comes out in the end is always the same.

They are the processes that `make run` starts. ATTUNE_KILLS tells how often they are killed, ten times unless told.
"""

import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import kombu.pools
import pytest
from django.conf import LazySettings
from django.db import connection
from django.db.models import Model
from django.forms.models import model_to_dict
from django.utils import timezone

from annotator.accounts.models import User
from annotator.broker import Transport, transport_options
from annotator.celery import app
from annotator.codebooks.services import default_codebook_version
from annotator.corpus import drafts, files, services
from annotator.corpus.files import Upload
from annotator.corpus.media.files import sha256_of
from annotator.corpus.models import Session
from annotator.jobs.models import Job, JobState
from annotator.serving.children import start_command
from annotator.serving.processes import worker_module
from annotator.studies.models import Role
from annotator.studies.services import create_study
from demo.film import FilmedSession, film
from demo.script import write_script

KILLS = int(os.environ.get("ATTUNE_KILLS", "10"))
KILLS_OF_ONE_IMPORT = 2  # Its third attempt is the last that a job is given.
LATEST = 0.9  # Of the work: what comes then takes less than a worker's notice of it.
SILENCE_S = 2
WAIT_S = 300  # Of a machine that others use too.
CONSENT = services.ConsentGiven(("view", "annotate", "train"), basis="drawn, not recorded")


Json = dict[str, Any]


class Workers:
    """The workers of `make run` that an import needs, with logs in a folder of their own."""

    def __init__(self, logs: Path) -> None:
        self._logs = logs
        self.restart()

    def kill(self) -> None:
        """End them and all their children, ffmpeg too, as if the power failed."""
        for child in self._children:
            if child.process.poll() is None:
                os.killpg(child.process.pid, signal.SIGKILL)
                child.process.wait()

    def restart(self) -> None:
        self._children = [
            # Not forked: this process has drawn pictures.
            start_command(queue, [sys.executable, "-m", *worker_module(queue)], self._logs / f"{queue}.log")
            for queue in ("default", "media")
        ]

    def run(self) -> bool:
        return all(child.process.poll() is None for child in self._children)

    def log(self) -> str:
        return "\n".join(path.read_text() for path in self._logs.glob("*.log"))


@pytest.fixture(scope="module")
def filmed(tmp_path_factory: pytest.TempPathFactory) -> FilmedSession:
    """Eight seconds of a drawn client, so that each attempt takes about as long as a worker's start."""
    return film(write_script(sessions=1, client_turns=2, seed=4)[0], tmp_path_factory.mktemp("film"))


@pytest.fixture
def workers(
    transactional_db: None, settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Workers]:
    """Workers on this test's database, with a data folder and a folder of messages of their own."""
    settings.DATA_DIR = tmp_path
    settings.MEDIA_DIR = tmp_path / "media"
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", _database_url())
    monkeypatch.setenv("JOB_SILENCE_S", str(SILENCE_S))
    monkeypatch.setenv("SECRET_KEY", settings.SECRET_KEY)
    if not settings.REDIS_URL:
        monkeypatch.setitem(app.conf, "broker_transport_options", transport_options(tmp_path / "broker"))
    _forget_connections()
    workers = Workers(tmp_path / "logs")
    try:
        yield workers
    finally:
        workers.kill()
        _forget_connections()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_workers_killed_at_any_moment_leave_the_same_session_in_the_end(
    workers: Workers, filmed: FilmedSession
) -> None:
    lead = User.objects.create_user(username="chi")
    undisturbed = _import(filmed, lead, name="Undisturbed")
    whole = _finished(undisturbed, workers)
    rng = random.Random(7)
    n_imports = KILLS // KILLS_OF_ONE_IMPORT
    killed_at_work = 0
    for number in range(n_imports):
        # In each import's own part of the work, so that none is spared by chance; then somewhere in what is left.
        first = (number + rng.random()) / n_imports * LATEST
        moments = [first, first + rng.random() * (LATEST - first)]
        session = _import(filmed, lead, name=f"Killed {number}")
        for attempt, share in enumerate(moments, start=1):
            killed_at_work += _kill_at(share, workers, session, attempt=attempt, later_s=0.3 * rng.random())
        assert _finished(session, workers) == whole, f"{number}: killed when {moments} of it was done"
    assert killed_at_work > KILLS / 2


def _kill_at(share: float, workers: Workers, session: Session, *, attempt: int, later_s: float) -> bool:
    """Kill the workers a little after that share of the work is done, and start others; return whether it went on.

    By progress and not by the clock, since what else the machine does makes one run slower than another.
    """
    _wait_for(session, workers, lambda job: job.is_over or (job.attempt >= attempt and job.progress >= share))
    time.sleep(later_s)
    workers.kill()
    was_on = not _job_of(session).is_over
    workers.restart()
    return was_on


def _finished(session: Session, workers: Workers) -> Json:
    """All that is kept of the session once its job has succeeded; names of its own are put in general terms."""
    job = _wait_for(session, workers, lambda job: job.is_over)
    assert (job.state, job.progress, job.error) == (JobState.SUCCEEDED, 1.0, "")
    session = Session.objects.get(pk=session.pk)
    folder = files.folder_of(session.recording.original_path)
    facts = {
        "state": session.state,
        "result": job.result,
        "recording": _row(session.recording, "session", "prepared_by"),
        "blurred": _row(session.recording.blurred_view, "recording"),
        "frames": [_row(frame, "turn") for turn in session.turns.all() for frame in turn.frames.all()],
        "files": {
            str(path.relative_to(files.absolute(folder))): _content(path)
            for path in sorted(files.absolute(folder).rglob("*"))
        },
    }
    text = json.dumps(facts, default=str).replace(folder, "FOLDER")
    for turn in session.turns.all():
        text = text.replace(str(turn.pk), f"TURN-{turn.position}")
    return json.loads(text)


def _content(path: Path) -> str:
    if path.is_dir():
        return "folder"
    return path.read_text() if path.suffix == ".json" else sha256_of(path)


def _row(row: Model, *elsewhere: str) -> Json:
    return model_to_dict(row, exclude=["id", *elsewhere])


def _job_of(session: Session) -> Job:
    return Job.objects.get(kind="prepare_session", arguments__session_id=session.pk)


def _wait_for(session: Session, workers: Workers, is_so: Callable[[Job], bool]) -> Job:
    deadline = time.monotonic() + WAIT_S
    while not is_so(job := _job_of(session)):
        assert workers.run() and time.monotonic() < deadline, f"{job.state} at {job.step}\n{workers.log()}"
        time.sleep(0.02)
    return job


def _database_url() -> str:
    """The test's database, as a process of its own is told of it."""
    told = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{told['NAME']}"
    return f"postgresql://{told['USER']}:{told['PASSWORD']}@:{told['PORT']}/{told['NAME']}?host={told['HOST']}"


def _forget_connections() -> None:
    """Let this process's Celery connect anew, with the options of now."""
    kombu.pools.reset()
    Transport.global_state.clear()
    app.close()
    del app.amqp  # It holds on to a pool that is now closed; Celery makes both anew.


def _import(filmed: FilmedSession, lead: User, *, name: str) -> Session:
    """Import it into a study of its own, whose raters are to see it with blurred faces and lowered voices."""
    now = timezone.now()
    study = create_study(name=name, codebook_version=default_codebook_version(now=now), creator=lead, now=now)
    study.blurred_roles, study.is_pitch_shifted = [Role.RATER], True
    study.save()
    draft = drafts.start_draft(
        study=study, transcript=Upload.of(filmed.transcript_vtt), video=Upload.of(filmed.video), actor=lead, now=now
    )
    x, y, width, height = filmed.client_region
    plan = services.ImportPlan(
        roles={each["name"]: each["guessed_role"] for each in draft.reading["speakers"]},
        client="C-01",
        counsellor="T-01",
        client_consent=CONSENT,
        counsellor_consent=CONSENT,
        client_region={"x": x, "y": y, "w": width, "h": height},
    )
    return services.confirm_draft(draft=draft, plan=plan, actor=lead, now=now)
