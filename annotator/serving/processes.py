"""The child processes of `serve`: started in sessions of their own, watched, and ended one by one."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from annotator.leash import on_leash
from annotator.serving.web import web_server_command

END_WITHIN_S = 15
TELL_EVERY_S = 3


@dataclass(frozen=True)
class Child:
    name: str
    process: subprocess.Popen[bytes]

    def has_ended(self) -> bool:
        """Whether it has; what it started and left behind, which would keep the port or take work, is then ended too.

        A web server that was killed leaves its workers, say. They are in the session that the child was started in.
        """
        if self.process.returncode is None and _waits_to_be_reaped(self.process):
            # Its number, which is its group's too, is given to nobody else before it is reaped.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        return self.process.poll() is not None


def start_web_server(log_folder: Path) -> Child:
    """Serve the API and the front end."""
    return _start("web server", web_server_command(), log_folder / "web.log")


def start_workers(log_folder: Path) -> list[Child]:
    """A worker for each queue, so that no quick work waits for what takes an hour, and the timer."""
    return [
        start_worker("worker", queue="default", at_once=2, log=log_folder / "worker.log"),
        start_worker("media worker", queue="media", at_once=2, log=log_folder / "media-worker.log"),
        start_worker("training worker", queue="gpu", at_once=1, log=log_folder / "training-worker.log"),
        start_timer(log_folder),
    ]


def start_worker(name: str, *, queue: str, at_once: int, log: Path) -> Child:
    """Do the work of one queue, so much of it at once."""
    command = [sys.executable, "-m", "celery", "--app", "annotator", "worker", "--loglevel", "WARNING", "--pidfile="]
    command += ["--queues", queue, "--concurrency", str(at_once), "--hostname", f"{queue}@%h"]
    # Celery's word for ending at once, its own children too.
    return _start(name, command, log, ended_by=signal.SIGQUIT)


def start_timer(log_folder: Path) -> Child:
    """Hand the workers what is due by the clock. A process that is watched: inside a worker it could die unnoticed."""
    # Not in the broker's folder, which may be removed under a running app.
    schedule = ["--schedule", str(settings.DATA_DIR / "schedule"), "--pidfile="]
    command = [sys.executable, "-m", "celery", "--app", "annotator", "beat", "--loglevel", "WARNING", *schedule]
    return _start("timer", command, log_folder / "timer.log")


def end(children: list[Child], *, tell: Callable[[str], object]) -> None:
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


def _waits_to_be_reaped(process: subprocess.Popen[bytes]) -> bool:
    if not hasattr(os, "waitid"):  # On a Mac, Python has it from 3.13 on.
        return False
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _start(name: str, command: list[str], log: Path, *, ended_by: int = signal.SIGTERM) -> Child:
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as output:
        process = subprocess.Popen(
            on_leash(command, ended_by=ended_by),
            cwd=settings.BASE_DIR,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            # Ctrl-C reaches this command alone, which then ends its children in order.
            start_new_session=True,
        )
    return Child(name, process)
