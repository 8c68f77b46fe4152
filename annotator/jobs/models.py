"""Long work as rows: claimed once, followed by heartbeat, progress and log. Never what the work is."""

import uuid

from django.conf import settings
from django.db import models


class JobState(models.TextChoices):
    QUEUED = "queued"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"


UNDER_WAY = (JobState.QUEUED, JobState.RUNNING)


class Queue(models.TextChoices):
    DEFAULT = "default"
    MEDIA = "media"
    GPU = "gpu"


class Job(models.Model):
    """One piece of long work. `kind` names the registered function that does it with `arguments`.

    A worker owns the row from its claim until it puts it back itself, being asked to end, or until its process is gone
    or `heartbeat_at` is older than the allowed silence; then the reconciler puts the row back to `queued`, and the next
    claim counts as another attempt.
    """

    uuid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=60)
    arguments = models.JSONField(default=dict, help_text="Ids and plain values only, never words of a session.")
    queue = models.CharField(max_length=10, choices=Queue.choices, default=Queue.DEFAULT)
    study = models.ForeignKey("annotator.Study", null=True, on_delete=models.PROTECT, related_name="jobs")
    started_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    title = models.CharField(max_length=200, help_text="What people read: `Preparing session 14`.")
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.QUEUED)
    attempt = models.PositiveSmallIntegerField(default=0, help_text="How often a worker has claimed it.")
    max_attempts = models.PositiveSmallIntegerField(default=3)
    progress = models.FloatField(default=0.0, help_text="0 to 1.")
    step = models.CharField(max_length=200, blank=True, help_text="What is being done now, for people.")
    log_tail = models.TextField(blank=True, help_text="The latest lines of the log, at most 16 kB.")
    error = models.TextField(blank=True, help_text="Why it failed and what to do, for people.")
    result = models.JSONField(null=True)
    cancel_requested_at = models.DateTimeField(null=True)
    worker = models.CharField(max_length=120, blank=True, help_text="Host and process that holds the claim.")
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    heartbeat_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["state", "heartbeat_at"])]
        constraints = [
            models.CheckConstraint(condition=models.Q(progress__gte=0, progress__lte=1), name="job_progress_0_to_1"),
            models.CheckConstraint(condition=models.Q(state__in=JobState.values), name="job_state_known"),
        ]

    def __str__(self) -> str:
        return f"{self.title} ({self.state})"

    @property
    def is_over(self) -> bool:
        return self.state not in UNDER_WAY
