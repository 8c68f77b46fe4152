"""Which predictions of a run are asked for, and the same as rows of a table."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, get_args
from uuid import UUID

from django.db.models import F, QuerySet

from annotator.agreement.constructs import CONGRUENT
from annotator.runs.models import Prediction, Run
from training.prompts import LABELS

Only = Literal["wrong", "missed", "false_alarm", "type"]
ONLY: tuple[str, ...] = get_args(Only)


def predictions_of(run: Run, *, only: str | None, session: str | None) -> QuerySet[Prediction]:
    """The predictions of the run, in order.

    Args:
        only: `wrong` for all errors; `missed` where the model calls an incongruent turn congruent, `false_alarm` the
            other way round, and `type` where both are incongruent, of different types. Anything else is all turns.
        session: a session's key, such as `S003`.
    """
    found = Prediction.objects.filter(run=run).select_related("turn__session")
    wrong = found.exclude(predicted=F("gold"))
    kinds = {
        "wrong": wrong,
        "missed": wrong.filter(predicted=CONGRUENT),
        "false_alarm": wrong.filter(gold=CONGRUENT),
        "type": wrong.exclude(predicted=CONGRUENT).exclude(gold=CONGRUENT),
    }
    found = kinds.get(only or "", found)
    if session:
        number = re.fullmatch(r"S(\d{1,9})", session)
        found = found.filter(turn__session__number=int(number[1])) if number else found.none()
    return found


def prediction_rows(
    run: Run,
    predictions: Sequence[Prediction],
    *,
    scores: Mapping[UUID, Mapping[str, float | None]],
    withheld: Mapping[int, str],
) -> Iterator[Sequence[object]]:
    """One row a held-out turn; words that are withheld are left out, with the reason."""
    names = sorted({name for each in scores.values() for name in each})
    model = f"{run.model_name} (demonstration model)" if run.is_demonstration else run.model_name
    yield [
        "model", "session", "turn", "label", "predicted", *(f"p_{level}" for level in LABELS), "client", "reply",
        "counsellor", "withheld", *names,
    ]  # fmt: skip
    for each in predictions:
        session = each.turn.session
        why = withheld.get(session.pk, "")
        words = ["", "", ""] if why else [each.turn.text, each.reply, each.reference]
        known = scores.get(each.turn_id, {})
        yield [
            model, session.key, each.turn.position + 1, each.gold, each.predicted,
            *(each.probabilities.get(level) for level in LABELS), *words, why, *(known.get(name) for name in names),
        ]  # fmt: skip
