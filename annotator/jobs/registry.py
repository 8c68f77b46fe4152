"""The kinds of long work there are. Domains register theirs in their `tasks.py`; this folder knows none of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol


class Cancelled(Exception):
    """Raised inside the work when a person has asked for its end."""


class WorkerEnds(Exception):
    """Raised inside the work when its worker is asked to end: the job goes back to waiting, and on from there later."""


class Progress(Protocol):
    """How work tells where it is. Each report is also the heartbeat that keeps the claim."""

    def report(self, fraction: float, step: str) -> None:
        """Say how much is done, 0 to 1, and what is being done. Raises Cancelled or WorkerEnds when to stop."""

    def log(self, line: str) -> None:
        """Add a line to the log that people can read; ids and figures, never a turn's words."""

    def is_cancelled(self) -> bool:
        """Whether a person has asked for the job's end."""


Result = dict[str, Any] | None


@dataclass(frozen=True)
class Work:
    """One kind of work: the function, its queue, and how often it may be begun."""

    kind: str
    run: Callable[..., Result]
    queue: str
    max_attempts: int


_works: dict[str, Work] = {}


def work(kind: str, *, queue: str, max_attempts: int = 3) -> Callable[[Callable[..., Result]], Callable[..., Result]]:
    """Register `run(progress, **arguments)` as the work of jobs of this kind.

    The function must be harmless when it is begun again after a worker died in the middle of it.
    """

    def register(run: Callable[..., Result]) -> Callable[..., Result]:
        if kind in _works:
            raise ValueError(f"Two functions do the work {kind}")
        _works[kind] = Work(kind=kind, run=run, queue=queue, max_attempts=max_attempts)
        return run

    return register


def work_of(kind: str) -> Work:
    """The registered work. Raises KeyError for a kind that no installed part does."""
    return _works[kind]
