"""Expert review: turns are drawn, each expert labels them by themselves, and only then opens what the raters say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from uuid import UUID

from django.db import transaction
from django.db.models import Max, Q

from annotator import access
from annotator.accounts.models import User
from annotator.adjudication.models import Opening, ReviewItem, ReviewSample, Verdict, VerdictLabel
from annotator.adjudication.services import NO_CONSENT_TO_LABEL, UnknownConstruct, ValueMissing
from annotator.agreement.constructs import INCONGRUENCE, countable_questions
from annotator.agreement.models import Consensus
from annotator.agreement.selectors import consensus_answers
from annotator.agreement.standards import far_apart_from, is_agreed
from annotator.annotations.asked import is_answerable, require_asked
from annotator.annotations.models import Annotation, Assignment
from annotator.audit.services import record
from annotator.codebooks.questionnaire import Answer, Question, is_asked, questionnaire_of
from annotator.corpus import consent
from annotator.corpus.models import Consent, Turn
from annotator.corpus.standing import to_rate
from annotator.errors import DomainError
from annotator.locks import locked
from annotator.studies.models import Role, Study
from annotator.studies.services import lock_study

DEFAULT_SIZE = 100  # E-THER's experts reviewed 100 turns.


class NothingToReview(DomainError):
    code = "nothing_to_review"


class VerdictGiven(DomainError):
    """`details` names the verdict that counts."""

    code = "verdict_given"


class VerdictFirst(DomainError):
    code = "verdict_first"


class OwnTurn(DomainError):
    code = "own_turn"


class NotAsked(DomainError):
    code = "not_asked"
    status = 400


@dataclass(frozen=True)
class Opinion:
    """What an expert says of one turn, by themselves."""

    kind: str = Verdict.Kind.LABELS
    labels: Mapping[str, Answer] = field(default_factory=dict)
    """Their own answers by construct, incongruence at least; none where the turn is cut wrongly or can't be judged."""
    comment: str = ""


@transaction.atomic
def draw_sample(*, study: Study, size: int, seed: int, actor: User, now: datetime) -> ReviewSample:
    """Draw turns at random, each with the same chance, from those whose raters agree on incongruence.

    Only sessions in which everyone agrees to be labelled count, and turns that one of the experts has not rated
    themselves. Fewer than `size` are drawn where there are fewer.

    Raises:
        NothingToReview: there is no such turn.
    """
    lock_study(study)
    agreed = consent.everyone_agrees(Consent.Scope.ANNOTATE, at=now, session="turn__session")
    rows = Consensus.objects.filter(
        to_rate(), agreed, is_answerable(study), is_agreed(study), round__study=study, construct__key=INCONGRUENCE
    )
    found = list(rows.order_by("turn__session__number", "turn__position").values_list("turn", flat=True))
    own_to_all = _rated_by_every_expert(study)
    turns = [turn for turn in found if turn not in own_to_all]
    if not turns:
        raise NothingToReview(
            "Every turn with a consensus was rated by every expert, and nobody reviews their own turns."
            if found
            else "No turn has a consensus yet. Compute the consensus first."
        )
    drawn = Random(seed).sample(turns, min(size, len(turns)))
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


def own_turns(user: User, *, turn: str = "turn", session: str = "turn__session") -> Q:
    """The condition that a person has rated a row's turn, or is asked to: they are not to review it.

    `turn` and `session` are the lookups from the row.
    """
    asked = Assignment.objects.filter(rater__user=user)
    rated = Annotation.objects.filter(rater__user=user)
    return Q(**{f"{session}__in": asked.values("session")}) | Q(**{f"{turn}__in": rated.values("turn")})


@transaction.atomic
def give_verdict(
    *, item: ReviewItem, expert: User, opinion: Opinion, now: datetime, corrects: int | None = None
) -> Verdict:
    """Record what an expert says of one turn. The same verdict given again is harmless.

    A newer verdict takes the place of the former one, which stays on record; once the expert has seen what the raters
    say, a newer one is marked so.

    Args:
        corrects: the verdict that it takes the place of.

    Raises:
        NoConsent: someone recorded does not agree to be labelled any more.
        NoPicture: nobody is to be seen in the turn.
        OwnTurn: the expert has rated the turn, or is asked to.
        VerdictGiven: there is another verdict than the one that was seen.
        UnknownConstruct, UnknownValue, ValueMissing, NotAsked: the labels are none of the codebook's, or incomplete.
    """
    study = item.sample.study
    require_asked(item.turn.session, questionnaire_of(study.codebook_version_id).questions[INCONGRUENCE])
    consent.require(Consent.Scope.ANNOTATE, item.turn.session, at=now, message=NO_CONSENT_TO_LABEL)
    _refuse_own(item, expert)
    answers = _read(study, opinion)
    locked(ReviewItem.objects.all(), item)
    former = item.verdicts.filter(expert_name=expert.username, is_current=True).first()
    if former and _says(former, opinion, answers):
        return former
    if former and former.pk != corrects:
        raise VerdictGiven(
            "You gave another verdict on this turn already, in another window perhaps. Look at it, then change it if "
            "you want to.",
            details={"verdict": former.pk},
        )
    labels = [_label(study, item, question, answer) for question, answer in answers]
    # By whichever review: a turn may be drawn again.
    knows_answers = Opening.objects.filter(item__turn=item.turn_id, expert_name=expert.username).exists()
    item.verdicts.filter(expert_name=expert.username, is_current=True).update(is_current=False)
    verdict = Verdict.objects.create(
        item=item,
        expert=expert,
        expert_name=expert.username,
        number=former.number + 1 if former else 1,
        is_blind=not knows_answers and not access.knows_raters_answers(expert, study),
        kind=opinion.kind,
        agrees=all(label.agrees is not False for label in labels) if labels else None,
        comment=opinion.comment,
        given_at=now,
    )
    for label in labels:
        label.verdict = verdict
    VerdictLabel.objects.bulk_create(labels)
    _log(verdict, knows_answers=knows_answers, now=now)
    return verdict


@transaction.atomic
def open_answers(*, item: ReviewItem, expert: User, now: datetime) -> Opening:
    """Show an expert what the raters say of a turn, from now on. Opened again, it stays as it is.

    Raises:
        OwnTurn: the expert has rated the turn, or is asked to.
        VerdictFirst: their own verdict is not in.
    """
    _refuse_own(item, expert)
    locked(ReviewItem.objects.all(), item)
    if not item.verdicts.filter(expert_name=expert.username).exists():
        raise VerdictFirst("Give your own verdict first; then you can see what the raters say.")
    opening, is_new = Opening.objects.get_or_create(
        item=item, expert_name=expert.username, defaults={"expert": expert, "opened_at": now}
    )
    if is_new:
        text = f"Review {item.sample.number}, item {item.position + 1}: {expert.username} opened the raters' answers"
        record(actor=expert, action="review.opened", text=text, study=item.sample.study, target=item, at=now)
    return opening


def _rated_by_every_expert(study: Study) -> set[UUID]:
    experts = User.objects.filter(memberships__study=study, memberships__role=Role.EXPERT)
    turns = Turn.objects.filter(session__study=study)
    rated = [
        set(turns.filter(own_turns(expert, turn="pk", session="session")).values_list("pk", flat=True))
        for expert in experts
    ]
    return set.intersection(*rated) if rated else set()


def _refuse_own(item: ReviewItem, expert: User) -> None:
    """Refuse whoever rates the session. Under the study's lock, under which passes are given."""
    lock_study(item.sample.study)
    if ReviewItem.objects.filter(own_turns(expert), pk=item.pk).exists():
        raise OwnTurn("You rated this turn, or are asked to. Nobody reviews their own turns.")


def _read(study: Study, opinion: Opinion) -> list[tuple[Question, str | int]]:
    """The expert's answers with their questions; none where the turn was not labelled."""
    if opinion.kind != Verdict.Kind.LABELS:
        if opinion.labels:
            raise NotAsked("A turn that can't be labelled has no labels.", fields={"labels": ["not asked"]})
        return []
    questions = {question.key: question for question in countable_questions(study)}
    if unknown := sorted(opinion.labels.keys() - questions.keys()):
        raise UnknownConstruct(f"The raters are not asked {unknown[0]}.", fields={"labels": ["unknown"]})
    read = [(questions[key], questions[key].read(value)) for key, value in opinion.labels.items()]
    answers = [(question, answer) for question, answer in read if isinstance(answer, str | int)]
    by_key: dict[str, Answer] = {question.key: answer for question, answer in answers}
    if INCONGRUENCE not in by_key:
        label = questions[INCONGRUENCE].construct.label
        raise ValueMissing(f"{label}: say what you would choose.", fields={"labels": ["missing"]})
    if stray := next((question for question, _ in answers if not is_asked(question, by_key)), None):
        raise NotAsked(f"{stray.construct.label} is not asked with these answers.", fields={"labels": ["not asked"]})
    return answers


def _label(study: Study, item: ReviewItem, question: Question, answer: str | int) -> VerdictLabel:
    """The expert's label beside the consensus. Numbers differ where two raters' would: from the study's distance on."""
    consensus: str | float | None = item.consensus.get(question.key)
    distance = far_apart_from(study, question)
    agrees = None if consensus is None else answer == consensus
    if isinstance(consensus, int | float) and isinstance(answer, int) and distance is not None:
        agrees = abs(answer - consensus) < distance
    return VerdictLabel(construct=question.construct, level=question.levels[answer], agrees=agrees)


def _says(verdict: Verdict, opinion: Opinion, answers: Sequence[tuple[Question, str | int]]) -> bool:
    given = dict(verdict.labels.values_list("construct", "level"))
    said = {question.construct.pk: question.levels[answer].pk for question, answer in answers}
    return (verdict.kind, verdict.comment, given) == (opinion.kind, opinion.comment, said)


def _log(verdict: Verdict, *, knows_answers: bool, now: datetime) -> None:
    item = verdict.item
    said = {None: verdict.kind.replace("_", " "), True: "agrees", False: "disagrees"}[verdict.agrees]
    again = " anew" if verdict.number > 1 else ""
    seen = ", having seen the raters' answers" if knows_answers else ""
    text = f"Review {item.sample.number}, item {item.position + 1}: {verdict.expert_name} {said}{again}{seen}"
    record(actor=verdict.expert, action="review.verdict", text=text, study=item.sample.study, target=verdict, at=now)
