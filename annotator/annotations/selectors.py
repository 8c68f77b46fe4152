"""Assignments with their progress, and what was recorded in them."""

from collections import Counter
from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db.models import Case, Count, OuterRef, QuerySet, Subquery, When

from annotator import access
from annotator.accounts.models import User
from annotator.annotations.models import Annotation, AnnotationEvent, Assignment
from annotator.annotations.second_look import asking_for_a_second_look
from annotator.codebooks.models import PassKind
from annotator.corpus.consent import everyone_agrees
from annotator.corpus.counting import count_of
from annotator.corpus.labels import counts_labels, counts_second_looks
from annotator.corpus.models import Consent, Turn
from annotator.corpus.unseen import shows_nobody


def assignments_for(user: User) -> QuerySet[Assignment]:
    """The assignments that the person may see, with all that is needed to show and to save them."""
    rows = Assignment.objects.select_related("rater", "session__study", "session__client")
    return access.assignments_for(user, rows)


def with_progress(assignments: QuerySet[Assignment], *, at: datetime) -> QuerySet[Assignment]:
    """The assignments with `n_turns`, `n_complete`, `n_to_confirm` and the time of the latest change, `updated_at`.

    `open_channel_pass` is the pass through one channel that the rater has to finish before other passes of the session.
    To confirm are annotations whose turn was changed after them. `may_label` says whether everyone recorded agrees to
    be labelled at that moment. A pass through a face that nobody can see has no turns.
    """
    turns = Turn.objects.filter(session=OuterRef("session"), role=Turn.Role.CLIENT)
    asks_nothing = When(shows_nobody("session"), pass_kind=PassKind.FACE, then=0)
    annotations = Annotation.objects.filter(
        # By turns, with which the index begins; joined, each assignment goes through all annotations of the study.
        turn__in=Turn.objects.filter(session=OuterRef(OuterRef("session")), role=Turn.Role.CLIENT),
        rater=OuterRef("rater"),
        pass_kind=OuterRef("pass_kind"),
        codebook_version=OuterRef("session__study__codebook_version"),
    )
    return assignments.annotate(
        n_turns=Case(asks_nothing, default=count_of(turns, by="session")),
        n_complete=Case(asks_nothing, default=count_of(annotations.filter(is_complete=True), by="rater")),
        n_to_confirm=count_of(asking_for_a_second_look(annotations), by="rater"),
        may_label=everyone_agrees(Consent.Scope.ANNOTATE, at=at, session="session"),
        open_channel_pass=Subquery(channel_passes_open(OuterRef("rater"), OuterRef("session")).values("pass_kind")[:1]),
        updated_at=Subquery(annotations.order_by("-updated_at").values("updated_at")[:1]),
    )


def channel_passes_open(rater: int | OuterRef, session: int | OuterRef) -> QuerySet[Assignment]:
    """A rater's open passes through one channel of a session, in the order in which they are to be done."""
    own = Assignment.objects.filter(rater=rater, session=session, done_at__isnull=True)
    return own.exclude(pass_kind=PassKind.TOGETHER).order_by("position", "pk")


def annotations_of(assignment: Assignment) -> QuerySet[Annotation]:
    """What the assignment's rater has recorded in this pass, on retired turns too."""
    return Annotation.objects.filter(
        turn__session=assignment.session_id,
        rater=assignment.rater_id,
        pass_kind=assignment.pass_kind,
        codebook_version=assignment.session.study.codebook_version_id,
    )


@counts_labels
def annotation_counts(turns: Collection[UUID]) -> Counter[UUID]:
    """How many annotations there are on each of the turns, of every pass and codebook version."""
    rows = Annotation.objects.filter(turn__in=turns).values_list("turn").annotate(Count("pk")).order_by()
    return Counter(dict(rows))


@counts_second_looks
def waiting_annotations(turns: Collection[UUID]) -> Counter[UUID]:
    """How many annotations on each of the turns are to be looked at again."""
    asking = asking_for_a_second_look(Annotation.objects.filter(turn__in=turns))
    return Counter(dict(asking.values_list("turn").annotate(Count("pk")).order_by()))


def history_of(assignment: Assignment, turn: Turn) -> QuerySet[AnnotationEvent]:
    """Every change of the turn's answers in this pass, oldest first."""
    events = AnnotationEvent.objects.filter(annotation__in=annotations_of(assignment).filter(turn=turn))
    return events.select_related("moved_by").order_by("pk")
