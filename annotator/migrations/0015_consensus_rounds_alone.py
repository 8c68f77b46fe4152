"""The consensus without what its rounds say now. Apart from the filling, which PostgreSQL wants committed before."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotator", "0014_consensus_by_rounds")]
    operations = [
        migrations.RemoveConstraint(model_name="consensus", name="one_consensus_per_turn_and_method"),
        migrations.RemoveField(model_name="consensus", name="method"),
        migrations.RemoveField(model_name="consensus", name="computed_at"),
        migrations.AlterField(
            model_name="consensus",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="labels", to="annotator.consensusround"
            ),
        ),
        migrations.AddConstraint(
            model_name="consensus",
            constraint=models.UniqueConstraint(
                fields=("turn", "construct", "round"), name="one_consensus_per_turn_and_round"
            ),
        ),
    ]
