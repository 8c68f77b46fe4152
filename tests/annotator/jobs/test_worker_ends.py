"""A real worker that is asked to end in the middle of a job, and the one that starts after it."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from django.conf import settings

pytestmark = pytest.mark.one_database

QUEUE_A_JOB = """
import django
django.setup()
from django.core.management import call_command
from django.utils import timezone
from annotator.jobs import registry, services
call_command("migrate", verbosity=0)
registry.work("count", queue="default")(lambda progress: None)
services.start_job(kind="count", arguments={}, title="Counting", now=timezone.now())
"""
WORKER = """
import sys, time
import django
django.setup()
from annotator.celery import app
from annotator.jobs import registry

def count(progress):
    for number in range(int(sys.argv[1])):
        progress.report(0.5, f"counted to {number}")
        time.sleep(0.1)

registry.work("count", queue="default")(count)
app.worker_main(["worker", "--queues", "default", "--concurrency", "1", "--pidfile=", "--loglevel", "WARNING"])
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with one job that waits."""
    folder = tmp_path_factory.mktemp("made")
    _python(QUEUE_A_JOB, folder).wait()
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    return shutil.copytree(made, tmp_path / "data")


def test_the_next_worker_takes_up_at_once_what_an_ended_one_put_back(folder: Path) -> None:
    with _worker(folder, counts_to=6000) as worker:
        _wait_until(folder, "running")
        worker.send_signal(signal.SIGTERM)
        worker.wait(timeout=60)
        assert _job(folder) == ("queued", 0, "Waiting: Attune was ended while it did this")

    with _worker(folder, counts_to=2):
        _wait_until(folder, "succeeded")
        assert _job(folder) == ("succeeded", 1, "counted to 1")


@pytest.mark.skipif(sys.platform != "linux", reason="only on Linux is a process told from another of the same id")
def test_the_next_worker_takes_up_at_once_what_a_killed_one_left(folder: Path) -> None:
    with _worker(folder, counts_to=6000) as worker:
        _wait_until(folder, "running")
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()
        assert _job(folder)[:2] == ("running", 1)

    with _worker(folder, counts_to=2):
        _wait_until(folder, "succeeded")
        assert _job(folder) == ("succeeded", 2, "counted to 1")


@contextmanager
def _worker(folder: Path, *, counts_to: int) -> Iterator[subprocess.Popen[bytes]]:
    worker = _python(WORKER, folder, str(counts_to))
    try:
        yield worker
    finally:
        if worker.poll() is None:
            os.killpg(worker.pid, signal.SIGKILL)
            worker.wait()


def _python(script: str, folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    environment = {
        "DJANGO_SETTINGS_MODULE": "annotator.settings",
        "DATA_DIR": str(folder),
        # Silence is not what finds it here.
        "JOB_SILENCE_S": "600",
    }
    with (folder / "log").open("ab") as log:
        command = [sys.executable, "-c", script, *arguments]
        return subprocess.Popen(
            command, cwd=settings.BASE_DIR, env=environment, stdout=log, stderr=log, start_new_session=True
        )


def _wait_until(folder: Path, state: str) -> None:
    deadline = time.monotonic() + 120
    while _job(folder)[0] != state:
        assert time.monotonic() < deadline, (_job(folder), (folder / "log").read_text())
        time.sleep(0.1)


def _job(folder: Path) -> tuple[str, int, str]:
    with closing(sqlite3.connect(folder / "attune.sqlite3", timeout=20)) as database:
        state, attempt, step = database.execute("SELECT state, attempt, step FROM annotator_job").fetchone()
    return state, attempt, step
