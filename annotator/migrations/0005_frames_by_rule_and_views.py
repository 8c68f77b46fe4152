"""Frames by the study's rule, several a turn, replaced by hand; recordings with blurred faces for listed roles."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0004_turn_revisions"),
    ]

    operations = [
        migrations.CreateModel(
            name="BlurredView",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("video_path", models.CharField(max_length=255)),
                ("picture_only_path", models.CharField(blank=True, max_length=255)),
                (
                    "thumbnails",
                    models.JSONField(help_text="As of a recording, drawn from the blurred video.", null=True),
                ),
                ("is_pitch_shifted", models.BooleanField()),
                ("client_region", models.JSONField(help_text="The recording's, when it was made.", null=True)),
                ("detector", models.CharField(blank=True, max_length=40)),
                ("version", models.PositiveSmallIntegerField(help_text="Of the way to blur.")),
            ],
        ),
        migrations.CreateModel(
            name="FrameChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("before", models.JSONField(help_text="The frame's state until then.")),
                ("after", models.JSONField(help_text="Its state since.")),
                (
                    "automatic",
                    models.JSONField(help_text="What the study's rule chose, then or at a later preparation."),
                ),
                ("chosen_at", models.DateTimeField()),
                (
                    "ended_at",
                    models.DateTimeField(help_text="When it was taken back or followed by a newer one.", null=True),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.AlterModelOptions(
            name="frame",
            options={"ordering": ["number"]},
        ),
        migrations.AddField(
            model_name="frame",
            name="number",
            field=models.PositiveSmallIntegerField(default=0, help_text="Counts from 0 within the turn."),
        ),
        migrations.AddField(
            model_name="study",
            name="blurred_roles",
            field=models.JSONField(
                blank=True,
                default=list,
                help_text="Who is shown recordings with blurred faces, and never the clear ones.",
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="face_finder",
            field=models.CharField(
                choices=[
                    ("detected", "found in each picture and followed"),
                    ("client_region", "fills the region that was drawn"),
                ],
                default="detected",
                max_length=20,
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="frame_rule",
            field=models.CharField(
                choices=[
                    ("onset_sharpest", "sharpest face of the first second"),
                    ("turn_start", "first picture of the turn"),
                    ("midpoint", "picture in the middle of the turn"),
                    ("apex", "face that changed most"),
                    ("uniform_k", "several pictures, evenly spaced"),
                ],
                default="onset_sharpest",
                max_length=30,
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="frames_per_turn",
            field=models.PositiveSmallIntegerField(default=1, help_text="By the rule `uniform_k`; else it is one."),
        ),
        migrations.AddField(
            model_name="study",
            name="is_pitch_shifted",
            field=models.BooleanField(default=False, help_text="The voices of the blurred view are lowered."),
        ),
        migrations.AlterField(
            model_name="frame",
            name="turn",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="frames", to="annotator.turn"
            ),
        ),
        migrations.AddConstraint(
            model_name="frame",
            constraint=models.UniqueConstraint(fields=("turn", "number"), name="one_frame_per_turn_and_number"),
        ),
        migrations.AddConstraint(
            model_name="study",
            constraint=models.CheckConstraint(
                condition=models.Q(("frames_per_turn__range", (1, 16))), name="study_frames_per_turn_1_to_16"
            ),
        ),
        migrations.AddField(
            model_name="blurredview",
            name="recording",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="blurred_view", to="annotator.recording"
            ),
        ),
        migrations.AddField(
            model_name="framechange",
            name="chosen_by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="framechange",
            name="ended_by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="framechange",
            name="turn",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="frame_changes", to="annotator.turn"
            ),
        ),
        migrations.AddConstraint(
            model_name="framechange",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at__isnull", True)),
                fields=("turn", "number"),
                name="one_standing_change_per_frame",
            ),
        ),
    ]
