"""One answer from those of several raters, question by question. What it is worth, `standards` says."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

import numpy as np

from annotator.agreement.constructs import countable_questions, pass_of, scale_of
from annotator.agreement.models import Consensus, ConsensusRound
from annotator.agreement.votes import annotations_of_people
from annotator.annotations.asked import is_answerable
from annotator.annotations.models import Score
from annotator.codebooks.models import Scale
from annotator.codebooks.questionnaire import Question
from annotator.studies.models import Study
from metrics.arrays import FloatArray
from metrics.consensus import bias_corrected_means, majority
from metrics.ratings import Ratings


@dataclass(frozen=True)
class _Rated:
    """Everybody's answers to one question."""

    turns: list[UUID]
    values: FloatArray
    """Shape (n_raters, n_turns): a level's place on a nominal scale, its number on others; NaN without an answer."""


def questions_in_turn(study: Study) -> list[Question]:
    """The questions that get a consensus, those on which others depend before them."""
    questions = [question for question in countable_questions(study) if pass_of(study, question)]
    return sorted(questions, key=lambda question: bool(question.construct.asked_when))


def labels_of(
    round_: ConsensusRound, question: Question, *, called_for: Mapping[str, dict[UUID, str]]
) -> list[Consensus]:
    """The consensus on one question, not stored yet, in the order of sessions and turns.

    A nominal construct takes the majority's level, none where it is tied; ordinal and interval constructs take the
    mean of their raters after each rater's bias is removed, and of one rater alone their number. Where the raters
    together gave an answer that does not call for the question, as "agree" does not for the direction, what a few of
    them said to it is no consensus.

    Args:
        called_for: the levels of nominal constructs found so far, by construct and turn; a tie is not among them.
    """
    rated = _rated(round_.study, question)
    if rated is None:
        return []
    conditions: dict[str, list[str]] = question.construct.asked_when or {}
    find = _majorities if question.construct.scale == Scale.NOMINAL else _means
    return [
        label
        for label in find(round_, question, rated)
        if all(called_for[key].get(label.turn_id, values[0]) in values for key, values in conditions.items())
    ]


def _rated(study: Study, question: Question) -> _Rated | None:
    annotations = annotations_of_people(study, str(pass_of(study, question))).filter(cannot_judge="")
    scores = (
        Score.objects.filter(
            is_answerable(study, turn="annotation__turn"),
            annotation__in=annotations,
            construct=question.construct,
            level__isnull=False,
        )
        .order_by("annotation__turn__session__number", "annotation__turn__position", "annotation__rater_id")
        .values_list("annotation__turn_id", "annotation__rater_id", "level_id")
    )
    turns: dict[UUID, int] = {}
    raters: dict[int, int] = {}
    cells = [
        (raters.setdefault(rater, len(raters)), turns.setdefault(turn, len(turns)), level)
        for turn, rater, level in scores.iterator(chunk_size=5000)
    ]
    if not cells:
        return None
    code_of = _codes(question)
    places = np.array([(rater, turn) for rater, turn, _ in cells])
    values = np.full((len(raters), len(turns)), np.nan)
    values[places[:, 0], places[:, 1]] = [code_of[level] for *_, level in cells]
    return _Rated(list(turns), values)


def _codes(question: Question) -> dict[int, float]:
    if question.construct.scale == Scale.NOMINAL:
        return {level.pk: float(place) for place, level in enumerate(question.levels.values())}
    return {level.pk: float(level.value) for level in question.levels.values()}


def _majorities(round_: ConsensusRound, question: Question, rated: _Rated) -> Iterator[Consensus]:
    raters = tuple(map(str, range(len(rated.values))))
    ratings = Ratings(rated.values, scale_of(question), raters, tuple((None, str(turn)) for turn in rated.turns))
    for turn, found in zip(rated.turns, majority(ratings), strict=True):
        yield Consensus(
            round=round_,
            turn_id=turn,
            construct=question.construct,
            level=question.levels[found.level] if found.level else None,
            n_raters=sum(found.votes.values()),
            votes=found.votes,
        )


def _means(round_: ConsensusRound, question: Question, rated: _Rated) -> Iterator[Consensus]:
    """Means on the construct's own scale: removing a bias can carry one a little beyond its ends."""
    numbers = [level.value for level in question.levels.values()]
    means = np.clip(bias_corrected_means(rated.values).means, min(numbers), max(numbers)).tolist()
    spreads = (np.nanmax(rated.values, axis=0) - np.nanmin(rated.values, axis=0)).tolist()
    for turn, mean, spread, given in zip(rated.turns, means, spreads, rated.values.T, strict=True):
        votes = Counter(f"{number:g}" for number in given[~np.isnan(given)])
        yield Consensus(
            round=round_,
            turn_id=turn,
            construct=question.construct,
            value=mean,
            spread=spread,
            n_raters=votes.total(),
            votes=votes,
        )


def settled_levels(labels: Sequence[Consensus]) -> dict[UUID, str]:
    """The level that the raters of each turn chose; a tie is left out, so it rules nothing out."""
    return {label.turn_id: label.level.key for label in labels if label.level}
