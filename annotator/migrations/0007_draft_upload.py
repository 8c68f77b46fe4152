"""The recording that a begun import waits for."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0006_moved_evidence"),
    ]

    operations = [
        migrations.AddField(
            model_name="draft",
            name="upload",
            field=models.OneToOneField(
                help_text="The recording that is still on its way; none where it is here, or there is to be none.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="draft",
                to="annotator.recordingupload",
            ),
        ),
    ]
