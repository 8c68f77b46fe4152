"""What still holds a person's turns when they withdraw. Later folders say so here, since none is imported from here."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from annotator.audit.models import Entry
from annotator.corpus.models import Person

Kind = Literal["releases", "runs", "answers"]


@dataclass(frozen=True)
class Download:
    """Who took a copy away."""

    by: str
    at: datetime


@dataclass(frozen=True)
class Affected:
    """A release or a run that holds turns of the person, and its copies; or a session, and copies of its answers."""

    number: int
    downloads: list[Download]


Finder = Callable[[Person], list[Affected]]

_finders: dict[Kind, Finder] = {}


def finds_affected(kind: Kind) -> Callable[[Finder], Finder]:
    """Register the function that finds what of a kind holds a person's turns."""

    def register(finder: Finder) -> Finder:
        _finders[kind] = finder
        return finder

    return register


def affected(kind: Kind, person: Person) -> list[Affected]:
    """What of the kind holds turns of sessions in which the person was recorded."""
    return _finders[kind](person)


def downloads_of(actions: Collection[str], target_id: int) -> list[Download]:
    """Who took copies of a release, a run or a study's answers, by these actions in the log; the earliest first."""
    entries = Entry.objects.filter(action__in=actions, target_id=str(target_id)).order_by("at", "pk")
    return [Download(entry.actor_name, entry.at) for entry in entries]
