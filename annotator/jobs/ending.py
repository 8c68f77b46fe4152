"""Whether this worker is asked to end, so that what it does goes back to waiting at once.

The signal reaches a worker's main process alone, and the work may be done in processes forked from it: they share a
byte. Workers may themselves be forked from one process, so each makes its own byte when it begins.
"""

import mmap

from celery.signals import worker_init, worker_shutting_down

_byte = [mmap.mmap(-1, 1)]


def is_asked() -> bool:
    """Whether the worker should end; work hears of it at its next report."""
    return _byte[0][0] == 1


@worker_init.connect
def begin(**_signal: object) -> None:
    """Share nothing with other workers."""
    _byte[0] = mmap.mmap(-1, 1)


@worker_shutting_down.connect
def ask(**_signal: object) -> None:
    """Tell every process of this worker to put back what it does."""
    _byte[0][0] = 1
