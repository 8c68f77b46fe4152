"""Which labels need a decision: the raters tie, their numbers lie far apart, or an expert disagrees with them.

A label that a lead decided although nobody disputed it is listed among the settled ones.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, TextChoices

from annotator.adjudication.models import GoldLabel, Verdict, VerdictLabel
from annotator.agreement.constructs import INCONGRUENCE
from annotator.agreement.models import Consensus
from annotator.agreement.standards import is_far_apart, is_tied
from annotator.annotations.asked import is_answerable, is_seen
from annotator.codebooks.questionnaire import Answer, is_asked, questionnaire_of
from annotator.corpus import consent
from annotator.corpus.models import Consent, Turn
from annotator.corpus.standing import to_rate
from annotator.studies.models import Study


class Why(TextChoices):
    """What makes a label one for a lead's decision."""

    TIE = "tie"
    FAR_APART = "far_apart"
    EXPERT = "expert"
    OVERRULED = "overruled"  # Nobody disputes it: a lead decided otherwise than the raters all the same.
    DECIDED = "decided"  # It was disputed when it was decided, and is no more.


class Label(NamedTuple):
    """One construct of one turn."""

    turn: UUID
    construct: str


@dataclass(frozen=True)
class Dispute:
    """A label for a decision, why it is one, and whether it still waits for it."""

    turn: UUID
    session: int
    construct: str
    why: list[str]
    """Values of `Why`, at least one."""
    is_open: bool


@dataclass(frozen=True)
class Tally:
    """How ties, distances, objections and overrulings come to so many disputes.

    `n_tied + n_far_apart + n_objected + n_overruled` are `n_open + n_settled`: each counts for its first reason.
    """

    n_ties: int
    """Labels whose most frequent answer two or more answers share."""
    n_uncalled: int
    """Of the ties, those to which no other answer of the turn calls yet, or any more: nobody need decide them."""
    n_tied: int
    """Disputes for a tie, whether or not an expert objected as well."""
    n_far_apart: int
    """Disputes for numbers that lie far apart, whether or not an expert objected as well."""
    n_objected: int
    """Disputes for an expert's objection alone."""
    n_overruled: int
    """Settled ones that nobody disputes, or nobody any more."""
    n_open: int
    n_waiting: int
    """Of the open ones, those that somebody may decide now; the others need consent to label their session."""
    n_settled: int


class _Place(NamedTuple):
    """Where a label stands: the order of the queue."""

    session: int
    position: int
    question: int


@dataclass
class _Found:
    place: _Place
    session: int
    why: list[str] = field(default_factory=list)
    objected_at: datetime | None = None
    decided_at: datetime | None = None


_COLUMNS = (
    "turn__session__number",
    "turn__position",
    "construct__position",
    "turn__session",
    "turn",
    "construct__key",
)


def disputes_of(study: Study, *, turn: UUID | None = None) -> list[Dispute]:
    """Every disputed label of the study or of one turn, open or settled, by sessions, turns and questions."""
    found = _found(study, turn)
    return [
        Dispute(
            turn=label.turn,
            session=each.session,
            construct=label.construct,
            why=each.why,
            is_open=_is_open(decided_at=each.decided_at, objected_at=each.objected_at),
        )
        for label, each in sorted(found.items(), key=lambda item: item[1].place)
    ]


def n_waiting(study: Study, *, at: datetime) -> int:
    """How many disputes wait for a decision; without consent to label the session, nobody may decide.

    As many as `n_decidable` of all disputes, counted by the database: every page of a study asks, and a large study
    has tens of thousands of turns whose raters are far apart.
    """
    objected = _disputes_with_objections(study)
    agreeing = study.sessions.filter(consent.everyone_agrees(Consent.Scope.ANNOTATE, at=at))
    turns = Turn.objects.filter(session__in=list(agreeing.values_list("pk", flat=True)), role=Turn.Role.CLIENT)
    unsure = Consensus.objects.filter(
        is_tied() | is_far_apart(study),
        _is_called_for(study),
        is_answerable(study),
        round__study=study,
        turn__in=turns.order_by().values("pk"),
    )
    for dispute in objected:  # Counted by themselves: an objection opens what was decided before it.
        unsure = unsure.exclude(turn=dispute.turn, construct__key=dispute.construct)
    # Looked for from the side of the decisions, which are few, and not at each of the labels.
    decided = GoldLabel.objects.filter(
        Exists(unsure.filter(turn=OuterRef("turn"), construct=OuterRef("construct"))),
        is_current=True,
        origin__in=GoldLabel.DECIDED,
    )
    return unsure.count() - decided.count() + n_decidable(objected, at=at)


def _disputes_with_objections(study: Study) -> list[Dispute]:
    turns = dict.fromkeys(row[4] for row in _objections(study, None))
    return [each for turn in turns for each in disputes_of(study, turn=turn) if Why.EXPERT in each.why]


def _is_called_for(study: Study) -> Q:
    """The condition that the other answers of a consensus' turn call for its question, as `_uncalled` has it."""
    called = Q()
    for question in questionnaire_of(study.codebook_version_id).questions.values():
        for key, values in (question.construct.asked_when or {}).items():
            gold = GoldLabel.objects.filter(
                turn=OuterRef("turn"), construct__key=key, level__isnull=False, is_current=True
            )
            said = Consensus.objects.filter(turn=OuterRef("turn"), construct__key=key, level__isnull=False)
            is_met = Exists(gold.filter(level__key__in=values)) | (
                ~Exists(gold) & Exists(said.filter(level__key__in=values))
            )
            called &= ~Q(construct=question.construct.pk) | is_met
    return called


def n_decidable(disputes: Iterable[Dispute], *, at: datetime) -> int:
    """How many of these disputes are open and may be decided now."""
    waiting = [dispute.session for dispute in disputes if dispute.is_open]
    agreed = consent.agreeing_sessions(set(waiting), Consent.Scope.ANNOTATE, at=at)
    return sum(session in agreed for session in waiting)


def tally_of(study: Study, *, at: datetime) -> Tally:
    """How many ties there are, how many of them are disputes, and how many disputes wait."""
    disputes = disputes_of(study)
    n_ties = _consensus(study).filter(is_tied()).count()
    reasons = [each.why[0] for each in disputes]
    n_open = sum(each.is_open for each in disputes)
    n_tied = reasons.count(Why.TIE)
    return Tally(
        n_ties=n_ties,
        n_uncalled=n_ties - n_tied,
        n_tied=n_tied,
        n_far_apart=reasons.count(Why.FAR_APART),
        n_objected=reasons.count(Why.EXPERT),
        n_overruled=reasons.count(Why.OVERRULED) + reasons.count(Why.DECIDED),
        n_open=n_open,
        n_waiting=n_decidable(disputes, at=at),
        n_settled=len(disputes) - n_open,
    )


def is_objected() -> Q:
    """The condition that an expert disagrees with a consensus, or could not label its turn: no one may accept it."""
    verdicts = Verdict.objects.filter(item__turn=OuterRef("turn"), is_current=True)
    labels = VerdictLabel.objects.filter(
        verdict__item__turn=OuterRef("turn"), verdict__is_current=True, construct=OuterRef("construct"), agrees=False
    )
    unlabelled = verdicts.exclude(kind=Verdict.Kind.LABELS)
    return Q(Exists(labels)) | (Q(construct__key=INCONGRUENCE) & Q(Exists(unlabelled)))


def is_disputed(turn: Turn, construct: str) -> bool:
    """Whether the raters tie on this label or are far apart, or an expert disagrees with it, settled or not."""
    study = turn.session.study
    consensus = Consensus.objects.filter(turn=turn, construct__key=construct)
    verdicts = Verdict.objects.filter(item__turn=turn, is_current=True)
    if consensus.filter(is_tied() | is_far_apart(study)).exists():
        return True
    if construct == INCONGRUENCE and verdicts.exclude(kind=Verdict.Kind.LABELS).exists():
        return True
    return VerdictLabel.objects.filter(verdict__in=verdicts, construct__key=construct, agrees=False).exists()


def _found(study: Study, turn: UUID | None) -> dict[Label, _Found]:
    """What there is to say of each disputed label, in five queries however many there are."""
    found: dict[Label, _Found] = {}
    of_turn = {"turn": turn} if turn else {}

    def note(*place: int, session: int, turn: UUID, construct: str) -> _Found:
        return found.setdefault(Label(turn, construct), _Found(_Place(*place), session))

    unsure = _consensus(study).filter(is_tied() | is_far_apart(study), **of_turn)
    for *row, level, value in _rows(unsure, "level", "value"):
        why = Why.TIE if level is None and value is None else Why.FAR_APART
        note(*row[:3], session=row[3], turn=row[4], construct=row[5]).why.append(why.value)
    for label in _uncalled(study, found):
        del found[label]
    for *row, given_at in _objections(study, turn):
        objected = note(*row[:3], session=row[3], turn=row[4], construct=row[5])
        objected.objected_at = given_at
        if Why.EXPERT.value not in objected.why:
            objected.why.append(Why.EXPERT.value)
    decisions = GoldLabel.objects.filter(
        to_rate(),
        is_answerable(study),
        turn__session__study=study,
        is_current=True,
        origin__in=GoldLabel.DECIDED,
        **of_turn,
    )
    for *row, origin, decided_at in _rows(decisions, "origin", "decided_at"):
        decided = note(*row[:3], session=row[3], turn=row[4], construct=row[5])
        decided.decided_at = decided_at
        if not decided.why:
            decided.why.append((Why.OVERRULED if origin == GoldLabel.Origin.OVERRULED else Why.DECIDED).value)
    return found


def _objections(study: Study, turn: UUID | None) -> Iterable[tuple[Any, ...]]:
    """What an expert's label differs from, and incongruence of turns that one couldn't label; the earliest first."""
    asked = is_seen(study, turn="item__turn")
    verdicts = Verdict.objects.filter(to_rate("item__turn"), asked, item__sample__study=study, is_current=True)
    if turn:
        verdicts = verdicts.filter(item__turn=turn)
    differing = [column.replace("turn", "verdict__item__turn", 1) for column in _COLUMNS]
    labels = VerdictLabel.objects.filter(verdict__in=verdicts, agrees=False)
    rows = list(labels.values_list(*differing, "verdict__given_at"))
    incongruence = questionnaire_of(study.codebook_version_id).questions[INCONGRUENCE].construct
    places = [column.replace("turn", "item__turn", 1) for column in _COLUMNS if "construct" not in column]
    for number, position, session, turn_id, given_at in verdicts.exclude(kind=Verdict.Kind.LABELS).values_list(
        *places, "given_at"
    ):
        rows.append((number, position, incongruence.position, session, turn_id, incongruence.key, given_at))
    return sorted(rows, key=lambda row: row[-1])


def _consensus(study: Study) -> QuerySet[Consensus]:
    return Consensus.objects.filter(to_rate(), is_answerable(study), round__study=study)


def _rows(rows: QuerySet[Any], *columns: str) -> Iterable[tuple[Any, ...]]:
    return rows.values_list(*_COLUMNS, *columns)


def _is_open(*, decided_at: datetime | None, objected_at: datetime | None) -> bool:
    """A decision settles a dispute until an expert objects after it."""
    return decided_at is None or (objected_at is not None and objected_at > decided_at)


def _uncalled(study: Study, labels: Collection[Label]) -> list[Label]:
    """Those that don't matter: which channel carries more is no question where words and face agree."""
    questions = questionnaire_of(study.codebook_version_id).questions
    depending = [label for label in labels if questions[label.construct].construct.asked_when]
    if not depending:
        return []
    answers: dict[UUID, dict[str, Answer]] = {label.turn: {} for label in depending}
    on = {key for question in questions.values() for key in question.construct.asked_when or {}}
    found = _consensus(study).filter(construct__key__in=on, level__isnull=False)
    decided = GoldLabel.objects.filter(
        turn__session__study=study, is_current=True, construct__key__in=on, level__isnull=False
    )
    for turn, construct, level in [*_levels(found), *_levels(decided)]:
        if turn in answers:
            answers[turn][construct] = level
    return [label for label in depending if not is_asked(questions[label.construct], answers[label.turn])]


def _levels(rows: QuerySet[Any]) -> Iterable[tuple[UUID, str, str]]:
    return rows.values_list("turn", "construct__key", "level__key")
