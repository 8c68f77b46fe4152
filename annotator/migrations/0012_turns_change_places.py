"""A new file may put a turn elsewhere among the others; the history says so, and its labels ask for a second look."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0011_two_cameras"),
    ]

    operations = [
        migrations.AddField(
            model_name="turnchange",
            name="place_changed",
            field=models.BooleanField(default=False, help_text="It passed other turns, so that others surround it."),
        ),
    ]
