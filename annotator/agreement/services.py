"""Computing the consensus of a study's raters."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

import numpy as np
from django.db import transaction

from annotator.accounts.models import User
from annotator.agreement.constructs import countable_questions, pass_of, scale_of
from annotator.agreement.models import Consensus
from annotator.agreement.votes import Vote, as_ratings, votes_of
from annotator.audit.services import record
from annotator.codebooks.models import Level, Scale
from annotator.codebooks.questionnaire import Question
from annotator.corpus.standing import to_rate
from annotator.studies.models import Study
from annotator.studies.services import lock_study
from metrics.consensus import bias_corrected_means, majority
from metrics.ratings import Ratings
from metrics.ratings import Scale as RatingScale

METHOD = "majority"


@transaction.atomic
def compute_consensus(*, study: Study, actor: User, now: datetime) -> None:
    """Replace the study's consensus by that of the annotations as they are now.

    A nominal construct takes the majority's level, none where it is tied; ordinal and interval constructs take the
    mean of their raters after each rater's bias is removed. Where the raters together gave an answer that does not
    call for a question, as "agree" does not for the direction, what a few of them said to it is no consensus.
    """
    lock_study(study)  # Twice at once would store each answer twice.
    rows: list[Consensus] = []
    votes_by_pass: dict[str, list[Vote]] = {}
    for question in countable_questions(study):
        pass_kind = pass_of(study, question)
        if pass_kind is None:
            continue
        if pass_kind not in votes_by_pass:
            votes_by_pass[pass_kind] = votes_of(study, pass_kind)
        votes = [vote for vote in votes_by_pass[pass_kind] if vote.construct == question.key]
        rows += _consensus_of(question, votes, now)
    rows = _called_for(rows)
    # That of a turn that was retired waits with it.
    Consensus.objects.filter(to_rate(), turn__session__study=study, method=METHOD).delete()
    Consensus.objects.bulk_create(rows, batch_size=500)
    text = f"Consensus of {len({row.turn_id for row in rows}):,} turns was computed by {METHOD}"
    record(actor=actor, action="consensus.computed", text=text, study=study, target=study, at=now)


def _consensus_of(question: Question, votes: list[Vote], now: datetime) -> list[Consensus]:
    if not votes:
        return []
    answers_of = _majorities if question.construct.scale == Scale.NOMINAL else _means
    tallies: dict[UUID, Counter[str]] = {}
    for vote in votes:
        tallies.setdefault(vote.turn, Counter())[vote.value] += 1
    return [
        Consensus(
            turn_id=turn,
            construct=question.construct,
            method=METHOD,
            level=answer if isinstance(answer, Level) else None,
            value=answer if isinstance(answer, float) else None,
            n_raters=tally.total(),
            votes=tally,
            computed_at=now,
        )
        for (turn, tally), answer in zip(tallies.items(), answers_of(question, votes), strict=True)
    ]


def _called_for(rows: Sequence[Consensus]) -> list[Consensus]:
    """The rows without those that another answer of the turn rules out; a tie rules nothing out."""
    levels = {(row.turn_id, row.construct.key): row.level.key for row in rows if row.level}

    def is_ruled_out(row: Consensus) -> bool:
        conditions: dict[str, list[str]] = row.construct.asked_when or {}
        return any(levels.get((row.turn_id, key), values[0]) not in values for key, values in conditions.items())

    return [row for row in rows if not is_ruled_out(row)]


def _majorities(question: Question, votes: list[Vote]) -> Sequence[Level | None]:
    ratings = Ratings.of(as_ratings(votes), scale_of(question))
    return [question.levels[each.level] if each.level else None for each in majority(ratings)]


def _means(question: Question, votes: list[Vote]) -> Sequence[float]:
    """Means on the construct's own scale: removing a bias can carry one a little beyond its ends."""
    ratings = Ratings.of(as_ratings(votes), RatingScale("interval"))
    numbers = [level.value for level in question.levels.values()]
    means: list[float] = np.clip(bias_corrected_means(ratings.values).means, min(numbers), max(numbers)).tolist()
    return means
