"""What is on its way in: recordings that are being sent, and imports that nobody has confirmed yet."""

import uuid

from django.conf import settings
from django.db import models

from annotator.corpus.models.sessions import Session
from annotator.jobs.models import Job
from annotator.studies.models import Study


class RecordingUpload(models.Model):
    """A recording on its way. How much of it has arrived is the length of its file, which no crash makes untrue."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="uploads")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="uploads")
    created_at = models.DateTimeField()
    name = models.CharField(max_length=255, help_text="The file's name where it comes from, shown and never opened.")
    path = models.CharField(max_length=255)
    bytes = models.BigIntegerField(help_text="Of the whole file, as told when it was begun.")
    looked_through_by = models.ForeignKey(Job, null=True, on_delete=models.SET_NULL, related_name="+")
    sha256 = models.CharField(max_length=64, blank=True)
    probe = models.JSONField(null=True, help_text="What the probe found, once it was looked through.")
    refusal = models.JSONField(null=True, help_text="{code, message}: why it is of no use.")

    def __str__(self) -> str:
        return f"upload of {self.name}"

    @property
    def is_looked_through(self) -> bool:
        """Whether it is known what it is, or why it is of no use."""
        return self.probe is not None or self.refusal is not None


class Draft(models.Model):
    """An import that a person has begun and not yet confirmed: files on disk and what was found in them."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="drafts")
    session = models.ForeignKey(
        Session,
        null=True,
        on_delete=models.PROTECT,
        related_name="drafts",
        help_text="The session whose transcript it is to succeed; none where it is to be a new session.",
    )
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE)
    created_at = models.DateTimeField()
    transcript_name = models.CharField(max_length=255)
    transcript_path = models.CharField(max_length=255)
    transcript_sha256 = models.CharField(max_length=64)
    upload = models.OneToOneField(
        RecordingUpload,
        null=True,
        on_delete=models.SET_NULL,
        related_name="draft",
        help_text="The recording that is still on its way; none where it is here, or there is to be none.",
    )
    video_name = models.CharField(max_length=255, blank=True)
    video_path = models.CharField(max_length=255, blank=True)
    video_sha256 = models.CharField(max_length=64, blank=True)
    video_bytes = models.BigIntegerField(default=0)
    options = models.JSONField(default=dict, help_text="How the person asked the transcript to be read.")
    offset_ms = models.IntegerField(default=0, help_text="Added to the transcript's times.")
    reading = models.JSONField(
        help_text="What `read_transcript` found: format, speakers, turns, remarks, guessed roles."
    )
    probe = models.JSONField(null=True, help_text="What the probe found in the video.")
    sound_track = models.PositiveSmallIntegerField(
        null=True, help_text="The one that is to be heard of several, counted from 0; null for all of them together."
    )
    counsellor_video = models.JSONField(
        null=True, help_text="A second camera's recording: {name, path, sha256, bytes, probe, sound_track}."
    )
    camera_offset_ms = models.IntegerField(
        null=True, help_text="When that one began, on the first one's clock; null until it is found or said."
    )
    sound_offset = models.JSONField(
        null=True, help_text="What the sounds told: an `Offset` and no `reason`, or a `reason` and nothing else."
    )
    listened_by = models.ForeignKey(Job, null=True, on_delete=models.SET_NULL, related_name="+")

    def __str__(self) -> str:
        return f"import of {self.transcript_name}"
