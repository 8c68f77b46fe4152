"""Assignments, annotations and their events. Never a model's prediction."""

import uuid

from django.db import models

from annotator.codebooks.models import CodebookVersion, Construct, Level, PassKind
from annotator.corpus.models import Session, TranscriptRevision, Turn
from annotator.studies.models import Rater


class Assignment(models.Model):
    """One rater's task: one pass through one session. `done` locks a channel pass."""

    rater = models.ForeignKey(Rater, on_delete=models.PROTECT, related_name="assignments")
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="assignments")
    pass_kind = models.CharField(max_length=8, choices=PassKind.choices)
    position = models.PositiveIntegerField(default=0, help_text="The order in which the rater is offered it.")
    created_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["rater", "session", "pass_kind"], name="one_assignment_per_pass"),
            models.CheckConstraint(condition=models.Q(pass_kind__in=PassKind.values), name="assignment_pass_known"),
        ]

    def __str__(self) -> str:
        return f"{self.rater}: {self.session}, {self.pass_kind}"


class Annotation(models.Model):
    """What one rater recorded for one turn in one pass. `version` rises by one with each change."""

    # Without an index of its own: the constraint's begins with the turn.
    turn = models.ForeignKey(Turn, on_delete=models.PROTECT, related_name="annotations", db_index=False)
    rater = models.ForeignKey(Rater, on_delete=models.PROTECT, related_name="annotations")
    pass_kind = models.CharField(max_length=8, choices=PassKind.choices)
    codebook_version = models.ForeignKey(CodebookVersion, on_delete=models.PROTECT)
    turn_revision = models.ForeignKey(TranscriptRevision, on_delete=models.PROTECT, related_name="+")
    cannot_judge = models.CharField(max_length=200, blank=True, help_text="Why the rater could not judge the turn.")
    is_complete = models.BooleanField(default=False, help_text="Every required construct is answered, or cannot judge.")
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["turn", "rater"], condition=models.Q(is_complete=True), name="complete_annotations")
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["turn", "rater", "pass_kind", "codebook_version"], name="one_annotation_per_turn_rater_and_pass"
            )
        ]

    def __str__(self) -> str:
        return f"{self.rater} on {self.turn}, {self.pass_kind}"


class Score(models.Model):
    """One construct's answer in one annotation: a level of the codebook, or free content (text, spans)."""

    annotation = models.ForeignKey(Annotation, on_delete=models.PROTECT, related_name="scores")
    construct = models.ForeignKey(Construct, on_delete=models.PROTECT, related_name="scores")
    level = models.ForeignKey(Level, null=True, on_delete=models.PROTECT, related_name="scores")
    content = models.JSONField(null=True, help_text="Text, or a list of spans and moments.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["annotation", "construct"], name="one_score_per_construct"),
            models.CheckConstraint(
                condition=models.Q(level__isnull=False, content__isnull=True)
                | models.Q(level__isnull=True, content__isnull=False),
                name="score_is_a_level_or_content",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.construct.key} of {self.annotation}"


class AnnotationEvent(models.Model):
    """One change of one construct, append-only. `client_key` comes from the browser, so a retry never doubles.

    Where a turn's words were changed, evidence that moved along has an event too, which names that revision.
    """

    annotation = models.ForeignKey(Annotation, on_delete=models.PROTECT, related_name="events")
    client_key = models.UUIDField(unique=True, default=uuid.uuid4)
    construct_key = models.CharField(max_length=40, help_text="A construct's key, or `cannot_judge`.")
    old = models.JSONField(null=True)
    new = models.JSONField(null=True)
    version = models.PositiveIntegerField(help_text="The annotation's version after the change.")
    moved_by = models.ForeignKey(
        TranscriptRevision,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="With whose words it moved; none where its rater changed it.",
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.construct_key} of {self.annotation}"
