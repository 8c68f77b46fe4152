"""Assignments with their progress, and what was recorded in them."""

from django.db.models import OuterRef, QuerySet, Subquery

from annotator import access
from annotator.accounts.models import User
from annotator.annotations.models import Annotation, AnnotationEvent, Assignment
from annotator.corpus.counting import count_of
from annotator.corpus.models import Turn


def assignments_for(user: User) -> QuerySet[Assignment]:
    """The assignments that the person may see, with all that is needed to show and to save them."""
    rows = Assignment.objects.select_related("rater", "session__study", "session__client")
    return access.assignments_for(user, rows)


def with_progress(assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """The assignments with `n_turns`, `n_complete` and the time of the latest change, `updated_at`."""
    turns = Turn.objects.filter(session=OuterRef("session"), role=Turn.Role.CLIENT)
    annotations = Annotation.objects.filter(
        turn__session=OuterRef("session"),
        rater=OuterRef("rater"),
        pass_kind=OuterRef("pass_kind"),
        codebook_version=OuterRef("session__study__codebook_version"),
    )
    return assignments.annotate(
        n_turns=count_of(turns, by="session"),
        n_complete=count_of(annotations.filter(is_complete=True), by="rater"),
        updated_at=Subquery(annotations.order_by("-updated_at").values("updated_at")[:1]),
    )


def annotations_of(assignment: Assignment) -> QuerySet[Annotation]:
    """What the assignment's rater has recorded in this pass."""
    return Annotation.objects.filter(
        turn__session=assignment.session_id,
        rater=assignment.rater_id,
        pass_kind=assignment.pass_kind,
        codebook_version=assignment.session.study.codebook_version_id,
    )


def history_of(assignment: Assignment, turn: Turn) -> QuerySet[AnnotationEvent]:
    """Every change of the turn's answers in this pass, oldest first."""
    return AnnotationEvent.objects.filter(annotation__in=annotations_of(assignment).filter(turn=turn)).order_by("pk")
