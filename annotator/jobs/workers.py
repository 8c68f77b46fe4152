"""The processes that hold claims: what each is called, and whether one is gone."""

import os
import socket
from pathlib import Path


def name_of_this_process() -> str:
    """Host, boot, process namespace, process id and start, which no other process ever has together."""
    return f"{_here()}:{os.getpid()}:{_start_of(os.getpid())}"


def is_gone(name: str) -> bool:
    """Whether it was a process of this machine that has ended. Of other machines, and in doubt, False."""
    here, _, process = name.partition(":")
    pid, _, start = process.partition(":")
    if here != _here() or not pid.isdecimal() or not start:
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:  # Somebody else's, and there.
        return False
    # An id is given out again, above all in a container, where each start counts from 1.
    return _start_of(int(pid)) not in {start, ""}


def _here() -> str:
    """The host, and on Linux its boot and its process namespace: two containers may bear one name."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text()[:8]
        namespace = str(Path("/proc/self/ns/pid").readlink()).removeprefix("pid:[").removesuffix("]")
    except OSError:
        boot = namespace = ""
    return f"{socket.gethostname()[:60]}/{boot}/{namespace}"


def _start_of(pid: int) -> str:
    """When it began, in the kernel's ticks since the machine did; empty where that can't be known."""
    try:
        state, *facts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ""
    return "ended" if state in {"Z", "X"} else facts[18]  # A number whose parent has not asked for it yet.
