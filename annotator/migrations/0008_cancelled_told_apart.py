"""Sessions and releases tell whether their job failed or a person cancelled it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0007_draft_upload"),
    ]

    operations = [
        migrations.AlterField(
            model_name="release",
            name="state",
            field=models.CharField(
                choices=[
                    ("freezing", "Freezing"),
                    ("frozen", "Frozen"),
                    ("approved", "Approved"),
                    ("failed", "Failed"),
                    ("cancelled", "Cancelled"),
                ],
                default="freezing",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="session",
            name="state",
            field=models.CharField(
                choices=[
                    ("preparing", "Preparing"),
                    ("ready", "Ready"),
                    ("failed", "Failed"),
                    ("cancelled", "Cancelled"),
                ],
                default="preparing",
                max_length=10,
            ),
        ),
    ]
