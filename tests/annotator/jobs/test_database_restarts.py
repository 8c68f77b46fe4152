"""A database that is restarted in the middle of a job: the job waits for it and goes on, at no attempt's cost."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.db import OperationalError
from django.utils import timezone

from annotator.jobs import execution, patience
from annotator.jobs.models import Job
from tests import services

# Counts until it is told to stop. What it prints tells the test where it is; how it ended comes last.
WORKER = """
import json, sys, time
from pathlib import Path
import django; django.setup()
from django.utils import timezone
from annotator.jobs import execution
from annotator.jobs.models import Job
from annotator.jobs.registry import work

stop, kind = Path(sys.argv[1]), sys.argv[2]

@work("counting", queue="default")
def count(progress):
    number = 0
    while not stop.exists():
        number += 1
        progress.report(min(0.9, number / 1000), f"at {number}")
        progress.log(f"counted {number}")
        print("counted", flush=True)
        time.sleep(0.1)
    return {"counted": number}

@work("reading", queue="default")
def read(progress):
    while not stop.exists():
        Job.objects.count()  # Nobody is patient here.
        print("counted", flush=True)
        time.sleep(0.1)
    return {"counted": 0}

job = Job.objects.create(kind=kind, title="Counting", created_at=timezone.now())
print(job.pk, flush=True)
again = execution.run(job_id=job.pk)
job.refresh_from_db()
print(json.dumps({"state": job.state, "attempt": job.attempt, "step": job.step, "result": job.result,
                  "is_sent_again": again is not None, "log": job.log_tail.splitlines()[-1:],
                  "beat_s": (timezone.now() - job.heartbeat_at).total_seconds()}), flush=True)
"""
RECONCILER = """
import json
import django; django.setup()
from django.utils import timezone
from annotator.jobs import execution
print(json.dumps([job_id for job_id, _ in execution.lost_jobs(now=timezone.now())]))
"""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[services.Service]:
    with services.postgresql() as service:
        _run(["manage.py", "migrate", "-v0"], service, tmp_path_factory.mktemp("data"))
        yield service


def _environment(service: services.Service, folder: Path) -> dict[str, str]:
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "annotator.settings",
        "DATABASE_URL": service.url,
        "DATA_DIR": str(folder),
        "JOB_SILENCE_S": "8",
    }


def _run(words: list[str], service: services.Service, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, *words],
        cwd=settings.BASE_DIR,
        env=_environment(service, folder),
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout


@pytest.fixture
def restarted_during(database: services.Service, tmp_path: Path) -> Callable[..., dict[str, object]]:
    """How a job of this kind ended, in the middle of which the database was away for so long."""

    def restart(kind: str, *, away_s: float) -> dict[str, object]:
        stop = tmp_path / "stop"
        command = [sys.executable, "-c", WORKER, str(stop), kind]
        with subprocess.Popen(
            command,
            cwd=settings.BASE_DIR,
            env=_environment(database, tmp_path),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as worker:
            assert worker.stdout and worker.stderr and database.stop and database.start
            job_id = worker.stdout.readline().strip()
            assert worker.stdout.readline() == "counted\n", worker.stderr.read()
            database.stop()
            time.sleep(away_s)
            database.start()
            if kind == "counting":
                assert int(job_id) not in json.loads(_run(["-c", RECONCILER], database, tmp_path))
                for _ in range(20):  # More than were printed before it was away.
                    assert worker.stdout.readline() == "counted\n"
            stop.touch()
            told, errors = worker.communicate(timeout=60)
        assert worker.returncode == 0, errors
        return dict(json.loads(told.splitlines()[-1]))

    return restart


@pytest.mark.one_database
@pytest.mark.slow
@pytest.mark.parametrize("away_s", [0.0, 10.0])  # At once, and for longer than a worker may be silent.
def test_a_job_goes_on_after_a_restart_at_no_attempts_cost(
    away_s: float, restarted_during: Callable[..., dict[str, object]]
) -> None:
    ended = restarted_during("counting", away_s=away_s)

    assert (ended["state"], ended["attempt"], ended["is_sent_again"]) == ("succeeded", 1, False)
    assert ended["log"] == [f"counted {ended['result']['counted']}"]  # type: ignore[index]


@pytest.mark.one_database
@pytest.mark.slow
def test_work_that_met_the_restart_itself_waits_again_and_is_not_counted(
    restarted_during: Callable[..., dict[str, object]],
) -> None:
    ended = restarted_during("reading", away_s=1.0)

    assert (ended["state"], ended["attempt"], ended["is_sent_again"]) == ("queued", 0, True)
    assert ended["step"] == execution.DATABASE_AWAY


@pytest.mark.django_db(transaction=True)
def test_what_is_done_is_tried_until_the_database_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(patience.time, "sleep", pauses.append)
    tries = iter([OperationalError("away")] * 8)

    def act() -> str:
        if (error := next(tries, None)) is not None:
            raise error
        return "done"

    assert patience.patiently(act) == "done"
    assert pauses == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]


@pytest.mark.django_db
def test_in_a_transaction_nothing_is_tried_again_since_what_came_before_is_lost() -> None:
    tries: list[int] = []

    def act() -> None:
        tries.append(1)
        raise OperationalError("away")

    with pytest.raises(OperationalError):
        patience.patiently(act)
    assert len(tries) == 1


@pytest.mark.django_db
def test_a_claim_is_told_once_more_where_its_word_was_lost() -> None:
    now = timezone.now()
    job = Job.objects.create(kind="counting", title="Counting", created_at=now)

    first, told_again = (execution._claim(job_id=job.pk, now=now) for _ in range(2))

    assert first and told_again and told_again.attempt == 1
    assert execution._claim(job_id=job.pk, now=now + timedelta(seconds=1)) is None
