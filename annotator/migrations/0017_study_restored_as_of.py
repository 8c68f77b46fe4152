"""A study that came back from a backup is closed until a steward has confirmed it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0016_consent_replaced_and_last_day"),
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
