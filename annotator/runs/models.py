"""Training runs, the adapters they leave and their predictions. Never the training itself."""

import uuid

from django.conf import settings
from django.db import models

from annotator.corpus.models import Turn
from annotator.jobs.models import Job
from annotator.releases.models import Release


class Run(models.Model):
    """One execution of training and evaluation on one approved release. Runs started together share `group`."""

    class State(models.TextChoices):
        QUEUED = "queued"
        PREFLIGHT = "preflight"
        RUNNING = "running"
        EVALUATING = "evaluating"
        SUCCEEDED = "succeeded"
        FAILED = "failed"
        CANCELLED = "cancelled"
        INTERRUPTED = "interrupted"

    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="runs")
    number = models.PositiveIntegerField(help_text="Counts from 1 within the study.")
    group = models.UUIDField(default=uuid.uuid4)
    name = models.CharField(max_length=120, help_text="`tiny, both channels`: what tables call it.")
    config = models.JSONField(help_text="What training.config reads, in full.")
    state = models.CharField(max_length=12, choices=State.choices, default=State.QUEUED)
    error = models.TextField(blank=True)
    path = models.CharField(max_length=255, blank=True)
    record = models.JSONField(null=True, help_text="run.json, once the run has written it.")
    job = models.ForeignKey(Job, null=True, on_delete=models.SET_NULL, related_name="+")
    started_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [models.CheckConstraint(condition=models.Q(number__gte=1), name="run_number_from_1")]

    def __str__(self) -> str:
        return f"run {self.number} on {self.release}"


class Adapter(models.Model):
    """The LoRA weights of a run that succeeded."""

    run = models.OneToOneField(Run, on_delete=models.PROTECT, related_name="adapter")
    path = models.CharField(max_length=255)
    sha256 = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"adapter of {self.run}"


class Prediction(models.Model):
    """What an adapter says of a held-out turn, and the reply it generates."""

    run = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="predictions")
    turn = models.ForeignKey(Turn, on_delete=models.PROTECT, related_name="+")
    probabilities = models.JSONField(help_text="Level key of incongruence to probability.")
    predicted = models.CharField(max_length=40)
    reply = models.TextField(blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "turn"], name="one_prediction_per_turn")]

    def __str__(self) -> str:
        return f"{self.run} on {self.turn}"
