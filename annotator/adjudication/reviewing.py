"""Drawing turns for expert review, and the experts' verdicts."""

from dataclasses import dataclass
from datetime import datetime
from random import Random

from django.db import transaction
from django.db.models import Max

from annotator.accounts.models import User
from annotator.adjudication.models import ReviewItem, ReviewSample, Verdict
from annotator.adjudication.services import NO_CONSENT_TO_LABEL, SameAsConsensus, UnknownConstruct, ValueMissing
from annotator.agreement.constructs import INCONGRUENCE
from annotator.agreement.models import Consensus
from annotator.agreement.selectors import consensus_answers
from annotator.agreement.standards import is_agreed
from annotator.audit.services import record
from annotator.codebooks.questionnaire import Answer, Question, questionnaire_of
from annotator.corpus import consent
from annotator.corpus.models import Consent
from annotator.corpus.standing import to_rate
from annotator.errors import DomainError
from annotator.studies.models import Study
from annotator.studies.services import lock_study

DEFAULT_SIZE = 100  # E-THER's experts reviewed 100 turns.

_ABOUT: dict[str, str | None] = {
    Verdict.Kind.PRESENCE: INCONGRUENCE,
    Verdict.Kind.SUBTYPE: INCONGRUENCE,
    Verdict.Kind.ENGAGEMENT: "engagement",
    Verdict.Kind.VAD: None,
    Verdict.Kind.TURN_BOUNDARY: INCONGRUENCE,
    Verdict.Kind.CANNOT_JUDGE: INCONGRUENCE,
}
"""The construct that a kind of disagreement is about; None where the expert names it."""
_WITHOUT_VALUE = {Verdict.Kind.TURN_BOUNDARY, Verdict.Kind.CANNOT_JUDGE}


class NothingToReview(DomainError):
    code = "nothing_to_review"


class VerdictGiven(DomainError):
    code = "verdict_given"


@dataclass(frozen=True)
class Opinion:
    """What an expert says of one consensus: that they agree, or how they disagree."""

    agrees: bool
    kind: str = ""
    construct: str = ""
    """Needed where `kind` is `vad`; else it follows from the kind."""
    value: Answer | None = None
    """The expert's own answer; a wrong turn boundary and "cannot judge" have none."""
    comment: str = ""


@transaction.atomic
def draw_sample(*, study: Study, size: int, seed: int, actor: User, now: datetime) -> ReviewSample:
    """Draw turns at random, each with the same chance, from those whose raters have a majority on incongruence.

    Only sessions in which everyone agrees to be labelled count. Fewer than `size` are drawn where there are fewer.

    Raises:
        NothingToReview: no turn has a consensus.
    """
    agreed = consent.everyone_agrees(Consent.Scope.ANNOTATE, at=now, session="turn__session")
    rows = Consensus.objects.filter(
        to_rate(), agreed, is_agreed(study), round__study=study, construct__key=INCONGRUENCE
    )
    turns = list(rows.order_by("turn__session__number", "turn__position").values_list("turn", flat=True))
    if not turns:
        raise NothingToReview("No turn has a consensus yet. Compute the consensus first.")
    drawn = Random(seed).sample(turns, min(size, len(turns)))
    lock_study(study)
    number = (study.review_samples.aggregate(latest=Max("number"))["latest"] or 0) + 1
    sample = ReviewSample.objects.create(
        study=study, number=number, seed=seed, size=len(drawn), drawn_from=len(turns), drawn_by=actor, drawn_at=now
    )
    answers = consensus_answers(study, turns=drawn)
    ReviewItem.objects.bulk_create(
        ReviewItem(sample=sample, turn_id=turn, position=position, consensus=answers[turn])
        for position, turn in enumerate(drawn)
    )
    text = f"Review {number}: {len(drawn):,} of {len(turns):,} turns were drawn with seed {seed}"
    record(actor=actor, action="review.drawn", text=text, study=study, target=sample, at=now)
    return sample


@transaction.atomic
def give_verdict(*, item: ReviewItem, expert: User, opinion: Opinion, now: datetime) -> Verdict:
    """Record what an expert says of one consensus. The same verdict given again is harmless.

    Raises:
        NoConsent: someone recorded does not agree to be labelled any more.
        VerdictGiven: the expert has given another one; the votes are open to them since.
        UnknownConstruct, UnknownValue, ValueMissing, SameAsConsensus: the disagreement does not say what it is about.
    """
    study = item.sample.study
    consent.require(Consent.Scope.ANNOTATE, item.turn.session, at=now, message=NO_CONSENT_TO_LABEL)
    question = _question(study, opinion)
    answer = _own_answer(item, question, opinion)
    verdict, is_new = Verdict.objects.get_or_create(
        item=item,
        expert_name=expert.username,
        defaults={
            "expert": expert,
            "agrees": opinion.agrees,
            "kind": opinion.kind,
            "construct": question.construct if question else None,
            "level": question.levels[answer] if question and answer is not None else None,
            "comment": opinion.comment,
            "given_at": now,
        },
    )
    if not is_new and not _says(verdict, opinion, question, answer):
        raise VerdictGiven(
            "Your verdict on this turn is in, and the raters' votes have been open to you since; it stays as it is."
        )
    if is_new:
        words = "agrees" if opinion.agrees else f"disagrees: {opinion.kind.replace('_', ' ')}"
        text = f"Review {item.sample.number}, item {item.position + 1}: {expert.username} {words}"
        record(actor=expert, action="review.verdict", text=text, study=study, target=verdict, at=now)
    return verdict


def _question(study: Study, opinion: Opinion) -> Question | None:
    """The question the expert disagrees about; None where they agree."""
    if opinion.agrees:
        return None
    key = _ABOUT[opinion.kind] or opinion.construct
    question = questionnaire_of(study.codebook_version_id).questions.get(key)
    if question is None or not question.levels:
        raise UnknownConstruct("Say which answer you disagree with.", fields={"construct": ["unknown"]})
    return question


def _own_answer(item: ReviewItem, question: Question | None, opinion: Opinion) -> str | int | None:
    if question is None or opinion.kind in _WITHOUT_VALUE:
        return None
    answer = question.read(opinion.value)
    if not isinstance(answer, str | int):
        raise ValueMissing(f"{question.construct.label}: say what you would choose.", fields={"value": ["missing"]})
    if answer == item.consensus.get(question.key):
        raise SameAsConsensus(
            f"{answer} is what the raters say. Choose another answer, or agree.", fields={"value": ["as the raters"]}
        )
    return answer


def _says(verdict: Verdict, opinion: Opinion, question: Question | None, answer: str | int | None) -> bool:
    level = question.levels[answer] if question and answer is not None else None
    given = (verdict.agrees, verdict.kind, verdict.level_id, verdict.comment)
    return given == (opinion.agrees, opinion.kind, level.pk if level else None, opinion.comment)
