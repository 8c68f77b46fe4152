"""Sessions, recordings, turns and consent, as they came in. Never a label."""

import uuid
from typing import Any

from django.conf import settings
from django.db import models

from annotator.jobs.models import Job
from annotator.studies.models import Study


class Person(models.Model):
    """Somebody recorded, known by a pseudonym that stays the same over sessions."""

    class Role(models.TextChoices):
        CLIENT = "client"
        COUNSELLOR = "counsellor"

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="persons")
    pseudonym = models.CharField(max_length=40)
    role = models.CharField(max_length=10, choices=Role.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "pseudonym"], name="one_person_per_pseudonym"),
            models.CheckConstraint(condition=models.Q(role__in=["client", "counsellor"]), name="person_role_known"),
        ]

    def __str__(self) -> str:
        return self.pseudonym


class Consent(models.Model):
    """One scope that one recorded person agreed to. It holds while neither withdrawn nor expired."""

    class Scope(models.TextChoices):
        VIEW = "view"
        ANNOTATE = "annotate"
        TRAIN = "train"
        APPRAISE = "appraise"
        EXTERNAL = "external"
        PUBLISH = "publish"

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="consents")
    scope = models.CharField(max_length=10, choices=Scope.choices)
    basis = models.CharField(max_length=200, help_text="The form or document the person signed.")
    given_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["person", "scope"],
                condition=models.Q(withdrawn_at__isnull=True),
                name="one_standing_consent_per_scope",
            )
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.scope}"


class Session(models.Model):
    """One counselling conversation."""

    class State(models.TextChoices):
        PREPARING = "preparing"
        READY = "ready"
        FAILED = "failed"

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="sessions")
    number = models.PositiveIntegerField(help_text="Counts from 1 within the study; `S003` in files.")
    title = models.CharField(max_length=120, blank=True)
    client = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="sessions_as_client")
    counsellor = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="sessions_as_counsellor")
    state = models.CharField(max_length=10, choices=State.choices, default=State.PREPARING)
    imported_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["study", "number"], name="one_session_per_number")]

    def __str__(self) -> str:
        return self.key

    @property
    def key(self) -> str:
        """The session's name in files: `S003`."""
        return f"S{self.number:03d}"


class RecordedFile(models.Model):
    """What one camera recorded of a session: the original, kept and hashed, and what was made from it.

    Paths are relative to the media folder. Times are media time in milliseconds.
    """

    session: "models.OneToOneField[Session, Session]"
    client_region: Any
    original_path = models.CharField(max_length=255)
    original_name = models.CharField(max_length=255, help_text="The file's name at upload, shown and never opened.")
    original_sha256 = models.CharField(max_length=64)
    bytes = models.BigIntegerField()
    duration_ms = models.PositiveIntegerField()
    probe = models.JSONField(help_text="Streams, start offsets, rotation, rate mode and frame table.")
    proxy_path = models.CharField(max_length=255, blank=True, help_text="H.264 and AAC for the browser.")
    picture_only_path = models.CharField(max_length=255, blank=True, help_text="The proxy without a sound track.")
    small_path = models.CharField(max_length=255, blank=True, help_text="The proxy at 240 pixels, for slow lines.")
    waveform_path = models.CharField(
        max_length=255, blank=True, help_text="Lowest and highest of the sound, a signed byte each, 100 times a second."
    )
    frame_table_path = models.CharField(max_length=255, blank=True, help_text="When each picture is shown, compressed.")
    made_files = models.JSONField(
        default=dict, help_text="{program, sha256: {name: hash}}: what made the copies, and their bytes."
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


class TranscriptRevision(models.Model):
    """One state of a session's turns: a transcript file as it was read, or one edit of what was there.

    Of a file the raw bytes are kept, and every remark made in reading them; an edit names the file it rests on.
    """

    class Kind(models.TextChoices):
        FILE = "file"
        SPLIT = "split"
        MERGE = "merge"
        CHANGE = "change"
        UNDO = "undo"

    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="revisions")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.FILE)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_by_name = models.CharField(max_length=150, blank=True)
    source = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="+", help_text="An edit's file; of a file, none."
    )
    undoes = models.OneToOneField("self", null=True, on_delete=models.PROTECT, related_name="undone_by")
    raw_path = models.CharField(max_length=255)
    raw_name = models.CharField(max_length=255)
    raw_sha256 = models.CharField(max_length=64)
    format = models.CharField(max_length=30)
    reader_version = models.CharField(max_length=20)
    remarks = models.JSONField(default=list, help_text="[{severity, where, message}]")
    options = models.JSONField(default=dict, help_text="How a person asked the file to be read.")
    offset_ms = models.IntegerField(default=0, help_text="Added to all times of the file.")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "number"], name="one_revision_per_number")]

    def __str__(self) -> str:
        return f"{self.session}, transcript {self.number}"

    @property
    def file(self) -> "TranscriptRevision":
        """The revision whose file these turns rest on."""
        return self.source or self


class CurrentTurns(models.Manager["Turn"]):
    """The turns that a session's transcript has today, without retired ones.

    It is what `session.turns` starts from too, so that nobody shows or counts a retired turn by forgetting to ask.
    Lookups that only cross the table (`turn__session`) say it themselves. A dump of the database needs `Turn.every`.
    """

    def get_queryset(self) -> models.QuerySet["Turn"]:
        return super().get_queryset().filter(retired_by__isnull=True)


class Turn(models.Model):
    """One speaker's uninterrupted stretch. Its id lasts over re-imports and edits.

    A turn that leaves the transcript is retired, never deleted: its labels stay with it, and an undo brings it back.
    """

    class Role(models.TextChoices):
        CLIENT = "client"
        COUNSELLOR = "counsellor"
        OTHER = "other"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="turns")
    revision = models.ForeignKey(
        TranscriptRevision,
        on_delete=models.PROTECT,
        related_name="turns",
        help_text="Where it came to read as it does: what was labelled on another one asks for a second look.",
    )
    retired_by = models.ForeignKey(
        TranscriptRevision, null=True, on_delete=models.PROTECT, related_name="retired_turns"
    )
    position = models.PositiveIntegerField(help_text="Counts from 0 over all turns of the session.")
    speaker = models.CharField(max_length=120, blank=True, help_text="The speaker as the file names them.")
    role = models.CharField(max_length=10, choices=Role.choices)
    start_ms = models.PositiveIntegerField(null=True)
    end_ms = models.PositiveIntegerField(null=True)
    text = models.TextField()
    backchannels = models.JSONField(
        default=list,
        help_text="[{speaker, role, start_ms, end_ms, text}]: what a listener put in while this speaker went on.",
    )

    objects = CurrentTurns()
    every: "models.Manager[Turn]" = models.Manager()

    class Meta:
        ordering = ["session", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["session", "position"],
                condition=models.Q(retired_by__isnull=True),
                name="one_turn_per_position",
            ),
            models.CheckConstraint(
                condition=models.Q(role__in=["client", "counsellor", "other"]), name="turn_role_known"
            ),
            models.CheckConstraint(
                condition=models.Q(end_ms__isnull=True) | models.Q(end_ms__gte=models.F("start_ms")),
                name="turn_ends_after_its_start",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session} · {self.position}"

    @property
    def shown_frames(self) -> list["Frame"]:
        """The turn's frames that show something, in order; from rows fetched before, if they were."""
        return [frame for frame in self.frames.all() if frame.path]

    @property
    def why_no_frame(self) -> str:
        """The reason that is kept of a turn without any frame; empty where there is one, or nothing was looked for."""
        if self.shown_frames:
            return ""
        return next((frame.missing_reason for frame in self.frames.all()), "")


class Frame(models.Model):
    """A picture that a model sees of one client turn, or the reason why there is none."""

    BY_HAND = "by_hand"
    """The rule of a frame that a person chose."""

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="frames")
    number = models.PositiveSmallIntegerField(default=0, help_text="Counts from 0 within the turn.")
    rule = models.CharField(max_length=30, help_text="`onset_sharpest`: how the moment was chosen.")
    rule_version = models.PositiveSmallIntegerField()
    path = models.CharField(max_length=255, blank=True)
    sha256 = models.CharField(max_length=64, blank=True)
    presentation_ms = models.PositiveIntegerField(null=True)
    frame_index = models.PositiveIntegerField(null=True)
    face_box = models.JSONField(null=True, help_text="x, y, w, h in pixels of the frame.")
    detector = models.CharField(max_length=40, blank=True)
    confidence = models.FloatField(null=True)
    sharpness = models.FloatField(null=True)
    missing_reason = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["turn", "number"], name="one_frame_per_turn_and_number")]

    def __str__(self) -> str:
        return f"frame {self.number} of {self.turn}"


class FrameChange(models.Model):
    """A frame that a person chose in another's place. It stands until it is taken back or followed by a newer one.

    The states are a frame's fields but for turn and number, by name.
    """

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="frame_changes")
    number = models.PositiveSmallIntegerField()
    before = models.JSONField(help_text="The frame's state until then.")
    after = models.JSONField(help_text="Its state since.")
    automatic = models.JSONField(help_text="What the study's rule chose, then or at a later preparation.")
    chosen_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    chosen_at = models.DateTimeField()
    ended_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    ended_at = models.DateTimeField(null=True, help_text="When it was taken back or followed by a newer one.")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["turn", "number"],
                condition=models.Q(ended_at__isnull=True),
                name="one_standing_change_per_frame",
            )
        ]

    def __str__(self) -> str:
        return f"change of frame {self.number} of {self.turn}"


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


class RecordingUpload(models.Model):
    """A recording on its way. How much of it has arrived is the length of its file, which no crash makes untrue."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="uploads")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="uploads")
    created_at = models.DateTimeField()
    name = models.CharField(max_length=255, help_text="The file's name where it comes from, shown and never opened.")
    path = models.CharField(max_length=255)
    bytes = models.BigIntegerField(help_text="Of the whole file, as told when it was begun.")

    def __str__(self) -> str:
        return f"upload of {self.name}"


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
    counsellor_video = models.JSONField(
        null=True, help_text="A second camera's recording: {name, path, sha256, bytes, probe}."
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
