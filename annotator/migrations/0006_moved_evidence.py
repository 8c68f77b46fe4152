"""Evidence that moved with the words of its turn has an event that names the revision."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0005_frames_by_rule_and_views"),
    ]

    operations = [
        migrations.AddField(
            model_name="annotationevent",
            name="moved_by",
            field=models.ForeignKey(
                help_text="With whose words it moved; none where its rater changed it.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="annotator.transcriptrevision",
            ),
        ),
    ]
