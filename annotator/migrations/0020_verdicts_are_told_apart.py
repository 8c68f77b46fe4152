"""Verdicts without what their labels say now. Apart from the filling, which PostgreSQL wants committed before."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotator", "0019_verdicts_by_own_labels")]
    operations = [
        migrations.RemoveField(model_name="verdict", name="construct"),
        migrations.RemoveField(model_name="verdict", name="level"),
        migrations.AlterField(
            model_name="verdict",
            name="kind",
            field=models.CharField(
                choices=[
                    ("labels", "Labels"),
                    ("turn_boundary", "Turn Boundary"),
                    ("cannot_judge", "Cannot Judge"),
                ],
                max_length=15,
            ),
        ),
        migrations.AddConstraint(
            model_name="verdict",
            constraint=models.UniqueConstraint(fields=("item", "expert_name", "number"), name="one_verdict_per_number"),
        ),
        migrations.AddConstraint(
            model_name="verdict",
            constraint=models.UniqueConstraint(
                condition=models.Q(("is_current", True)),
                fields=("item", "expert_name"),
                name="one_current_verdict_per_expert",
            ),
        ),
        migrations.AddConstraint(
            model_name="verdict",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("agrees__isnull", False), ("kind", "labels")),
                    models.Q(models.Q(("kind", "labels"), _negated=True), ("agrees__isnull", True)),
                    _connector="OR",
                ),
                name="verdict_agrees_or_not_by_labels",
            ),
        ),
    ]
