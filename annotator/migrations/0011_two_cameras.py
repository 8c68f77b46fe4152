"""A second camera: its recording beside the first, in an import and in a session."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0010_uploads_are_looked_through"),
    ]

    operations = [
        migrations.AddField(
            model_name="draft",
            name="camera_offset_ms",
            field=models.IntegerField(
                help_text="When that one began, on the first one's clock; null until it is found or said.", null=True
            ),
        ),
        migrations.AddField(
            model_name="draft",
            name="counsellor_video",
            field=models.JSONField(
                help_text="A second camera's recording: {name, path, sha256, bytes, probe}.", null=True
            ),
        ),
        migrations.AddField(
            model_name="draft",
            name="listened_by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="annotator.job"
            ),
        ),
        migrations.AddField(
            model_name="draft",
            name="sound_offset",
            field=models.JSONField(
                help_text="What the sounds told: an `Offset` and no `reason`, or a `reason` and nothing else.",
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="blurredview",
            name="recording",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="blurred_view",
                to="annotator.recording",
            ),
        ),
        migrations.CreateModel(
            name="CounsellorRecording",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("original_path", models.CharField(max_length=255)),
                (
                    "original_name",
                    models.CharField(help_text="The file's name at upload, shown and never opened.", max_length=255),
                ),
                ("original_sha256", models.CharField(max_length=64)),
                ("bytes", models.BigIntegerField()),
                ("duration_ms", models.PositiveIntegerField()),
                ("probe", models.JSONField(help_text="Streams, start offsets, rotation, rate mode and frame table.")),
                (
                    "proxy_path",
                    models.CharField(blank=True, help_text="H.264 and AAC for the browser.", max_length=255),
                ),
                (
                    "picture_only_path",
                    models.CharField(blank=True, help_text="The proxy without a sound track.", max_length=255),
                ),
                (
                    "small_path",
                    models.CharField(blank=True, help_text="The proxy at 240 pixels, for slow lines.", max_length=255),
                ),
                (
                    "waveform_path",
                    models.CharField(
                        blank=True,
                        help_text="Lowest and highest of the sound, a signed byte each, 100 times a second.",
                        max_length=255,
                    ),
                ),
                (
                    "frame_table_path",
                    models.CharField(blank=True, help_text="When each picture is shown, compressed.", max_length=255),
                ),
                (
                    "made_files",
                    models.JSONField(
                        default=dict,
                        help_text="{program, sha256: {name: hash}}: what made the copies, and their bytes.",
                    ),
                ),
                (
                    "thumbnails",
                    models.JSONField(help_text="Sprite path, tile size, columns and milliseconds per tile.", null=True),
                ),
                (
                    "offset_ms",
                    models.IntegerField(help_text="When it began, on the session's clock; negative: before it."),
                ),
                (
                    "drift_ppm",
                    models.SmallIntegerField(default=0, help_text="By how many in a million its own clock is slow."),
                ),
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="counsellor_recording",
                        to="annotator.session",
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.AddField(
            model_name="blurredview",
            name="counsellor_recording",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="blurred_view",
                to="annotator.counsellorrecording",
            ),
        ),
        migrations.AddConstraint(
            model_name="blurredview",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("counsellor_recording__isnull", True), ("recording__isnull", False)),
                    models.Q(("counsellor_recording__isnull", False), ("recording__isnull", True)),
                    _connector="OR",
                ),
                name="blurred_view_of_one_recording",
            ),
        ),
    ]
