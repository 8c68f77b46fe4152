"""Settling labels: a decision with a reason, or the start of accepting the consensus. Annotations stay as they are."""

from datetime import datetime

from django.db import transaction

from annotator.accounts.models import User
from annotator.adjudication.disputes import is_disputed
from annotator.adjudication.models import GoldLabel
from annotator.agreement.jobs import ACCEPTING, FREEZING, job_going_on
from annotator.agreement.models import Consensus
from annotator.agreement.services import refuse_while_busy
from annotator.agreement.standards import is_far_apart
from annotator.annotations.asked import require_asked
from annotator.audit.services import record
from annotator.codebooks.questionnaire import Question, questionnaire_of
from annotator.corpus import consent
from annotator.corpus.models import Consent, Turn
from annotator.errors import DomainError
from annotator.jobs.models import Job
from annotator.jobs.services import start_job
from annotator.locks import locked
from annotator.studies.models import Study
from annotator.studies.services import lock_study

NO_CONSENT_TO_LABEL = "There is no consent to label this session, or it has ended. What was recorded before is kept."


class ReleaseIsBeingFrozen(DomainError):
    code = "release_is_being_frozen"


class NothingToOverrule(DomainError):
    code = "nothing_to_overrule"


class NoConsensus(DomainError):
    code = "no_consensus"


class SameAsConsensus(DomainError):
    code = "same_as_consensus"
    status = 400


class DecidedMeanwhile(DomainError):
    """Somebody else decided first; `details` holds their decision."""

    code = "decided_meanwhile"


class UnknownConstruct(DomainError):
    code = "unknown_construct"
    status = 400


class ValueMissing(DomainError):
    code = "value_missing"
    status = 400


@transaction.atomic
def settle(
    *, turn: Turn, construct: str, value: object, reason: str, actor: User, now: datetime, based_on: int | None = None
) -> GoldLabel:
    """Decide a label, disputed or not. A former decision stays in its history.

    Args:
        based_on: the gold label that whoever decides has seen, None where they have seen no decision.

    Raises:
        UnknownConstruct, UnknownValue, ValueMissing: the study's codebook knows no such answer.
        NoPicture: it is about a face that nobody can see.
        DecidedMeanwhile: there is another decision than the one that was seen.
        NothingToOverrule: no rater has answered, and nobody disputes anything.
        SameAsConsensus: nobody disputes the consensus, and the value is what it says.
        NoConsent: someone recorded does not agree to be labelled any more.
    """
    study = turn.session.study
    consent.require(Consent.Scope.ANNOTATE, turn.session, at=now, message=NO_CONSENT_TO_LABEL)
    question = _question(study, construct)
    require_asked(turn.session, question)
    answer = question.read(value)
    if answer is None:
        raise ValueMissing(f"{question.construct.label}: choose a value.", fields={"value": ["missing"]})
    level = question.levels[answer]  # type: ignore[index]  # A question with levels reads keys and numbers only.
    _lock(turn)
    former = _former(turn, question, based_on=based_on)
    consensus = Consensus.objects.filter(turn=turn, construct=question.construct).first()
    origin = GoldLabel.Origin.DECISION
    if not is_disputed(turn, construct):
        what = f"{question.construct.label} of turn {turn.position + 1} in session {turn.session.key}"
        if consensus is None:
            raise NothingToOverrule(f"{what}: no rater's answer is in the consensus, so there is nothing to decide.")
        if level.pk == consensus.level_id or level.value == consensus.value:
            raise SameAsConsensus(f"{what}: that is what the raters say. Nobody disputes it, so accept it instead.")
        if consensus.n_raters >= study.raters_per_turn:
            origin = GoldLabel.Origin.OVERRULED
    gold = GoldLabel(turn=turn, construct=question.construct, level=level, origin=origin, reason=reason)
    return _put(gold, former=former, n_raters=consensus.n_raters if consensus else 0, actor=actor, now=now)


@transaction.atomic
def return_to_consensus(
    *, turn: Turn, construct: str, reason: str, actor: User, now: datetime, based_on: int | None = None
) -> GoldLabel:
    """Let the raters' consensus be the label again. The decision that it takes the place of stays in the history.

    Raises:
        UnknownConstruct: the study's codebook knows no such question.
        NoPicture: it is about a face that nobody can see.
        DecidedMeanwhile: there is another decision than the one that was seen.
        NoConsensus: the raters tie or lie far apart, or none has answered.
        NoConsent: someone recorded does not agree to be labelled any more.
    """
    study = turn.session.study
    consent.require(Consent.Scope.ANNOTATE, turn.session, at=now, message=NO_CONSENT_TO_LABEL)
    question = _question(study, construct)
    require_asked(turn.session, question)
    _lock(turn)
    former = _former(turn, question, based_on=based_on)
    stored = Consensus.objects.filter(turn=turn, construct=question.construct)
    consensus = stored.exclude(is_far_apart(study)).first()
    if consensus is None or consensus.is_tied:
        raise NoConsensus(
            f"The raters have no answer together on {question.construct.label} of turn {turn.position + 1} in session "
            f"{turn.session.key}. Choose one."
        )
    has_enough = consensus.n_raters >= study.raters_per_turn
    gold = GoldLabel(
        turn=turn,
        construct=question.construct,
        level=consensus.level,
        value=consensus.value,
        origin=GoldLabel.Origin.CONSENSUS if has_enough else GoldLabel.Origin.FEW_RATERS,
        reason=reason,
    )
    return _put(gold, former=former, n_raters=consensus.n_raters, actor=actor, now=now)


@transaction.atomic
def start_accepting(*, study: Study, few_raters_reason: str = "", actor: User | None, now: datetime) -> Job:
    """Have gold labels made of every consensus that nobody disputes; decisions stand.

    Args:
        few_raters_reason: why answers of fewer raters than the study's design asks for count as well; without a reason
            they are left out.

    Raises:
        ConsensusIsBusy: it is being computed or accepted right now.
        ReleaseIsBeingFrozen: it would hold half of the new labels.
    """
    lock_study(study)
    refuse_while_busy(study)
    if freezing := job_going_on(study, FREEZING):
        raise ReleaseIsBeingFrozen(
            f"{freezing.title} goes on right now, of the labels as they are. Wait until it is done."
        )
    if few_raters_reason:
        text = f"Answers of fewer than {study.raters_per_turn} raters are to count as well: {few_raters_reason}"
        record(actor=actor, action="consensus.few_raters", text=text, study=study, target=study, at=now)
    return start_job(
        kind=ACCEPTING,
        arguments={
            "study_id": study.pk,
            "actor_id": actor.pk if actor else None,
            "few_raters_reason": few_raters_reason,
            "asked_at": now.isoformat(),
        },
        title="Accepting the consensus",
        study=study,
        started_by=actor,
        now=now,
    )


def _question(study: Study, construct: str) -> Question:
    question = questionnaire_of(study.codebook_version_id).questions.get(construct)
    if question is None or not question.levels:
        raise UnknownConstruct(
            f"The codebook asks no question {construct} with levels.", fields={"construct": ["unknown"]}
        )
    return question


def _lock(turn: Turn) -> None:
    """Hold the turn's labels to the end of the transaction, against another decision and against accepting."""
    locked(Turn.every.all(), turn)


def _former(turn: Turn, question: Question, *, based_on: int | None) -> GoldLabel | None:
    """The present label. Raises DecidedMeanwhile where it is a person's decision that was not seen."""
    current = turn.gold_labels.filter(construct=question.construct, is_current=True).select_related("level")
    former = current.select_related("construct").first()
    if former and former.origin in GoldLabel.DECIDED and former.pk != based_on:
        answer = former.level.label if former.level else former.answer
        raise DecidedMeanwhile(
            f"{former.decided_by_name} decided {question.construct.label} of this turn meanwhile: {answer}. "
            "Look at that decision; if you see it otherwise, decide again.",
            details={
                "current": {
                    "id": former.pk,
                    "value": former.answer,
                    "reason": former.reason,
                    "decided_by": former.decided_by_name,
                    "decided_at": former.decided_at.isoformat(),
                }
            },
        )
    return former


def _put(gold: GoldLabel, *, former: GoldLabel | None, n_raters: int, actor: User, now: datetime) -> GoldLabel:
    """Make it the label of its turn and construct; the former one becomes history."""
    GoldLabel.objects.filter(turn=gold.turn, construct=gold.construct, is_current=True).update(is_current=False)
    gold.n_raters = n_raters
    gold.decided_by, gold.decided_by_name, gold.decided_at = actor, actor.name, now
    gold.save(force_insert=True)
    what = f"Gold label of turn {gold.turn.position + 1} in session {gold.turn.session.key}, {gold.construct.label}"
    how = {GoldLabel.Origin.OVERRULED: ", otherwise than the raters", GoldLabel.Origin.DECISION: ""}
    told = how.get(GoldLabel.Origin(gold.origin), ", as the raters say")
    text = f"{what}: {_shown(former)} → {_shown(gold)}{told}"
    record(actor=actor, action="gold_label.decided", text=text, study=gold.turn.session.study, target=gold, at=now)
    return gold


def _shown(label: GoldLabel | None) -> str:
    if label is None:
        return "no label"
    return label.level.label if label.level else f"{label.value:g}"
