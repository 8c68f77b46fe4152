import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0003_recording_uploads"),
    ]

    operations = [
        migrations.CreateModel(
            name="TurnChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "before",
                    models.JSONField(
                        help_text="position, speaker, role, start_ms, end_ms, text and revision; none where the turn was not there.",
                        null=True,
                    ),
                ),
                ("after", models.JSONField(help_text="The same; none where the turn was retired.", null=True)),
                (
                    "text_changed",
                    models.BooleanField(
                        default=False, help_text="So that a label by its words asks for a second look."
                    ),
                ),
                (
                    "time_changed",
                    models.BooleanField(default=False, help_text="The same of labels by its picture or sound."),
                ),
                (
                    "role_changed",
                    models.BooleanField(default=False, help_text="Another role speaks, or the turn was cut or joined."),
                ),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="turn",
            name="one_turn_per_position",
        ),
        migrations.AddField(
            model_name="draft",
            name="offset_ms",
            field=models.IntegerField(default=0, help_text="Added to the transcript's times."),
        ),
        migrations.AddField(
            model_name="draft",
            name="options",
            field=models.JSONField(default=dict, help_text="How the person asked the transcript to be read."),
        ),
        migrations.AddField(
            model_name="draft",
            name="session",
            field=models.ForeignKey(
                help_text="The session whose transcript it is to succeed; none where it is to be a new session.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="drafts",
                to="annotator.session",
            ),
        ),
        migrations.AddField(
            model_name="transcriptrevision",
            name="kind",
            field=models.CharField(
                choices=[
                    ("file", "File"),
                    ("split", "Split"),
                    ("merge", "Merge"),
                    ("change", "Change"),
                    ("undo", "Undo"),
                ],
                default="file",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="transcriptrevision",
            name="made_by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="transcriptrevision",
            name="made_by_name",
            field=models.CharField(blank=True, max_length=150),
        ),
        migrations.AddField(
            model_name="transcriptrevision",
            name="offset_ms",
            field=models.IntegerField(default=0, help_text="Added to all times of the file."),
        ),
        migrations.AddField(
            model_name="transcriptrevision",
            name="options",
            field=models.JSONField(default=dict, help_text="How a person asked the file to be read."),
        ),
        migrations.AddField(
            model_name="transcriptrevision",
            name="source",
            field=models.ForeignKey(
                help_text="An edit's file; of a file, none.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="annotator.transcriptrevision",
            ),
        ),
        migrations.AddField(
            model_name="transcriptrevision",
            name="undoes",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="undone_by",
                to="annotator.transcriptrevision",
            ),
        ),
        migrations.AddField(
            model_name="turn",
            name="retired_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="retired_turns",
                to="annotator.transcriptrevision",
            ),
        ),
        migrations.AddField(
            model_name="turn",
            name="backchannels",
            field=models.JSONField(
                default=list,
                help_text="[{speaker, role, start_ms, end_ms, text}]: what a listener put in while this speaker went on.",
            ),
        ),
        migrations.AlterField(
            model_name="turn",
            name="revision",
            field=models.ForeignKey(
                help_text="Where it came to read as it does: what was labelled on another one asks for a second look.",
                on_delete=django.db.models.deletion.PROTECT,
                related_name="turns",
                to="annotator.transcriptrevision",
            ),
        ),
        migrations.AddConstraint(
            model_name="turn",
            constraint=models.UniqueConstraint(
                condition=models.Q(("retired_by__isnull", True)),
                fields=("session", "position"),
                name="one_turn_per_position",
            ),
        ),
        migrations.AddField(
            model_name="turnchange",
            name="revision",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="changes", to="annotator.transcriptrevision"
            ),
        ),
        migrations.AddField(
            model_name="turnchange",
            name="turn",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="changes", to="annotator.turn"
            ),
        ),
        migrations.AddConstraint(
            model_name="turnchange",
            constraint=models.UniqueConstraint(fields=("revision", "turn"), name="one_change_per_revision_and_turn"),
        ),
    ]
