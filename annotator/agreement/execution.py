"""Computing a study's consensus beside the work of its raters.

It is written in small batches, so that nobody's save waits for it, and counts from one moment to the next when it is
whole: nobody sees half of it.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from annotator.accounts.models import User
from annotator.agreement.consensus import labels_of, questions_in_turn, settled_levels
from annotator.agreement.models import Consensus, ConsensusRound
from annotator.agreement.state import basis_of
from annotator.audit.services import record
from annotator.corpus.standing import to_rate
from annotator.jobs.registry import Cancelled, Progress
from annotator.jobs.yielding import in_turn_with_others
from annotator.locks import lock
from annotator.studies.models import Study

BATCH = 500
T = TypeVar("T")


def compute(progress: Progress, *, study_id: int, actor_id: int | None) -> dict[str, int]:
    """Make a new round of the study's consensus and put it in the place of the current one.

    Begun again, it starts over; what a former try left is removed.
    """
    study = Study.objects.get(pk=study_id)
    progress.report(0.0, "Reading the ratings")
    _discard(study.consensus_rounds.filter(is_current=False))
    now = timezone.now()
    round_ = ConsensusRound.objects.create(study=study, as_of=now, basis=basis_of(study))
    try:
        _fill(round_, progress)
        progress.report(0.95, "Putting it in place")
    except Cancelled:
        _discard(study.consensus_rounds.filter(pk=round_.pk))
        raise
    n_turns = Consensus.every.filter(round=round_).values("turn").distinct().count()
    _put_in_place(round_, n_turns=n_turns, actor=User.objects.filter(pk=actor_id or 0).first(), now=now)
    _discard(study.consensus_rounds.filter(is_current=False))
    return {"n_turns": n_turns}


def _fill(round_: ConsensusRound, progress: Progress) -> None:
    questions = questions_in_turn(round_.study)
    levels: dict[str, dict[UUID, str]] = {}
    for place, question in enumerate(questions):
        since = 0.95 * place / len(questions)
        labels = labels_of(round_, question, called_for=levels)
        levels[question.key] = settled_levels(labels)
        for batch in batches(labels):
            progress.report(since, question.construct.label)
            with in_turn_with_others():
                Consensus.every.bulk_create(batch)


def _put_in_place(round_: ConsensusRound, *, n_turns: int, actor: User | None, now: datetime) -> None:
    """Make the round the current one, in a moment. The consensus of a turn that was retired waits with it."""
    study = round_.study
    anew = Consensus.every.filter(round=round_, turn=OuterRef("turn"))
    retired = Consensus.objects.filter(~to_rate(), ~Exists(anew), round__study=study)
    waiting = list(retired.values_list("pk", flat=True))
    with transaction.atomic():
        list(lock(ConsensusRound.objects.filter(study=study)))
        for batch in batches(waiting):
            Consensus.every.filter(pk__in=batch).update(round=round_)
        ConsensusRound.objects.filter(study=study, is_current=True).update(is_current=False)
        ConsensusRound.objects.filter(pk=round_.pk).update(is_current=True)
        text = f"Consensus of {n_turns:,} turns was computed by {round_.method}"
        record(actor=actor, action="consensus.computed", text=text, study=study, target=study, at=now)


def _discard(rounds: QuerySet[ConsensusRound]) -> None:
    """Remove rounds that nobody sees."""
    hidden = list(rounds.filter(is_current=False).values_list("pk", flat=True))
    left = list(Consensus.every.filter(round__in=hidden).values_list("pk", flat=True))
    for batch in batches(left):
        with in_turn_with_others():
            Consensus.every.filter(pk__in=batch).delete()
    ConsensusRound.objects.filter(pk__in=hidden).delete()


def batches(rows: Sequence[T]) -> Iterator[Sequence[T]]:
    """The rows in parts that a database writes in a few milliseconds."""
    return (rows[start : start + BATCH] for start in range(0, len(rows), BATCH))
