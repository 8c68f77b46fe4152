"""People's annotations as votes: who gave which turn what. Machine and imported raters never enter."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, Max, QuerySet

from annotator.annotations.models import Annotation, AnnotationEvent, Score
from annotator.codebooks.models import Scale
from annotator.corpus.models import TranscriptRevision
from annotator.corpus.standing import to_rate
from annotator.studies.models import Rater, Study
from metrics.ratings import Rating


class Vote(NamedTuple):
    """One rater's answer to one construct of one turn."""

    construct: str
    turn: UUID
    session: str
    rater: str
    value: str
    """A level's key on a nominal scale, its number otherwise."""


@dataclass(frozen=True)
class Begun:
    """Answers that do not count, since a required question of their turn is open still."""

    n_ratings: int
    """Ratings are one rater's answers to one turn."""
    raters: list[str]


@dataclass(frozen=True)
class PassState:
    """What the figures of a pass rest on; equal states give equal figures."""

    codebook_version: int
    latest_event: int
    latest_revision: int
    """Of any transcript of the study: a turn's words and place are shown beside its figures."""
    n_complete: int
    n_cannot_judge: int

    @property
    def cannot_judge_share(self) -> float | None:
        """The share of complete annotations, 0 to 1, whose rater could not judge; None where there is none."""
        return self.n_cannot_judge / self.n_complete if self.n_complete else None


def annotations_of_people(study: Study, pass_kind: str) -> QuerySet[Annotation]:
    """The complete annotations of one pass, by people, on the study's codebook version and turns that stand."""
    return _of_people(study, pass_kind).filter(is_complete=True)


def begun_in(study: Study, pass_kind: str) -> Begun:
    """What people have begun in the pass and not finished."""
    begun = _of_people(study, pass_kind).filter(is_complete=False, scores__isnull=False)
    ratings = set(begun.values_list("pk", "rater__pseudonym"))
    return Begun(n_ratings=len(ratings), raters=sorted({rater for _, rater in ratings}))


def state_of(study: Study, pass_kind: str) -> PassState:
    """Cheap to ask: what would change if any annotation of the pass did."""
    annotations = annotations_of_people(study, pass_kind)
    events = AnnotationEvent.objects.filter(
        annotation__turn__session__study=study, annotation__pass_kind=pass_kind
    ).aggregate(latest=Max("pk"))
    counts = annotations.aggregate(n=Count("pk"))
    revisions = TranscriptRevision.objects.filter(session__study=study).aggregate(latest=Max("pk"))
    return PassState(
        codebook_version=study.codebook_version_id,
        latest_event=events["latest"] or 0,
        latest_revision=revisions["latest"] or 0,
        n_complete=counts["n"],
        n_cannot_judge=annotations.exclude(cannot_judge="").count(),
    )


def votes_of(study: Study, pass_kind: str, *, turns: Collection[UUID] | None = None) -> list[Vote]:
    """The votes of a pass, on all turns or on these, in order. "Cannot judge" is missing, not a vote."""
    annotations = annotations_of_people(study, pass_kind).filter(cannot_judge="")
    if turns is not None:
        annotations = annotations.filter(turn__in=turns)
    scores = (
        Score.objects.filter(annotation__in=annotations, level__isnull=False)
        .order_by("annotation__turn__session__number", "annotation__turn__position", "annotation__rater__pseudonym")
        .values_list(
            "construct__key",
            "construct__scale",
            "annotation__turn_id",
            "annotation__turn__session__number",
            "annotation__rater__pseudonym",
            "level__key",
            "level__value",
        )
    )
    return [
        Vote(construct, turn, f"S{session:03d}", rater, key if scale == Scale.NOMINAL else str(number))
        for construct, scale, turn, session, rater, key, number in scores
    ]


def _of_people(study: Study, pass_kind: str) -> QuerySet[Annotation]:
    return Annotation.objects.filter(
        to_rate(),
        turn__session__study=study,
        pass_kind=pass_kind,
        codebook_version=study.codebook_version_id,
        rater__kind=Rater.Kind.PERSON,
    )


def as_ratings(votes: Iterable[Vote]) -> Iterator[Rating]:
    """Votes on one construct as the measures read them."""
    return (Rating(unit=str(vote.turn), rater=vote.rater, value=vote.value, session=vote.session) for vote in votes)
