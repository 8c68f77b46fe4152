from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0024_counting_indexes"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="hour",
            field=models.DateTimeField(
                help_text="The hour that it is said once in, of what pages ask repeatedly.", null=True
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("hour__isnull", False)),
                fields=("actor", "action", "target_id", "hour"),
                name="one_entry_per_opening_and_hour",
            ),
        ),
    ]
