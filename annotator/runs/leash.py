"""Start a command that cannot outlive its starter: `python leash.py PROGRAM ARGUMENT...`

A worker that is killed can't end its child any more; on Linux the kernel does it then. This file is run by its path, so
that the child imports nothing of the web app.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1

if sys.platform == "linux":
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
os.execv(sys.argv[1], sys.argv[1:])  # noqa: S606  # No shell is wanted.
