"""The child processes of `serve`: what each is, and how all are ended."""

import os
import signal
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

from django.conf import settings

from annotator.serving.children import Child, start_module
from annotator.serving.web import web_server_arguments

END_WITHIN_S = 15
TELL_EVERY_S = 3


def start_web_server(log_folder: Path) -> Child:
    """Serve the API and the front end."""
    return start_module("web server", ["granian", *web_server_arguments()], log_folder / "web.log", ended_by=_GENTLY)


def start_worker(log_folder: Path) -> Child:
    """Do what a person or the timer waits for."""
    return _start_worker("worker", "default", log_folder / "worker.log")


def start_media_worker(log_folder: Path) -> Child:
    """Prepare recordings."""
    return _start_worker("media worker", "media", log_folder / "media-worker.log")


def start_training_worker(log_folder: Path) -> Child:
    """Train; the training itself is a process of its own."""
    return _start_worker("training worker", "gpu", log_folder / "training-worker.log")


# A queue's pool and how much of its work is done at once. Only what reads recordings has processes under its worker: a
# file that crashes the reading of it ends nothing else.
POOLS = {"default": ("threads", 2), "media": ("prefork", 2), "gpu": ("threads", 1)}


def worker_module(queue: str) -> list[str]:
    """The module and arguments that do the work of one queue, which has a worker of its own: no quick work waits for
    what takes an hour."""
    pool, at_once = POOLS[queue]
    module = [*_CELERY, "worker", "--loglevel", "WARNING", "--pidfile="]
    return [*module, "--queues", queue, "--pool", pool, "--concurrency", str(at_once), "--hostname", f"{queue}@%h"]


def load_what_workers_share() -> None:
    """Load Celery's command line, so that the workers and the timer, forks of this process, have it in memory once."""
    import_module("celery.bin.celery")


def start_timer(log_folder: Path) -> Child:
    """Hand the workers what is due by the clock. A process that is watched: inside a worker it could die unnoticed."""
    # Not in the broker's folder, which may be removed under a running app.
    schedule = ["--schedule", str(settings.DATA_DIR / "schedule"), "--pidfile="]
    command = [*_CELERY, "beat", "--loglevel", "WARNING", *schedule]
    return start_module("timer", command, log_folder / "timer.log", ended_by=_GENTLY)


AFTER_THE_WEB_SERVER = (start_worker, start_media_worker, start_training_worker, start_timer)
"""What is started once the pages answer, for they need not wait for it."""

_GENTLY = signal.SIGTERM
# Django's checks are for developers, and would load every address into processes that answer none.
_CELERY = ("celery", "--skip-checks", "--app", "annotator")


def _start_worker(name: str, queue: str, log: Path) -> Child:
    # Celery's word for ending at once, its own children too.
    return start_module(name, worker_module(queue), log, ended_by=signal.SIGQUIT)


def end(children: Sequence[Child], *, tell: Callable[[str], object]) -> None:
    """Ask every child to end, and say which ones are waited for; those that have not after a while are made to."""
    for child in children:
        if not child.has_ended():
            # The main process alone: a worker whose pool got the signal as well would lose its tasks and hang.
            # Not by `send_signal`: it reaps a child that ends at this moment, before `has_ended` sees it.
            os.kill(child.process.pid, signal.SIGTERM)
    began = time.monotonic()
    told_s = 0.0
    while going_on := [child for child in children if not child.has_ended()]:
        names = " and ".join(f"the {child.name}" for child in going_on)
        waited_s = time.monotonic() - began
        if waited_s > END_WITHIN_S:
            tell(f"Stopping {names} now; nothing that was saved is lost.")
            for child in going_on:
                os.killpg(child.process.pid, signal.SIGKILL)
                child.process.wait()
        elif waited_s - told_s > TELL_EVERY_S:
            told_s = waited_s
            tell(f"Waiting for {names} to end ({waited_s:.0f} s, at most {END_WITHIN_S})")
        time.sleep(0.05)
