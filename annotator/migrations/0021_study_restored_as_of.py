"""A study that came back from a backup is closed until a steward has confirmed it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0020_verdicts_are_told_apart"),
    ]

    operations = [
        migrations.AddField(
            model_name="study",
            name="restored_as_of",
            field=models.DateTimeField(
                help_text="When the backup was made that it came back from, until a steward has confirmed it.",
                null=True,
            ),
        ),
    ]
