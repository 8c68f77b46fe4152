"""Settling labels: the consensus accepted, or a decision with a reason. Annotations stay as they are."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from annotator.accounts.models import User
from annotator.adjudication.disputes import Label, disputes_of, is_disputed, n_decidable
from annotator.adjudication.models import GoldLabel
from annotator.agreement.models import Consensus
from annotator.audit.services import record
from annotator.codebooks.questionnaire import questionnaire_of
from annotator.corpus import consent
from annotator.corpus.models import Consent, Turn
from annotator.corpus.standing import to_rate
from annotator.errors import DomainError
from annotator.studies.models import Study
from annotator.studies.services import lock_study

NO_CONSENT_TO_LABEL = "There is no consent to label this session, or it has ended. What was recorded before is kept."


class TurnNotDisputed(DomainError):
    code = "turn_not_disputed"


class UnknownConstruct(DomainError):
    code = "unknown_construct"
    status = 400


class ValueMissing(DomainError):
    code = "value_missing"
    status = 400


@dataclass(frozen=True)
class Accepted:
    """What came of accepting the consensus."""

    settled: int
    """Labels that were settled or changed."""
    left_open: int
    """Disputes that are still open."""
    left_waiting: int
    """Of these, those that may be decided now; the others need consent to label their session."""


@transaction.atomic
def settle(*, turn: Turn, construct: str, value: object, reason: str, actor: User, now: datetime) -> GoldLabel:
    """Decide a disputed label. A former decision stays in its history.

    Raises:
        UnknownConstruct, UnknownValue, ValueMissing: the study's codebook knows no such answer.
        TurnNotDisputed: the raters do not tie on it and no expert disagrees with them.
        NoConsent: someone recorded does not agree to be labelled any more.
    """
    study = turn.session.study
    consent.require(Consent.Scope.ANNOTATE, turn.session, at=now, message=NO_CONSENT_TO_LABEL)
    question = questionnaire_of(study.codebook_version_id).questions.get(construct)
    if question is None or not question.levels:
        raise UnknownConstruct(
            f"The codebook asks no question {construct} with levels.", fields={"construct": ["unknown"]}
        )
    answer = question.read(value)
    if answer is None:
        raise ValueMissing(f"{question.construct.label}: choose a value.", fields={"value": ["missing"]})
    if not is_disputed(turn, construct):
        raise TurnNotDisputed(
            f"{question.construct.label} of turn {turn.position + 1} in session {turn.session.key} is not disputed: "
            "its raters do not tie and no expert disagrees. Accept the consensus instead."
        )
    former = GoldLabel.objects.select_for_update(of=("self",)).filter(
        turn=turn, construct=question.construct, is_current=True
    )
    old = next((_shown(label) for label in former.select_related("level")), "none")
    former.update(is_current=False)
    gold = GoldLabel.objects.create(
        turn=turn,
        construct=question.construct,
        level=question.levels[answer],  # type: ignore[index]  # A question with levels reads keys and numbers only.
        origin=GoldLabel.Origin.DECISION,
        reason=reason,
        decided_by=actor,
        decided_by_name=actor.name,
        decided_at=now,
    )
    what = f"Gold label of turn {turn.position + 1} in session {turn.session.key}, {question.construct.label}"
    text = f"{what}: {old} → {_shown(gold)}"
    record(actor=actor, action="gold_label.decided", text=text, study=study, target=gold, at=now)
    return gold


@transaction.atomic
def accept_consensus(*, study: Study, actor: User, now: datetime) -> Accepted:
    """Make gold labels of every consensus that nobody disputes; decisions stand.

    Sessions in which someone no longer agrees to be labelled are left as they are.
    """
    lock_study(study)  # Twice at once would settle the same labels.
    disputes = disputes_of(study)
    disputed = {Label(each.turn, each.construct) for each in disputes}
    current = {
        Label(label.turn_id, label.construct.key): label
        for label in GoldLabel.objects.select_for_update().filter(turn__session__study=study, is_current=True)
    }
    superseded: list[int] = []
    settled: list[GoldLabel] = []
    agreed = consent.everyone_agrees(Consent.Scope.ANNOTATE, at=now, session="turn__session")
    for row in Consensus.objects.filter(to_rate(), agreed, turn__session__study=study).select_related("construct"):
        label = Label(row.turn_id, row.construct.key)
        former = current.get(label)
        if label in disputed or row.is_tied or (former and not _gives_way(former, row)):
            continue
        if former:
            superseded.append(former.pk)
        settled.append(
            GoldLabel(
                turn_id=row.turn_id,
                construct=row.construct,
                level_id=row.level_id,
                value=row.value,
                origin=GoldLabel.Origin.CONSENSUS,
                decided_by=actor,
                decided_by_name=actor.name,
                decided_at=now,
            )
        )
    GoldLabel.objects.filter(pk__in=superseded).update(is_current=False)
    GoldLabel.objects.bulk_create(settled, batch_size=500)
    n_open = sum(each.is_open for each in disputes)
    accepted = Accepted(settled=len(settled), left_open=n_open, left_waiting=n_decidable(disputes, at=now))
    text = f"The consensus became the gold label of {accepted.settled:,} answers; {n_open} disagreements stay open"
    if n_withheld := n_open - accepted.left_waiting:
        text += f", {n_withheld} of them without consent to label"
    record(actor=actor, action="consensus.accepted", text=text, study=study, target=study, at=now)
    return accepted


def _gives_way(former: GoldLabel, consensus: Consensus) -> bool:
    """Whether an accepted label is replaced: never a decision, and only by another answer."""
    is_accepted = former.origin == GoldLabel.Origin.CONSENSUS
    return is_accepted and (former.level_id, former.value) != (consensus.level_id, consensus.value)


def _shown(label: GoldLabel) -> str:
    return f"{label.answer:g}" if isinstance(label.answer, float) else str(label.answer)
