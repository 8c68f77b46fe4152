"""Scores of replies, by turn."""

from collections.abc import Collection
from uuid import UUID

from annotator.evaluations.models import ReplyScore
from annotator.runs.models import Run


def reply_scores(run: Run, *, turns: Collection[UUID]) -> dict[UUID, dict[str, float | None]]:
    """The scores of the run's replies to these turns, by name; None where one is undefined."""
    scores: dict[UUID, dict[str, float | None]] = {}
    rows = ReplyScore.objects.filter(evaluation__run=run, turn__in=turns)
    for turn, name, value in rows.values_list("turn", "name", "value"):
        scores.setdefault(turn, {})[name] = value
    return scores
