"""Adding to the log, the only thing that is ever done to it."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Model

from annotator.audit.models import Entry

if TYPE_CHECKING:
    from annotator.accounts.models import User


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
    Entry.objects.create(
        at=at,
        actor=actor,
        actor_name=actor.username if actor else "attune",
        study_id=study.pk if study else None,
        action=action,
        target_kind=(target._meta.model_name or "") if target else "",
        target_id=str(target.pk) if target else "",
        text=text,
    )
