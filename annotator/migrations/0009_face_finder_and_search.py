"""YuNet becomes a choice of the study, and recordings keep how often the client's face was missed."""

from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def keep_yunet(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Until now a configured model was used by every study, so that those stay with it."""
    if settings.FACE_MODEL:
        apps.get_model("annotator", "Study").objects.filter(face_finder="detected").update(face_finder="yunet")


class Migration(migrations.Migration):
    dependencies = [("annotator", "0008_cancelled_told_apart")]

    operations = [
        migrations.AddField(
            model_name="recording",
            name="face_search",
            field=models.JSONField(
                help_text="{detector, looks, misses} of the search for the client's face; null where none was made.",
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="study",
            name="face_finder",
            field=models.CharField(
                choices=[
                    ("detected", "found by the cascade that ships with OpenCV, and followed"),
                    ("yunet", "found by the YuNet network, and followed"),
                    ("client_region", "fills the region that was drawn"),
                ],
                default="detected",
                max_length=20,
            ),
        ),
        migrations.RunPython(keep_yunet, migrations.RunPython.noop),
    ]
