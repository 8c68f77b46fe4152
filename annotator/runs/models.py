"""Training runs, the adapters they leave and their predictions. Never the training itself."""

import uuid
from pathlib import Path

from django.conf import settings
from django.db import models

from annotator.corpus.models import Turn
from annotator.jobs.models import Job, JobState
from annotator.releases.models import Release
from training.config import BASE_NAMES, DEMONSTRATION_FAMILIES, TrainingConfig, config_from


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
        INTERRUPTED = "interrupted"  # Told by the job, never stored.

    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="runs")
    number = models.PositiveIntegerField(help_text="Counts from 1 within the study.")
    group = models.UUIDField(default=uuid.uuid4)
    name = models.CharField(max_length=120, help_text="`tiny, both channels`: what tables call it.")
    config = models.JSONField(help_text="What training.config reads, in full.")
    state = models.CharField(max_length=12, choices=State.choices, default=State.QUEUED)
    error = models.TextField(blank=True)
    record = models.JSONField(null=True, help_text="run.json, once the run has written it.")
    job = models.ForeignKey(Job, null=True, on_delete=models.SET_NULL, related_name="runs")
    started_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [models.CheckConstraint(condition=models.Q(number__gte=1), name="run_number_from_1")]

    def __str__(self) -> str:
        return f"run {self.number} on {self.release}"

    @property
    def is_over(self) -> bool:
        return self.state in {Run.State.SUCCEEDED, Run.State.FAILED, Run.State.CANCELLED}

    @property
    def state_now(self) -> str:
        """The state; `queued` where its job waits, `cancelled` or `interrupted` where that has ended without it."""
        if self.is_over or self.job is None:
            return Run.State(self.state)
        if self.job.state == JobState.QUEUED:
            return Run.State.QUEUED
        if not self.job.is_over:
            return Run.State(self.state)
        return Run.State.CANCELLED if self.job.state == JobState.CANCELLED else Run.State.INTERRUPTED

    @property
    def has_ended(self) -> bool:
        """Whether nothing more comes of it unless somebody resumes it."""
        return self.state_now in {Run.State.SUCCEEDED, Run.State.FAILED, Run.State.CANCELLED, Run.State.INTERRUPTED}

    @property
    def is_demonstration(self) -> bool:
        """Whether its base is one for trying Attune out, whose figures are no result."""
        return self.config["family"] in DEMONSTRATION_FAMILIES

    @property
    def model_name(self) -> str:
        """The base that it adapts, by its full name; of one in a folder of this machine, the folder's."""
        # As it was stored: a run of an older version may hold settings that no version reads any more.
        base = str(self.config.get("base") or BASE_NAMES[self.config["family"]])
        return Path(base).name if Path(base).is_absolute() else base

    @property
    def training_config(self) -> TrainingConfig:
        return config_from(self.config)

    @property
    def folder(self) -> Path:
        """Where the run's files lie today."""
        return Path(settings.RUNS_DIR) / self.release.study.slug / str(self.number)


class Adapter(models.Model):
    """The LoRA weights of a run that succeeded."""

    run = models.OneToOneField(Run, on_delete=models.PROTECT, related_name="adapter")
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
    gold = models.CharField(max_length=40, help_text="The label of incongruence in the release.")
    reply = models.TextField(blank=True)
    reference = models.TextField(blank=True, help_text="What the counsellor said.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "turn"], name="one_prediction_per_turn")]

    def __str__(self) -> str:
        return f"{self.run} on {self.turn}"
