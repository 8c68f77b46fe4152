"""Counselling conversations."""

from django.conf import settings
from django.db import models
from django.utils.functional import cached_property

from annotator.corpus.models.persons import Person
from annotator.studies.models import Study


class Session(models.Model):
    """One counselling conversation."""

    class State(models.TextChoices):
        PREPARING = "preparing"
        READY = "ready"
        FAILED = "failed"  # These two are told by the job, never stored.
        CANCELLED = "cancelled"

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

    @cached_property
    def has_picture(self) -> bool:
        """Whether somebody is to be seen: there is a recording, and not of sound alone."""
        recording = getattr(self, "recording", None)
        return recording is not None and bool(recording.has_picture)

    @property
    def key(self) -> str:
        """The session's name in files: `S003`."""
        return f"S{self.number:03d}"
