"""The picture and sound of a session, and what was made from them."""

from typing import Any

from django.db import models

from annotator.corpus.models.sessions import Session
from annotator.jobs.models import Job


class RecordedFile(models.Model):
    """What one camera recorded of a session: the original, kept and hashed, and what was made from it.

    Paths are relative to the media folder. Times are media time in milliseconds.
    """

    session: "models.OneToOneField[Session, Session]"
    client_region: Any
    prepared_by: Any
    original_path = models.CharField(max_length=255)
    original_name = models.CharField(max_length=255, help_text="The file's name at upload, shown and never opened.")
    original_sha256 = models.CharField(max_length=64)
    bytes = models.BigIntegerField()
    duration_ms = models.PositiveIntegerField()
    probe = models.JSONField(help_text="Streams, start offsets, rotation, rate mode and frame table.")
    sound_track = models.PositiveSmallIntegerField(
        null=True, help_text="The one that is heard of several, counted from 0; null for all of them together."
    )
    proxy_path = models.CharField(max_length=255, blank=True, help_text="H.264 and AAC for the browser.")
    picture_only_path = models.CharField(max_length=255, blank=True, help_text="The proxy without a sound track.")
    small_path = models.CharField(max_length=255, blank=True, help_text="The proxy at 240 pixels, for slow lines.")
    waveform_path = models.CharField(
        max_length=255, blank=True, help_text="Lowest and highest of the sound, a signed byte each, 100 times a second."
    )
    frame_table_path = models.CharField(max_length=255, blank=True, help_text="When each picture is shown, compressed.")
    made_files = models.JSONField(
        default=dict,
        help_text="{program, sound_track, sha256: {name: hash}}: what made the copies, the sound track that they have, "
        "and their bytes.",
    )
    thumbnails = models.JSONField(null=True, help_text="Sprite path, tile size, columns and milliseconds per tile.")

    class Meta:
        abstract = True

    @property
    def has_sound(self) -> bool:
        return bool(self.probe.get("audio_codec"))

    @property
    def has_picture(self) -> bool:
        return bool(self.probe.get("video_codec"))


class Recording(RecordedFile):
    """The recording whose time is the session's: of the client's camera, or of the one that saw both people."""

    session = models.OneToOneField(Session, on_delete=models.PROTECT, related_name="recording")
    client_region = models.JSONField(
        null=True, help_text="Where the client is: x, y, w, h as fractions of the picture."
    )
    face_search = models.JSONField(
        null=True, help_text="{detector, looks, misses} of the search for the client's face; null where none was made."
    )
    prepared_by = models.ForeignKey(Job, null=True, on_delete=models.SET_NULL, related_name="+")

    def __str__(self) -> str:
        return f"recording of {self.session}"


class CounsellorRecording(RecordedFile):
    """What a second camera recorded of the counsellor, where there was one. No frame is taken from it.

    On the session's clock, its media time `t` is `offset_ms + t * (1 + drift_ppm / 1e6)`.
    """

    session = models.OneToOneField(Session, on_delete=models.PROTECT, related_name="counsellor_recording")
    offset_ms = models.IntegerField(help_text="When it began, on the session's clock; negative: before it.")
    drift_ppm = models.SmallIntegerField(default=0, help_text="By how many in a million its own clock is slow.")
    client_region = None

    def __str__(self) -> str:
        return f"recording of the counsellor in {self.session}"

    @property
    def prepared_by(self) -> Job | None:
        """The job that makes both cameras' copies."""
        return self.session.recording.prepared_by


class BlurredView(models.Model):
    """A recording with all faces blurred, for the roles that its study lists. Paths are as in `Recording`."""

    recording = models.OneToOneField(Recording, null=True, on_delete=models.CASCADE, related_name="blurred_view")
    counsellor_recording = models.OneToOneField(
        CounsellorRecording, null=True, on_delete=models.CASCADE, related_name="blurred_view"
    )
    video_path = models.CharField(max_length=255)
    picture_only_path = models.CharField(max_length=255, blank=True)
    thumbnails = models.JSONField(null=True, help_text="As of a recording, drawn from the blurred video.")
    is_pitch_shifted = models.BooleanField()
    sound_track = models.PositiveSmallIntegerField(null=True, help_text="The recording's, when it was made.")
    client_region = models.JSONField(null=True, help_text="The recording's, when it was made.")
    detector = models.CharField(max_length=40, blank=True)
    version = models.PositiveSmallIntegerField(help_text="Of the way to blur.")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(recording__isnull=False, counsellor_recording__isnull=True)
                | models.Q(recording__isnull=True, counsellor_recording__isnull=False),
                name="blurred_view_of_one_recording",
            )
        ]

    def __str__(self) -> str:
        return f"blurred view of {self.recording or self.counsellor_recording}"
