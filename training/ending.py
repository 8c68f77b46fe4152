"""Being asked to end in the middle of training: what was learnt so far is kept first."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

ENDED = 128 + signal.SIGTERM
"""The exit status of a process that was asked to end and did, as a shell gives it."""


@contextmanager
def held_back() -> Iterator[Callable[[], bool]]:
    """Hold back the request to end (SIGTERM): what is given says whether it has come. The exit ends the process then.

    Whoever asks waits for seconds only, so look after every step. For a process's main thread.
    """
    requests: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _frame: requests.append(number))
    try:
        yield lambda: bool(requests)
    finally:
        signal.signal(signal.SIGTERM, before)
        if requests:
            raise SystemExit(ENDED)
