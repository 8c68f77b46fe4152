"""Making gold labels of the consensus, in small batches beside the work of others.

What is written is decided before, from one look at the whole study; a decision that a lead makes meanwhile stands.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from annotator.accounts.models import User
from annotator.adjudication.disputes import Label, disputes_of, n_decidable
from annotator.adjudication.models import GoldLabel
from annotator.agreement.execution import batches
from annotator.agreement.models import Consensus
from annotator.agreement.standards import is_far_apart, is_tied
from annotator.annotations.asked import is_answerable
from annotator.audit.services import record
from annotator.corpus import consent
from annotator.corpus.models import Consent, Turn
from annotator.corpus.standing import to_rate
from annotator.jobs.registry import Cancelled, Progress
from annotator.jobs.yielding import in_turn_with_others
from annotator.locks import lock
from annotator.studies.models import Study

_Key = tuple[UUID, int]
"""A turn and a construct, by their ids."""


class _Answer(NamedTuple):
    level: int | None
    value: float | None
    n_raters: int | None
    origin: str


@dataclass(frozen=True)
class _Step:
    """One label to be written: the former one makes room, and a new one takes its place where there is an answer."""

    turn: UUID
    construct: int
    former: int | None
    answer: _Answer | None


def accept(
    progress: Progress, *, study_id: int, actor_id: int | None, few_raters_reason: str, asked_at: datetime | None = None
) -> dict[str, int]:
    """Make gold labels of every consensus that nobody disputes; decisions stand.

    A label that was accepted before and is no longer what the raters say together is taken back, or replaced.
    Sessions in which someone no longer agrees to be labelled are left as they are. Done again, it changes nothing.

    Args:
        asked_at: since when it is being done. A worker that ended in the middle of it leaves labels, which count too.

    Returns:
        How many labels were `settled` or changed, how many of these rest on `few_raters`, how many were `taken_back`;
        how many disputes are `left_open`, and how many of these may be decided now (`left_waiting`).
    """
    study, actor = Study.objects.get(pk=study_id), User.objects.filter(pk=actor_id or 0).first()
    now = timezone.now()
    progress.report(0.0, "Comparing the consensus with the gold labels")
    before = _made_since(asked_at, study, reason=few_raters_reason) if asked_at else Counter[str]()
    disputes = disputes_of(study)
    disputed = {Label(each.turn, each.construct) for each in disputes}
    steps = _steps(study, disputed, with_few=bool(few_raters_reason), now=now)
    done: list[_Step] = []
    try:
        for batch in batches(steps):
            progress.report(len(done) / len(steps), "Making gold labels")
            done += _write(batch, actor=actor, reason=few_raters_reason, now=now)
    except Cancelled:
        _log(study, done, before, "stopped half-way", actor=actor, now=now)
        raise
    n_open = sum(each.is_open for each in disputes)
    left_waiting = n_decidable(disputes, at=now)
    left = f"{n_open:,} disagreements stay open"
    if n_withheld := n_open - left_waiting:
        left += f", {n_withheld:,} of them without consent to label"
    _log(study, done, before, left, actor=actor, now=now)
    return {**_counted(done, before), "left_open": n_open, "left_waiting": left_waiting}


def _steps(study: Study, disputed: set[Label], *, with_few: bool, now: datetime) -> list[_Step]:
    """What has to be written, in the order of turns."""
    agreed = consent.everyone_agrees(Consent.Scope.ANNOTATE, at=now, session="turn__session")
    gold = GoldLabel.objects.filter(to_rate(), agreed, turn__session__study=study, is_current=True)
    present: dict[_Key, tuple[int, _Answer]] = {
        (turn, construct): (pk, _Answer(level, value, n_raters, origin))
        for turn, construct, pk, level, value, n_raters, origin in gold.values_list(
            "turn", "construct", "pk", "level", "value", "n_raters", "origin"
        ).iterator(chunk_size=5000)
    }
    consensus = Consensus.objects.filter(to_rate(), agreed, is_answerable(study), round__study=study)
    consensus = consensus.exclude(is_tied() | is_far_apart(study))
    steps: list[_Step] = []
    still_said: set[_Key] = set()
    for turn, construct, key, level, value, n_raters in consensus.values_list(
        "turn", "construct", "construct__key", "level", "value", "n_raters"
    ).iterator(chunk_size=5000):
        has_enough = n_raters >= study.raters_per_turn
        answer = _Answer(
            level, value, n_raters, (GoldLabel.Origin.CONSENSUS if has_enough else GoldLabel.Origin.FEW_RATERS).value
        )
        former, label = present.get((turn, construct), (None, None))
        is_same = label == answer
        if is_same or Label(turn, key) in disputed:
            still_said.add((turn, construct))
        elif (has_enough or with_few) and not (label and label.origin in GoldLabel.DECIDED):
            still_said.add((turn, construct))
            steps.append(_Step(turn, construct, former, answer))
    outdated = [
        _Step(*key, former, None)
        for key, (former, label) in present.items()
        if label.origin in GoldLabel.ACCEPTED and key not in still_said
    ]
    return sorted(steps + outdated, key=lambda step: (step.turn, step.construct))


def _write(batch: Sequence[_Step], *, actor: User | None, reason: str, now: datetime) -> list[_Step]:
    """Write what still is as it was when it was planned; the rest has been decided by somebody since."""
    turns = {step.turn for step in batch}
    with in_turn_with_others():
        # The order keeps two that lock many from waiting for each other for ever.
        list(lock(Turn.every.filter(pk__in=turns).order_by("pk")).values_list("pk"))
        present: dict[_Key, int] = {
            (turn, construct): pk
            for turn, construct, pk in GoldLabel.objects.filter(turn__in=turns, is_current=True).values_list(
                "turn", "construct", "pk"
            )
        }
        steps = [step for step in batch if present.get((step.turn, step.construct)) == step.former]
        GoldLabel.objects.filter(pk__in=[step.former for step in steps if step.former]).update(is_current=False)
        GoldLabel.objects.bulk_create(
            GoldLabel(
                turn_id=step.turn,
                construct_id=step.construct,
                level_id=step.answer.level,
                value=step.answer.value,
                n_raters=step.answer.n_raters,
                origin=step.answer.origin,
                reason=reason if step.answer.origin == GoldLabel.Origin.FEW_RATERS else "",
                decided_by=actor,
                decided_by_name=actor.name if actor else "",
                decided_at=now,
            )
            for step in steps
            if step.answer
        )
    return steps


def _made_since(asked_at: datetime, study: Study, *, reason: str) -> Counter[str]:
    """What a worker that ended in the middle had made, by origin. Nobody else accepts meanwhile."""
    # By their reasons: a label that a lead returned to the consensus meanwhile has its own.
    by_it = Q(origin=GoldLabel.Origin.CONSENSUS, reason="") | Q(origin=GoldLabel.Origin.FEW_RATERS, reason=reason)
    made = GoldLabel.objects.filter(by_it, turn__session__study=study, is_current=True, decided_at__gte=asked_at)
    return Counter(made.values_list("origin", flat=True))


def _counted(done: Sequence[_Step], before: Counter[str]) -> dict[str, int]:
    made = before + Counter(step.answer.origin for step in done if step.answer)
    taken_back = sum(step.answer is None for step in done)
    return {"settled": made.total(), "few_raters": made[GoldLabel.Origin.FEW_RATERS.value], "taken_back": taken_back}


def _log(
    study: Study, done: Sequence[_Step], before: Counter[str], left: str, *, actor: User | None, now: datetime
) -> None:
    counts: dict[str, Any] = _counted(done, before)
    text = f"The consensus became the gold label of {counts['settled']:,} answers"
    if before:
        text += f", {before.total():,} of them before it was interrupted"
    if counts["few_raters"]:
        text += f", {counts['few_raters']:,} of them of fewer than {study.raters_per_turn} raters"
    if counts["taken_back"]:
        text += f"; {counts['taken_back']:,} that the raters no longer give were taken back"
    record(actor=actor, action="consensus.accepted", text=f"{text}; {left}", study=study, target=study, at=now)
