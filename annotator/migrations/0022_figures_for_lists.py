"""What lists of releases and runs show, apart from manifests and evaluations, which are large."""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def take_apart(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    for release in apps.get_model("annotator", "Release").objects.filter(manifest__isnull=False).iterator(10):
        release.counts = release.manifest["counts"]
        release.save(update_fields=["counts"])
    for evaluation in apps.get_model("annotator", "Evaluation").objects.iterator(10):
        evaluation.headline = _headline(evaluation.figures)
        evaluation.save(update_fields=["headline"])


def _headline(figures: dict[str, Any]) -> dict[str, Any]:
    detection, replies = figures.get("detection", {}), figures.get("replies", {})
    known = {
        **detection.get("types", {}).get("estimates", {}),
        **detection.get("estimates", {}),
        **replies.get("model", {}).get("means", {}),
    }
    return {name: known.get(name) for name in ("auroc", "macro_f1", "pct_composite")}


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0021_study_restored_as_of"),
    ]

    operations = [
        migrations.AddField(
            model_name="release",
            name="counts",
            field=models.JSONField(help_text="The manifest's, apart: lists show them and load no manifest.", null=True),
        ),
        migrations.AddField(
            model_name="evaluation",
            name="headline",
            field=models.JSONField(default=dict, help_text="Of these the few that lists show, which load no figures."),
        ),
        migrations.RunPython(take_apart, migrations.RunPython.noop),
    ]
