"""Whether this worker is asked to end, so that what it does goes back to waiting at once.

The signal reaches a worker's main process alone, and the work is done in processes forked from it: they share a byte.
"""

import mmap

from celery.signals import worker_shutting_down

_asked = mmap.mmap(-1, 1)


def is_asked() -> bool:
    """Whether the worker should end; work hears of it at its next report."""
    return _asked[0] == 1


@worker_shutting_down.connect
def ask(**_signal: object) -> None:
    """Tell every process of this worker to put back what it does."""
    _asked[0] = 1
