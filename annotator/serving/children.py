"""A child process: a command, or a module run in a fork of this process, which costs a fifth of the memory."""

import ctypes
import gc
import os
import runpy
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn, Protocol

from django.conf import settings
from django.db import connections

from annotator.leash import PR_SET_PDEATHSIG, on_leash

ENDING_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
OUTLIVES_AT_MOST_S = 30.0
"""How long a fork may take to end in order after its starter was killed."""


class Process(Protocol):
    """What a `subprocess.Popen` has of use here."""

    pid: int
    returncode: int | None

    def poll(self) -> int | None: ...
    def wait(self) -> int: ...


@dataclass(frozen=True)
class Child:
    name: str
    process: Process
    log: Path

    @property
    def how_it_ended(self) -> str:
        """Its exit code in words, once it has ended."""
        code = self.process.returncode or 0
        return f"ended by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"

    def has_ended(self) -> bool:
        """Whether it has; what it started and left behind, which would keep the port or take work, is then ended too.

        A web server that was killed leaves its workers, say. They are in the session that the child was started in.
        """
        if self.process.returncode is None and _waits_to_be_reaped(self.process):
            # Its number, which is its group's too, is given to nobody else before it is reaped.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        return self.process.poll() is not None


def start_command(name: str, command: list[str], log: Path, *, ended_by: int = signal.SIGKILL) -> Child:
    """Start it in a session of its own, its output in `log`. `ended_by` ends it where this process is killed."""
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
    return Child(name, process, log)


def start_module(name: str, module: Sequence[str], log: Path, *, ended_by: int = signal.SIGKILL) -> Child:
    """Run `python -m MODULE ARGUMENT...` as `start_command` does.

    On Linux in a fork of this process: what both have loaded is in memory once, and nothing is loaded anew. This
    process must have no other thread. Elsewhere the systems' own libraries don't survive a fork.
    """
    if sys.platform != "linux":
        return start_command(name, [sys.executable, "-m", *module], log, ended_by=ended_by)
    log.parent.mkdir(parents=True, exist_ok=True)
    connections.close_all()  # A child that inherits one would end it for both.
    gc.collect()
    gc.freeze()  # A collection in the child would write to all that is shared.
    for stream in (sys.stdout, sys.stderr):
        stream.flush()  # Or the child would write it once more.
    starter = os.getpid()
    pid = os.fork()
    if pid == 0:
        _become(list(module), log, starter=starter, ended_by=ended_by)
    return Child(name, _Fork(pid), log)


class _Fork:
    """A forked child, as `subprocess.Popen` would tell of it."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        return self._ask(os.WNOHANG)

    def wait(self) -> int:
        return self._ask(0) or 0

    def _ask(self, options: int) -> int | None:
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, options)
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode


def _become(module: list[str], log: Path, *, starter: int, ended_by: int) -> NoReturn:
    """Be the module, and never return to what this process was forked from."""
    code = 1
    try:
        _run(module, log, starter=starter, ended_by=ended_by)
        code = 0
    except SystemExit as ending:
        code = ending.code if isinstance(ending.code, int) else int(ending.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)


def _run(module: list[str], log: Path, *, starter: int, ended_by: int) -> None:
    os.setsid()
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(ended_by))
    if os.getppid() != starter:
        raise SystemExit("The starter was gone before the leash held.")
    threading.Thread(target=_end_after, args=[starter], daemon=True).start()
    for ending in ENDING_SIGNALS:
        signal.signal(ending, signal.SIG_DFL)
    with open(os.devnull, "rb") as nothing, log.open("ab") as output:  # noqa: PTH123
        for stream, file in enumerate((nothing, output, output)):
            os.dup2(file.fileno(), stream)
    sys.stdout = os.fdopen(1, "w", buffering=1, closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, closefd=False)
    # Above all the lock on the data folder, which is the starter's.
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    os.chdir(settings.BASE_DIR)
    sys.argv = list(module)
    runpy.run_module(module[0], run_name="__main__", alter_sys=True)


def _end_after(starter: int) -> None:
    """End this process and its children for certain, once its starter is gone.

    The kernel's signal can be lost on it: Celery's own handler waits for ever for a lock that its main thread holds
    where the signal meets it as it gives a task to a thread.
    """
    while os.getppid() == starter:
        time.sleep(1)
    time.sleep(OUTLIVES_AT_MOST_S)
    os.killpg(os.getpid(), signal.SIGKILL)


def _waits_to_be_reaped(process: Process) -> bool:
    if not hasattr(os, "waitid"):  # On a Mac, Python has it from 3.13 on.
        return False
    try:
        return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        return False
