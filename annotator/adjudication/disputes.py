"""Which labels are disputed: the raters' majority is tied, or an expert disagreed with the consensus."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from annotator.adjudication.models import GoldLabel, Verdict
from annotator.agreement.models import Consensus
from annotator.codebooks.questionnaire import Answer, is_asked, questionnaire_of
from annotator.corpus import consent
from annotator.corpus.models import Consent, Turn
from annotator.corpus.standing import to_rate
from annotator.studies.models import Study


class Label(NamedTuple):
    """One construct of one turn."""

    turn: UUID
    construct: str


@dataclass(frozen=True)
class Dispute:
    """A disputed label, why it is, and whether it still waits for a decision."""

    turn: UUID
    construct: str
    why: list[str]
    """`tie`, `expert`, or both."""
    is_open: bool


@dataclass(frozen=True)
class Tally:
    """How ties and objections come to so many disputes: `n_tied + n_objected` are `n_open + n_settled`."""

    n_ties: int
    """Labels whose most frequent answer two or more answers share."""
    n_uncalled: int
    """Of the ties, those to which no other answer of the turn calls yet, or any more: nobody need decide them."""
    n_tied: int
    """Disputes for a tie, whether or not an expert objected as well."""
    n_objected: int
    """Disputes for an expert's objection alone."""
    n_open: int
    n_waiting: int
    """Of the open ones, those that somebody may decide now; the others need consent to label their session."""
    n_settled: int


def disputes_of(study: Study) -> list[Dispute]:
    """Every disputed label of the study, open or settled, in the order of sessions, turns and questions."""
    ties = _ties(study)
    objections = {
        Label(turn, construct): given_at
        for turn, construct, given_at in Verdict.objects.filter(
            to_rate("item__turn"), item__sample__study=study, agrees=False
        )
        .order_by("given_at")
        .values_list("item__turn", "construct__key", "given_at")
    }
    decisions = {
        Label(turn, construct): decided_at
        for turn, construct, decided_at in GoldLabel.objects.filter(
            turn__session__study=study, is_current=True, origin=GoldLabel.Origin.DECISION
        ).values_list("turn", "construct__key", "decided_at")
    }
    disputed = _asked(study, ties) | objections.keys()
    return [
        Dispute(
            turn=label.turn,
            construct=label.construct,
            why=[reason for reason, labels in (("tie", ties), ("expert", objections)) if label in labels],
            is_open=_is_open(decided_at=decisions.get(label), objected_at=objections.get(label)),
        )
        for label in _in_order(study, disputed)
    ]


def n_waiting(study: Study, *, at: datetime) -> int:
    """How many disputes wait for a decision; without consent to label the session, nobody may decide."""
    return n_decidable(disputes_of(study), at=at)


def n_decidable(disputes: Iterable[Dispute], *, at: datetime) -> int:
    """How many of these disputes are open and may be decided now."""
    waiting = [dispute.turn for dispute in disputes if dispute.is_open]
    turns = consent.consenting_turns(Turn.objects.filter(pk__in=waiting), Consent.Scope.ANNOTATE, at=at)
    agreed = set(turns.values_list("pk", flat=True))
    return sum(turn in agreed for turn in waiting)


def tally_of(study: Study, *, at: datetime) -> Tally:
    """How many ties there are, how many of them are disputes, and how many disputes wait."""
    disputes = disputes_of(study)
    n_ties = len(_ties(study))
    n_tied = sum("tie" in each.why for each in disputes)
    n_open = sum(each.is_open for each in disputes)
    return Tally(
        n_ties=n_ties,
        n_uncalled=n_ties - n_tied,
        n_tied=n_tied,
        n_objected=len(disputes) - n_tied,
        n_open=n_open,
        n_waiting=n_decidable(disputes, at=at),
        n_settled=len(disputes) - n_open,
    )


def is_disputed(turn: Turn, construct: str) -> bool:
    """Whether the raters tie on this label or an expert disagrees with it, settled or not."""
    ties = Consensus.objects.filter(turn=turn, construct__key=construct, level=None, value=None)
    objections = Verdict.objects.filter(item__turn=turn, construct__key=construct, agrees=False)
    return ties.exists() or objections.exists()


def _ties(study: Study) -> set[Label]:
    tied = Consensus.objects.filter(to_rate(), turn__session__study=study, level=None, value=None)
    return {Label(*each) for each in tied.values_list("turn", "construct__key")}


def _is_open(*, decided_at: datetime | None, objected_at: datetime | None) -> bool:
    """A decision settles a dispute until an expert objects after it."""
    return decided_at is None or (objected_at is not None and objected_at > decided_at)


def _asked(study: Study, ties: Collection[Label]) -> set[Label]:
    """The ties that matter: which channel carries more is no question where words and face agree."""
    turns = {label.turn for label in ties}
    answers: dict[UUID, dict[str, Answer]] = {turn: {} for turn in turns}
    found = Consensus.objects.filter(turn__in=turns, level__isnull=False)
    decided = GoldLabel.objects.filter(turn__in=turns, is_current=True, level__isnull=False)
    for rows in (found, decided):
        for turn, construct, level in rows.values_list("turn", "construct__key", "level__key"):
            answers[turn][construct] = level
    questions = questionnaire_of(study.codebook_version_id).questions
    return {label for label in ties if is_asked(questions[label.construct], answers[label.turn])}


def _in_order(study: Study, labels: Collection[Label]) -> list[Label]:
    turns = Turn.objects.filter(pk__in={label.turn for label in labels}).order_by("session__number", "position")
    turn_order = {turn: index for index, turn in enumerate(turns.values_list("pk", flat=True))}
    question_order = {key: index for index, key in enumerate(questionnaire_of(study.codebook_version_id).questions)}
    return sorted(labels, key=lambda label: (turn_order[label.turn], question_order[label.construct]))
