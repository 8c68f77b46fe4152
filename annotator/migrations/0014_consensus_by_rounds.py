"""The consensus is kept by rounds, with how far its raters lie apart; gold labels say how many raters they rest on.

Labels that were accepted of fewer raters than the design asks for are told apart from then on.
"""

import json
from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Max

BATCH = 1000
BEFORE = "Accepted before answers of fewer raters than the design asks for needed a lead's word."


def forwards(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    _into_rounds(apps)
    _spreads(apps)
    _raters_of_gold(apps)
    if schema_editor.connection.vendor == "postgresql":
        # Else it refuses the indexes that come at the end, for references of these rows are still to be checked.
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def _into_rounds(apps: Any) -> None:
    """What there is of each study becomes its current round. Its basis is not known, so it reads as out of date."""
    consensus, rounds = apps.get_model("annotator", "Consensus"), apps.get_model("annotator", "ConsensusRound")
    found = consensus.objects.values("turn__session__study").annotate(at=Max("computed_at"))
    for study, at in found.values_list("turn__session__study", "at"):
        round_ = rounds.objects.create(study_id=study, as_of=at, is_current=True, basis={})
        consensus.objects.filter(turn__session__study=study).update(round=round_)


def _spreads(apps: Any) -> None:
    consensus = apps.get_model("annotator", "Consensus")
    numbers = consensus.objects.exclude(construct__scale="nominal").only("votes")
    batch: list[Any] = []
    for row in numbers.iterator(chunk_size=BATCH):
        votes = json.loads(row.votes) if isinstance(row.votes, str) else row.votes
        given = [float(number) for number in votes]
        row.spread = max(given) - min(given) if given else None
        batch.append(row)
        if len(batch) == BATCH:
            consensus.objects.bulk_update(batch, ["spread"])
            batch = []
    consensus.objects.bulk_update(batch, ["spread"])


def _raters_of_gold(apps: Any) -> None:
    """How many raters answered, of today's consensus where it still is what the label says."""
    consensus, gold = apps.get_model("annotator", "Consensus"), apps.get_model("annotator", "GoldLabel")
    for study in apps.get_model("annotator", "Study").objects.all():
        counted = {
            (turn, construct): rest
            for turn, construct, *rest in consensus.objects.filter(turn__session__study=study).values_list(
                "turn", "construct", "level", "value", "n_raters"
            )
        }
        batch: list[Any] = []
        for label in gold.objects.filter(turn__session__study=study, is_current=True).iterator(chunk_size=BATCH):
            level, value, n_raters = counted.get((label.turn_id, label.construct_id), (None, None, None))
            if n_raters is None or (label.origin == "consensus" and (label.level_id, label.value) != (level, value)):
                continue
            label.n_raters = n_raters
            if label.origin == "consensus" and n_raters < study.raters_per_turn:
                label.origin, label.reason = "few_raters", BEFORE
            batch.append(label)
        gold.objects.bulk_update(batch, ["n_raters", "origin", "reason"], batch_size=BATCH)


class Migration(migrations.Migration):
    dependencies = [("annotator", "0013_people")]
    operations = [
        migrations.AddField(
            model_name="study",
            name="far_apart_from",
            field=models.JSONField(
                blank=True,
                default=dict,
                help_text="From which distance raters' numbers need a decision, by the steps of the scale: `{'9': 3}`.",
            ),
        ),
        migrations.CreateModel(
            name="ConsensusRound",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("method", models.CharField(default="majority", max_length=20)),
                ("is_current", models.BooleanField(default=False)),
                (
                    "as_of",
                    models.DateTimeField(help_text="When the ratings were read: what was rated later does not count."),
                ),
                (
                    "basis",
                    models.JSONField(
                        default=dict,
                        help_text="The state of the ratings then; another state now means that it is out of date.",
                    ),
                ),
                (
                    "study",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="consensus_rounds",
                        to="annotator.study",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("is_current", True)), fields=("study",), name="one_current_consensus_round"
                    )
                ]
            },
        ),
        migrations.AddField(
            model_name="consensus",
            name="round",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="labels",
                to="annotator.consensusround",
            ),
        ),
        migrations.AddField(
            model_name="consensus",
            name="spread",
            field=models.FloatField(
                help_text="From the lowest to the highest number given; null without any.", null=True
            ),
        ),
        migrations.AddField(
            model_name="goldlabel",
            name="n_raters",
            field=models.PositiveSmallIntegerField(
                help_text="How many raters' answers there were to it; null where nobody counted them.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="goldlabel",
            name="origin",
            field=models.CharField(
                choices=[
                    ("consensus", "Consensus"),
                    ("few_raters", "Few Raters"),
                    ("decision", "Decision"),
                    ("overruled", "Overruled"),
                ],
                max_length=10,
            ),
        ),
        migrations.RunPython(forwards, migrations.RunPython.noop),
    ]
