"""Who opened words and face of a session together before it was noted, as far as the log of then shows it.

Whoever had that pass and none through one channel saw the session in that pass.
"""

from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_TOGETHER = {"pass_kind": "together"}
_SEEN = ["words.read", "recording.viewed", "recording.viewed_blurred"]


def note(apps: Any, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    assignments = apps.get_model("annotator", "Assignment").objects.filter(rater__user__isnull=False)
    one_channel = set(assignments.exclude(**_TOGETHER).values_list("rater", "session"))
    entries = apps.get_model("annotator", "Entry").objects
    new = []
    for given in assignments.filter(**_TOGETHER).select_related("rater", "session"):
        if (given.rater_id, given.session_id) in one_channel:
            continue
        seen = entries.filter(
            actor=given.rater.user_id, action__in=_SEEN, target_id=str(given.session_id), at__gte=given.created_at
        )
        if first := seen.order_by("at").first():
            new.append(_entry(entries.model, given.session, first))
    entries.bulk_create(new, ignore_conflicts=True)


def _entry(model: Any, session: Any, seen: Any) -> Any:
    return model(
        at=seen.at,
        actor_id=seen.actor_id,
        actor_name=seen.actor_name,
        study_id=session.study_id,
        action="together.opened",
        target_kind="session",
        target_id=str(session.pk),
        text=f"Words and face of session S{session.number:03} were opened together",
        hour=seen.at.replace(minute=0, second=0, microsecond=0),
    )


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0025_one_entry_per_opening"),
    ]

    operations = [migrations.RunPython(note, migrations.RunPython.noop, elidable=False)]
