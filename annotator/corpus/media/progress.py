"""How long work says how far it is."""

from collections.abc import Callable

Progress = Callable[[float], None]
"""Told the share done, 0 to 1, a few times a second. It may raise to stop the work; no half file stays."""


def unwatched(_share: float) -> None:
    """Nobody is told."""
