"""People's annotations as votes: who gave which turn what. Machine and imported raters never enter."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet

from annotator.agreement.constructs import PRESENCE
from annotator.annotations.asked import is_answerable, is_of_pass, is_seen
from annotator.annotations.models import Annotation, Score
from annotator.codebooks.models import Scale
from annotator.codebooks.questionnaire import questionnaire_of
from annotator.corpus.standing import to_rate
from annotator.studies.models import Rater, Study


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


def annotations_of_people(study: Study, pass_kind: str) -> QuerySet[Annotation]:
    """The complete annotations of one pass, by people, on the study's codebook version and turns that stand.

    Which of their answers count, `is_answerable` says.
    """
    return _on_what_stands(study, pass_kind).filter(is_complete=True)


def recorded_by_people(study: Study, pass_kind: str) -> QuerySet[Annotation]:
    """Whatever people recorded in one pass on the study's codebook version, unfinished or on retired turns too."""
    return Annotation.objects.filter(
        rater__study=study,
        rater__kind=Rater.Kind.PERSON,
        pass_kind=pass_kind,
        codebook_version=study.codebook_version_id,
    )


def cannot_judge_share(study: Study, pass_kind: str, *, construct: str) -> float | None:
    """The share of complete annotations, 0 to 1, whose rater could not judge; None where there is none.

    Of those alone that were asked for the construct.
    """
    about_the_face = questionnaire_of(study.codebook_version_id).about_the_face
    asked = is_seen(study) if construct in {*about_the_face, PRESENCE} else Q()
    found = annotations_of_people(study, pass_kind).filter(asked)
    n, n_judged = found.count(), found.filter(cannot_judge="").count()
    return (n - n_judged) / n if n else None


def begun_in(study: Study, pass_kind: str) -> Begun:
    """What people have begun in the pass and not finished."""
    begun = _on_what_stands(study, pass_kind).filter(is_complete=False, scores__isnull=False)
    ratings = set(begun.values_list("pk", "rater__pseudonym"))
    return Begun(n_ratings=len(ratings), raters=sorted({rater for _, rater in ratings}))


def votes_of(study: Study, pass_kind: str, *, turns: Collection[UUID] | None = None) -> list[Vote]:
    """The votes of a pass, on all turns or on these, in order. "Cannot judge" is missing, not a vote.

    What was answered about a face that nobody can see is none either.
    """
    annotations = annotations_of_people(study, pass_kind).filter(cannot_judge="")
    if turns is not None:
        annotations = annotations.filter(turn__in=turns)
    scores = (
        Score.objects.filter(
            is_answerable(study, turn="annotation__turn"), annotation__in=annotations, level__isnull=False
        )
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


def _on_what_stands(study: Study, pass_kind: str) -> QuerySet[Annotation]:
    return recorded_by_people(study, pass_kind).filter(to_rate(), is_of_pass(study, pass_kind))
