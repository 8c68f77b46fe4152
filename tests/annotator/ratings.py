"""Annotations that are made many at once, as raters would save them one by one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain

from annotator.annotations.models import Annotation, AnnotationEvent, Score
from annotator.codebooks.questionnaire import questionnaire_of
from annotator.corpus.models import Turn
from annotator.studies.models import Rater

NOW = datetime(2026, 5, 2, 9, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Rating:
    """A complete annotation and its answers, before they are saved."""

    annotation: Annotation
    scores: list[Score]

    @classmethod
    def of(
        cls, rater: Rater, turn: Turn, *, pass_kind: str = "together", cannot_judge: str = "", **answers: str | int
    ) -> "Rating":
        study = turn.session.study
        annotation = Annotation(
            turn=turn,
            rater=rater,
            pass_kind=pass_kind,
            codebook_version_id=study.codebook_version_id,
            turn_revision_id=turn.revision_id,
            cannot_judge=cannot_judge,
            is_complete=True,
            created_at=NOW,
            updated_at=NOW,
        )
        questions = questionnaire_of(study.codebook_version_id).questions
        scores = [
            Score(annotation=annotation, construct=questions[key].construct, level=questions[key].levels[answer])
            for key, answer in answers.items()
        ]
        return cls(annotation, scores)


def save_all(ratings: Sequence[Rating]) -> None:
    """In the order given, with an entry of their history each."""
    annotations = [rating.annotation for rating in ratings]
    Annotation.objects.bulk_create(annotations)
    Score.objects.bulk_create(chain(*(rating.scores for rating in ratings)))
    AnnotationEvent.objects.bulk_create(
        AnnotationEvent(annotation=annotation, construct_key="incongruence", version=1, at=NOW)
        for annotation in annotations
    )
