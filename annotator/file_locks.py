"""A file or folder that one process, or thread, holds at a time. The system lets go of it with whoever holds it."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any


@contextmanager
def held(file: IO[Any]) -> Iterator[None]:
    """Wait until nobody else holds the open file, then hold it."""
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


def hold_at_once(file: IO[Any] | int) -> bool:
    """Hold the open file, or folder, until it is closed; False, without waiting, where somebody else holds it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
