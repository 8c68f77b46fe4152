"""Numbered snapshots of gold labels with their hold-out. Never edited, only succeeded."""

from collections.abc import Collection
from pathlib import Path
from typing import Self

from django.conf import settings
from django.db import models

from annotator.corpus.models import Session, Turn
from annotator.jobs.models import Job, JobState
from annotator.studies.models import Study


class Release(models.Model):
    """A frozen set with manifest and content hash; usable once approved."""

    class State(models.TextChoices):
        FREEZING = "freezing"
        FROZEN = "frozen"
        APPROVED = "approved"
        FAILED = "failed"  # These two are told by the job, never stored.
        CANCELLED = "cancelled"

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="releases")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.FREEZING)
    note = models.TextField(blank=True)
    seed = models.PositiveIntegerField(help_text="Draws the hold-out.")
    holdout_share = models.FloatField(help_text="The share of sessions asked for, above 0 and below 1.")
    path = models.CharField(max_length=255, blank=True)
    manifest = models.JSONField(null=True)
    counts = models.JSONField(null=True, help_text="The manifest's, apart: lists show them and load no manifest.")
    content_hash = models.CharField(max_length=64, blank=True)
    job = models.ForeignKey(Job, null=True, on_delete=models.SET_NULL, related_name="+")
    frozen_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    frozen_at = models.DateTimeField()
    """The moment whose labels and consent it holds; as long as it is being frozen, when that was asked for."""

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["study", "number"], name="one_release_per_number")]

    def __str__(self) -> str:
        return f"release {self.number} of {self.study}"

    @property
    def state_now(self) -> str:
        """The state; `failed` or `cancelled` where its job has ended and nothing was frozen."""
        if self.state == Release.State.FREEZING and self.job and self.job.is_over:
            return Release.State.CANCELLED if self.job.state == JobState.CANCELLED else Release.State.FAILED
        return Release.State(self.state)

    @property
    def folder(self) -> Path:
        """Where the release lies today."""
        return Path(settings.RELEASES_DIR) / self.path


class ReleaseTurn(models.Model):
    """One turn of a release, so that a withdrawal finds every release that holds it."""

    class Split(models.TextChoices):
        TRAIN = "train"
        HOLDOUT = "holdout"

        @classmethod
        def of(cls, session: Session, *, holdout: Collection[str]) -> Self:
            """The side of a session's turns; `holdout` are the keys of the sessions held out."""
            return cls.HOLDOUT if session.key in holdout else cls.TRAIN

    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="turns")
    turn = models.ForeignKey(Turn, on_delete=models.PROTECT, related_name="+")
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="+")
    split = models.CharField(max_length=7, choices=Split.choices)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["release", "turn"], name="one_release_turn_per_turn")]

    def __str__(self) -> str:
        return f"{self.turn} in {self.release}"


class Approval(models.Model):
    """A second pair of eyes on a release. `is_alone` says that the freezer approved their own."""

    release = models.OneToOneField(Release, on_delete=models.PROTECT, related_name="approval")
    approved_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    approved_by_name = models.CharField(max_length=150)
    role = models.CharField(max_length=10)
    is_alone = models.BooleanField()
    approved_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"approval of {self.release}"
