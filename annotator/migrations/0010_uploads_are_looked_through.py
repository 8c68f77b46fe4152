"""Recordings that were sent are looked through by a job: its hash, what it is, or why it is of no use."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0009_face_finder_and_search"),
    ]

    operations = [
        migrations.AddField(
            model_name="recordingupload",
            name="looked_through_by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="annotator.job"
            ),
        ),
        migrations.AddField(
            model_name="recordingupload",
            name="sha256",
            field=models.CharField(blank=True, default="", max_length=64),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="recordingupload",
            name="probe",
            field=models.JSONField(help_text="What the probe found, once it was looked through.", null=True),
        ),
        migrations.AddField(
            model_name="recordingupload",
            name="refusal",
            field=models.JSONField(help_text="{code, message}: why it is of no use.", null=True),
        ),
    ]
