"""The processes under a worker, of which one that is killed holds up none of the others.

They wait for work at one pipe, one at a time, and Celery's own pool guards that by a semaphore. Whoever is killed while
it waits, by a kernel that ran out of memory, say, takes it along, and no process does any work any more. A lock on a
file ends with its process.
"""

import fcntl
import os
import tempfile
from types import TracebackType
from typing import Any

from billiard.pool import Pool
from celery.concurrency import prefork


class _Lock:
    """Between processes that are forks of whoever made it; their threads it does not keep apart."""

    def __init__(self) -> None:
        self._file, path = tempfile.mkstemp()  # Open for as long as the pool is there.
        os.unlink(path)  # noqa: PTH108

    def acquire(self) -> None:
        fcntl.lockf(self._file, fcntl.LOCK_EX)

    def release(self) -> None:
        fcntl.lockf(self._file, fcntl.LOCK_UN)

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        self.release()


class _Pool(Pool):
    def _setup_queues(self) -> None:
        ours: Any = self  # The stubs know of neither the queues nor their locks.
        super()._setup_queues()  # type: ignore[misc]  # Nor of this.
        for queue in (ours._inqueue, ours._outqueue):
            queue._rlock, queue._wlock = _Lock(), _Lock()


class TaskPool(prefork.TaskPool):
    """With a folder for Celery's messages; on Redis each process has a pipe of its own."""

    BlockingPool = _Pool
