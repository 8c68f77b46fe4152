"""Answers that lack only those about a face that nobody can see are complete: these are no longer asked for."""

from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_FACE = {"pass_kind": "face"}


def complete(apps: Any, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    annotations = apps.get_model("annotator", "Annotation").objects
    for session in apps.get_model("annotator", "Session").objects.select_related("recording", "study"):
        recording = getattr(session, "recording", None)
        if recording and recording.probe.get("video_codec"):
            continue
        begun = annotations.filter(turn__session=session, is_complete=False).exclude(**_FACE)
        for annotation in begun.prefetch_related("scores"):
            answered = {score.construct_id for score in annotation.scores.all()}
            if answered and _required(annotation, session.study) <= answered:
                annotations.filter(pk=annotation.pk).update(is_complete=True)


def _required(annotation: Any, study: Any) -> set[int]:
    """The constructs that its pass must have answered where nobody is to be seen."""
    constructs = annotation.codebook_version.constructs.filter(is_required=True).exclude(channel="face")
    passes = "passes" if study.has_channel_passes else "passes_without_channels"
    # What depends on another answer depends on whether words and face agree, and so is not asked for either.
    return {
        each.pk
        for each in constructs.exclude(key="incongruence").filter(asked_when__isnull=True)
        if annotation.pass_kind in getattr(each, passes)
    }


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0027_sound_tracks"),
    ]

    operations = [migrations.RunPython(complete, migrations.RunPython.noop, elidable=False)]
