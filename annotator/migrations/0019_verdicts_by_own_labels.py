"""Experts' verdicts are labels of their own, given before they see the raters'; corrected ones stay on record.

Those of before were given with the consensus in sight, and their votes were open since: both is kept as it was.
"""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

BATCH = 1000
WITHOUT_LABELS = ["turn_boundary", "cannot_judge"]


def forwards(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    verdicts = apps.get_model("annotator", "Verdict")
    label, opening = apps.get_model("annotator", "VerdictLabel"), apps.get_model("annotator", "Opening")
    opening.objects.bulk_create(
        (
            opening(item_id=item, expert_id=expert, expert_name=name, opened_at=given_at)
            for item, expert, name, given_at in verdicts.objects.values_list(
                "item", "expert", "expert_name", "given_at"
            )
        ),
        batch_size=BATCH,
    )
    label.objects.bulk_create(
        (
            label(verdict_id=verdict, construct_id=construct, level_id=level, agrees=False)
            for verdict, construct, level in verdicts.objects.filter(
                agrees=False, construct__isnull=False, level__isnull=False
            ).values_list("pk", "construct", "level")
        ),
        batch_size=BATCH,
    )
    verdicts.objects.filter(kind__in=WITHOUT_LABELS).update(agrees=None)
    verdicts.objects.exclude(kind__in=WITHOUT_LABELS).update(kind="labels")
    if schema_editor.connection.vendor == "postgresql":
        # Else it refuses the indexes that come at the end, for references of these rows are still to be checked.
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("annotator", "0018_gold_labels_by_origin"),
    ]
    operations = [
        migrations.RemoveConstraint(model_name="verdict", name="one_verdict_per_expert"),
        migrations.RemoveConstraint(model_name="verdict", name="verdict_disagrees_with_a_kind"),
        migrations.AlterField(
            model_name="reviewitem",
            name="consensus",
            field=models.JSONField(
                help_text="Construct key to level key or value: what the experts' labels are compared with."
            ),
        ),
        migrations.AddField(
            model_name="verdict",
            name="number",
            field=models.PositiveSmallIntegerField(default=1, help_text="Counts the expert's verdicts on the turn."),
        ),
        migrations.AddField(model_name="verdict", name="is_current", field=models.BooleanField(default=True)),
        migrations.AddField(
            model_name="verdict",
            name="is_blind",
            field=models.BooleanField(
                default=False, help_text="Given before the expert could see the raters' answers to the turn."
            ),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="verdict",
            name="agrees",
            field=models.BooleanField(
                null=True,
                help_text="Whether no label differs from the consensus; null where the turn was not labelled.",
            ),
        ),
        migrations.CreateModel(
            name="Opening",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("expert_name", models.CharField(max_length=150)),
                ("opened_at", models.DateTimeField()),
                (
                    "expert",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "item",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="openings", to="annotator.reviewitem"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("item", "expert_name"), name="one_opening_per_expert")]
            },
        ),
        migrations.CreateModel(
            name="VerdictLabel",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "agrees",
                    models.BooleanField(null=True, help_text="Null where the raters have no consensus on it."),
                ),
                (
                    "construct",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="annotator.construct"
                    ),
                ),
                (
                    "level",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="annotator.level"
                    ),
                ),
                (
                    "verdict",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="labels", to="annotator.verdict"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("verdict", "construct"), name="one_verdict_label_per_construct")
                ]
            },
        ),
        migrations.RunPython(forwards, migrations.RunPython.noop),
    ]
