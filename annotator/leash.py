"""Start a command that cannot outlive its starter: `python leash.py STARTER SIGNAL PROGRAM ARGUMENT...`

A process that is killed can't end its children any more; on Linux the kernel does it then. This file is run by its
path, so that the child imports nothing of the web app. STARTER is a process id.
"""

import ctypes
import os
import signal
import sys
from collections.abc import Sequence

PR_SET_PDEATHSIG = 1


def on_leash(command: Sequence[str], *, ended_by: int = signal.SIGKILL) -> list[str]:
    """The command by which this process starts `command` so; what has children of its own needs a milder signal."""
    return [sys.executable, __file__, str(os.getpid()), str(int(ended_by)), *command]


if __name__ == "__main__":
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(sys.argv[2]))
        if os.getppid() != int(sys.argv[1]):
            sys.exit("The starter was gone before the leash held.")
    os.execv(sys.argv[3], sys.argv[3:])  # noqa: S606  # No shell is wanted.
