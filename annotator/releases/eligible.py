"""Which turns may leave in a release, and why the others may not."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from annotator.adjudication.models import GoldLabel
from annotator.agreement.constructs import INCONGRUENCE
from annotator.annotations.asked import is_answerable
from annotator.corpus.consent import everyone_agrees
from annotator.corpus.models import Consent, Session, Turn
from annotator.corpus.standing import to_rate
from annotator.corpus.unseen import sessions_without_picture
from annotator.releases.holdout import Pair
from annotator.studies.models import Study

NO_CONSENT = "no consent to train"
NO_PICTURE = "no picture, so nobody is asked whether words and face agree"
NO_LABEL = "no gold label of incongruence"


@dataclass(frozen=True)
class Eligible:
    """The client turns that may leave, in order, with their incongruence; and how many may not, by reason."""

    turns: list[Turn]
    incongruence: list[str]
    """The gold label of each turn."""
    n_raters: list[int | None]
    """How many raters answered each of them; None where nobody counted."""
    n_few: int
    """Labels that a lead accepted of fewer raters than the design asks for."""
    excluded: dict[str, int]

    @property
    def sessions(self) -> dict[str, Pair]:
        """Who is recorded in each session that has a turn, by the sessions' keys."""
        return {turn.session.key: _pair(turn.session) for turn in self.turns}


def eligible_turns(study: Study, *, at: datetime) -> Eligible:
    """The turns with a gold label of incongruence whose client and counsellor consent to training at that moment."""
    client_turns = Turn.objects.filter(session__study=study, role=Turn.Role.CLIENT)
    agreeing = (
        Session.objects.filter(everyone_agrees(Consent.Scope.TRAIN, at=at), study=study)
        .select_related("client", "counsellor")
        .in_bulk()
    )
    labels = {
        turn: (str(level), n_raters, origin)
        for turn, level, n_raters, origin in _labels(study).values_list("turn", "level__key", "n_raters", "origin")
    }
    unseen = set(sessions_without_picture(study))
    excluded: Counter[str] = Counter()
    turns: list[Turn] = []
    for turn in client_turns.order_by("session__number", "position"):
        if turn.session_id not in agreeing:
            excluded[NO_CONSENT] += 1
        elif turn.session_id in unseen:
            excluded[NO_PICTURE] += 1
        elif turn.pk not in labels:
            excluded[NO_LABEL] += 1
        else:
            turn.session = agreeing[turn.session_id]  # One for all its turns, which are thousands.
            turns.append(turn)
    taken = [labels[turn.pk] for turn in turns]
    return Eligible(
        turns=turns,
        incongruence=[level for level, *_ in taken],
        n_raters=[n_raters for _, n_raters, _ in taken],
        n_few=sum(origin == GoldLabel.Origin.FEW_RATERS for *_, origin in taken),
        excluded=dict(excluded),
    )


def n_eligible_clients(study: Study, *, at: datetime) -> int:
    """How many clients have a turn among those of `eligible_turns`: 0, 1, or 2 for two and more.

    Two labels are read for it: to count would read them all, and every page of a study asks.
    """
    agreeing = everyone_agrees(Consent.Scope.TRAIN, at=at, session="turn__session")
    clients = _labels(study).filter(to_rate(), agreeing).values_list("turn__session__client", flat=True)
    first = clients[:1]
    return len([*first, *clients.exclude(turn__session__client__in=list(first))[:1]])


def _labels(study: Study) -> QuerySet[GoldLabel]:
    return GoldLabel.objects.filter(
        is_answerable(study),
        turn__session__study=study,
        construct__key=INCONGRUENCE,
        is_current=True,
        level__isnull=False,
    )


def _pair(session: Session) -> Pair:
    return Pair(session.client.pseudonym, session.counsellor.pseudonym if session.counsellor else None)
