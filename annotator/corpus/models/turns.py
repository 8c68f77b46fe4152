"""A transcript as it changed, and the turns it has today."""

import uuid
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models

from annotator.corpus.models.sessions import Session

if TYPE_CHECKING:
    from annotator.corpus.models.frames import Frame


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
    # Its index holds the retired turns alone: SQLite would take one of all turns for "not retired", which most are.
    retired_by = models.ForeignKey(
        TranscriptRevision, null=True, on_delete=models.PROTECT, related_name="retired_turns", db_index=False
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
        indexes = [
            models.Index(fields=["retired_by"], condition=models.Q(retired_by__isnull=False), name="retired_turns"),
            # Counting a large study's client turns, and what there is on each, reads this and no words.
            models.Index(
                fields=["session", "role", "id"], condition=models.Q(retired_by__isnull=True), name="turns_by_role"
            ),
        ]
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
