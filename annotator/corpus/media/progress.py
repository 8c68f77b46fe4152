"""How long work says how far it is."""

from collections.abc import Callable

Progress = Callable[[float], None]
"""Told the share done, 0 to 1, a few times a second. It may raise to stop the work; no half file stays."""


def unwatched(_share: float) -> None:
    """Nobody is told."""


def rising(on_progress: Progress) -> Progress:
    """Told the shares of several pieces of work one after the other, each from 0, as one that never falls."""
    highest = 0.0

    def advance(share: float) -> None:
        nonlocal highest
        highest = max(highest, share)
        on_progress(highest)

    return advance
