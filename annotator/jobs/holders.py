"""Which process holds a job: told so that another one on the same machine can see whether it still runs."""

import os
import socket
from functools import cache
from pathlib import Path


def holder() -> str:
    """This process, as a job's row names it: its host, what `_place` says, its number, and when it was started."""
    return f"{_machine()}/{os.getpid()}/{_started(os.getpid())}"


def is_gone(name: str) -> bool:
    """Whether the process of that name ran on this machine and is no more; of other machines nobody here can tell."""
    machine, _, process = name.rpartition("/")[0].rpartition("/")
    if not _place() or machine != _machine():
        return False
    return _started(int(process)) != name.rpartition("/")[2]


def _machine() -> str:
    return f"{socket.gethostname()[:60]}/{_place()}"


@cache
def _place() -> str:
    """The boot of this machine and the container within, since a process's number means something in there alone.

    Empty where the system has no such names: there a job is only known to be lost by its silence.
    """
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return f"{boot[:8]}-{Path('/proc/self/ns/pid').stat().st_ino}"
    except OSError:
        return ""


def _started(process: int) -> str:
    """When the process was started, in ticks since the boot, for numbers are given away anew; empty once it ended."""
    try:
        state, *facts = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if state in {"Z", "X"} else facts[18]
