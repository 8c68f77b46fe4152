"""Scores of replies by turn, and whose words are withheld."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from annotator import access
from annotator.accounts.models import User
from annotator.corpus.consent import agreeing_sessions
from annotator.corpus.models import Consent
from annotator.evaluations.models import ReplyScore
from annotator.runs.models import Prediction, Run


def reply_scores(run: Run, *, turns: Collection[UUID]) -> dict[UUID, dict[str, float | None]]:
    """The scores of the run's replies to these turns, by name; None where one is undefined."""
    scores: dict[UUID, dict[str, float | None]] = {}
    rows = ReplyScore.objects.filter(evaluation__run=run, turn__in=turns)
    for turn, name, value in rows.values_list("turn", "name", "value"):
        scores.setdefault(turn, {})[name] = value
    return scores


def withheld_sessions(user: User, run: Run, predictions: Collection[Prediction], *, at: datetime) -> set[int]:
    """The sessions of these predictions whose words `user` may not read: someone in them withdrew (decision 0023)."""
    if access.reads_withdrawn(user, run.release.study):
        return set()
    sessions = {prediction.turn.session_id for prediction in predictions}
    return sessions - agreeing_sessions(sessions, Consent.Scope.TRAIN, at=at)
