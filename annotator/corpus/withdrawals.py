"""What still holds a person's turns when they withdraw. Later folders say so here, since none is imported from here."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from annotator.corpus.models import Person


@dataclass(frozen=True)
class Download:
    """Who took a copy away."""

    by: str
    at: datetime


@dataclass(frozen=True)
class AffectedRelease:
    """A release that holds turns of the person, and its copies."""

    number: int
    downloads: list[Download]


Finder = Callable[[Person], list[AffectedRelease]]

_finders: list[Finder] = []


def finds_affected_releases(finder: Finder) -> Finder:
    """Register the function that finds the releases that hold a person's turns."""
    _finders.append(finder)
    return finder


def affected_releases(person: Person) -> list[AffectedRelease]:
    """The releases that hold turns of sessions in which the person was recorded."""
    return [release for finder in _finders for release in finder(person)]
