"""Adding to the log, the only thing that is ever done to it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from django.db.models import Model

from annotator.audit.models import Entry

if TYPE_CHECKING:
    from annotator.accounts.models import User


M = TypeVar("M", bound=Model)


def record(
    *,
    actor: User | None,
    action: str,
    text: str,
    at: datetime,
    study: Model | None = None,
    target: Model | None = None,
) -> None:
    """Say that `actor` (None: the program) did `action`. `text` holds ids and values, never a turn's words."""
    _entry(actor=actor, action=action, text=text, study_id=study.pk if study else None, target=target, at=at).save()


def record_once(*, actor: User, action: str, texts: Mapping[M, str], study_id: int, at: datetime) -> None:
    """Say that `actor` did `action` to each of these rows, of one model, with its text, once in the hour of `at`.

    For what pages ask again and again: seeing, reading. Of requests at one moment, a unique constraint lets one say it.
    """
    hour = at.replace(minute=0, second=0, microsecond=0)
    ids = [str(target.pk) for target in texts]
    said = Entry.objects.filter(actor=actor, action=action, target_id__in=ids, hour=hour)
    known = set(said.values_list("target_id", flat=True)) if ids else set()
    new = [
        _entry(actor=actor, action=action, text=text, study_id=study_id, target=target, at=at, hour=hour)
        for target, text in texts.items()
        if str(target.pk) not in known
    ]
    new.sort(key=lambda entry: entry.target_id)  # In one order, so that no two that say the same wait for each other.
    Entry.objects.bulk_create(new, ignore_conflicts=True)


def _entry(
    *,
    actor: User | None,
    action: str,
    text: str,
    study_id: int | None,
    target: Model | None,
    at: datetime,
    hour: datetime | None = None,
) -> Entry:
    return Entry(
        at=at,
        actor=actor,
        actor_name=actor.username if actor else "attune",
        study_id=study_id,
        action=action,
        target_kind=(target._meta.model_name or "") if target else "",
        target_id=str(target.pk) if target else "",
        text=text,
        hour=hour,
    )
