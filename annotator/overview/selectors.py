"""A study at a glance: how much there is of everything, and what waits. Each page has its own words."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from itertools import product
from typing import NamedTuple, Self

from django.db.models import (
    BooleanField,
    Count,
    Exists,
    ExpressionWrapper,
    Max,
    Min,
    OuterRef,
    Q,
    QuerySet,
)

from annotator import access
from annotator.accounts.models import User
from annotator.adjudication.disputes import n_waiting
from annotator.adjudication.models import GoldLabel, ReviewItem
from annotator.adjudication.reviewing import own_turns
from annotator.agreement.constructs import INCONGRUENCE
from annotator.agreement.models import Consensus
from annotator.agreement.standards import is_agreed
from annotator.annotations.asked import is_answerable, is_seen, needs_picture
from annotator.annotations.models import Annotation, Assignment
from annotator.annotations.services import pass_kinds_of
from annotator.codebooks.models import PassKind
from annotator.codebooks.questionnaire import questionnaire_of
from annotator.corpus.consent import everyone_agrees
from annotator.corpus.models import Consent, Session, Turn
from annotator.corpus.standing import to_rate
from annotator.corpus.unseen import sessions_without_picture
from annotator.releases.models import Release
from annotator.releases.withdrawn import withdrawn_parts
from annotator.runs.models import Run
from annotator.studies.models import Rater, Study
from annotator.studies.services import waiting_raters

_CAME_TO_NOTHING = {Release.State.FAILED, Release.State.CANCELLED}


def study_counts(study: Study, *, at: datetime) -> dict[str, int]:
    """How many of each thing the study has.

    What is still to be done counts where everyone agrees to be labelled, what was done counts everywhere: without
    consent a turn waits for nobody.
    """
    sessions = _sessions(study, at=at)
    asked = _Asked.of(study)
    open_ids = {each.pk for each in sessions if each.may_be_labelled}
    in_open = Q(turn__session__in=open_ids)
    labels = _labels_by_session(sessions, asked)
    turns = _turns_by_session(study, sessions, asked)
    seen = {session: of_session for session, of_session in turns.items() if session not in asked.unseen}
    reviewed = ReviewItem.objects.filter(to_rate(), is_seen(study), sample__study=study)
    is_reviewed = Q(verdicts__isnull=False)
    review = reviewed.aggregate(
        drawn=Count("pk", filter=in_open | is_reviewed, distinct=True),
        done=Count("pk", filter=is_reviewed, distinct=True),
    )
    assignments = Assignment.objects.filter(session__study=study)
    passes = assignments.aggregate(n=Count("pk"), done=Count("done_at"))
    releases = list(study.releases.select_related("job").defer("manifest"))
    approved = [release.number for release in releases if release.state == Release.State.APPROVED]
    withdrawn = _holding_withdrawn(releases, at=at)
    runs = list(Run.objects.filter(release__study=study).values_list("state", flat=True))
    without_number = waiting_raters(study).count()
    return {
        "sessions": len(sessions),
        "sessions_ready": sum(each.may_be_labelled and each.is_ready for each in sessions),
        "sessions_without_consent": len(sessions) - len(open_ids),
        "sessions_unasked": _unasked(study).count(),
        "sessions_unassigned": sum(each.may_be_labelled and not each.is_assigned for each in sessions),
        "passes_to_assign": _n_to_assign(study, open_ids, asked),
        "sessions_rated_twice": sum(of_session.by_several for of_session in labels.values()),
        "clients": len({each.client for each in sessions}),
        "client_turns": _n_that_count(turns, open_ids, asked),
        "turns_with_picture": _n_that_count(seen, open_ids, asked),
        "raters": study.raters.count() + without_number,
        "raters_without_number": without_number,
        "assignments": passes["n"],
        "assignments_done": passes["done"],
        "annotations_complete": sum(of_session.n for of_session in labels.values()),
        "annotations_expected": _n_asked(assignments, turns, open_ids, asked)
        + sum(of_session.n for session, of_session in labels.items() if session not in open_ids),
        "turns_to_compute": _n_to_compute(study, turns, asked),
        "turns_in_consensus": sum(of_session.in_consensus for of_session in turns.values()),
        "review_turns": review["drawn"],
        "review_turns_done": review["done"],
        "turns_settled": sum(of_session.settled for of_session in turns.values()),
        "turns_unsettled": sum(of_session.in_consensus - of_session.settled for of_session in seen.values()),
        "turns_to_accept": sum(turns[session].to_accept for session in turns.keys() & open_ids),
        "disagreements_open": n_waiting(study, at=at),
        "releases": sum(release.state_now not in _CAME_TO_NOTHING for release in releases),
        "releases_to_approve": sum(
            release.state == Release.State.FROZEN
            and release.number > max(approved, default=0)
            and release.pk not in withdrawn
            for release in releases
        ),
        "releases_approved": len(approved),
        "releases_withdrawn": len(withdrawn),
        "releases_usable": sum(
            release.state == Release.State.APPROVED and release.pk not in withdrawn for release in releases
        ),
        "runs": len(runs),
        "runs_succeeded": runs.count(Run.State.SUCCEEDED),
    }


def _holding_withdrawn(releases: Collection[Release], *, at: datetime) -> set[int]:
    """The releases, frozen or approved, that nobody may train on any more."""
    kept = [each for each in releases if each.state in (Release.State.FROZEN, Release.State.APPROVED)]
    if not kept:
        return set()
    return {release for release, part in withdrawn_parts(kept, at=at).items() if part.turns}


@dataclass(frozen=True)
class _Asked:
    """What is asked where: where nobody is to be seen, nothing about the face."""

    unseen: frozenset[int]
    """Sessions without a picture."""
    passes_of_faces: list[str]
    """Passes that ask nothing of them."""
    has_consensus: Exists
    """The condition that a turn has a consensus on what is asked of it."""
    has_gold: Exists
    """Likewise, a label."""

    @classmethod
    def of(cls, study: Study) -> Self:
        counts, of_turn = is_answerable(study), {"turn": OuterRef("pk")}
        return cls(
            unseen=frozenset(sessions_without_picture(study)),
            passes_of_faces=[kind.value for kind in PassKind if needs_picture(study, kind)],
            has_consensus=Exists(Consensus.objects.filter(counts, **of_turn)),
            has_gold=Exists(GoldLabel.objects.filter(counts, **of_turn, is_current=True)),
        )

    def has_questions(self, session: int, pass_kind: str) -> bool:
        return session not in self.unseen or pass_kind not in self.passes_of_faces


class _Session(NamedTuple):
    pk: int
    client: int
    is_ready: bool
    may_be_labelled: bool
    is_assigned: bool


def _sessions(study: Study, *, at: datetime) -> list[_Session]:
    may_be_labelled = ExpressionWrapper(everyone_agrees(Consent.Scope.ANNOTATE, at=at), BooleanField())
    is_assigned = Exists(Assignment.objects.filter(session=OuterRef("pk")))
    rows = study.sessions.values_list("pk", "client", "state", may_be_labelled, is_assigned)
    return [_Session(pk, client, state == Session.State.READY, *rest) for pk, client, state, *rest in rows]


def n_to_review(user: User, study: Study, *, at: datetime) -> int:
    """How many drawn turns wait for the verdict of this person; 0 for those who are no expert."""
    if access.EXPERT not in access.roles_in(user, study):
        return 0
    open_to_all = _may_be_labelled(study, at=at)
    items = ReviewItem.objects.filter(to_rate(), is_seen(study), sample__study=study, turn__session__in=open_to_all)
    return items.exclude(own_turns(user)).exclude(verdicts__expert_name=user.username).count()


def _may_be_labelled(study: Study, *, at: datetime) -> QuerySet[Session]:
    return study.sessions.filter(everyone_agrees(Consent.Scope.ANNOTATE, at=at))


def _unasked(study: Study) -> QuerySet[Session]:
    """Sessions in which somebody has never said whether they may be labelled; to withdraw is to have said it."""
    said = Consent.objects.filter(scope=Consent.Scope.ANNOTATE)
    counsellor_said = Q(counsellor__isnull=True) | Exists(said.filter(person=OuterRef("counsellor")))
    return study.sessions.exclude(Exists(said.filter(person=OuterRef("client"))) & counsellor_said)


@dataclass(frozen=True)
class _Turns:
    """How many client turns one session has, and how many of them are how far."""

    n: int
    in_consensus: int
    settled: int
    to_accept: int
    """The raters agree on incongruence, and accepting it as a label is all that is left."""


def _turns_by_session(study: Study, sessions: Collection[_Session], asked: _Asked) -> dict[int, _Turns]:
    """In one reading of the turns: a join would have a row for each construct, a hundred thousand in a large study."""
    incongruence = questionnaire_of(study.codebook_version_id).questions[INCONGRUENCE].construct.pk
    of_turn = {"turn": OuterRef("pk"), "construct": incongruence}
    is_settled = Exists(GoldLabel.objects.filter(**of_turn, is_current=True))
    rows = (
        Turn.objects.filter(session__in=[each.pk for each in sessions], role=Turn.Role.CLIENT)
        .order_by()
        .values("session")
        .annotate(
            n=Count("pk"),
            in_consensus=Count("pk", filter=asked.has_consensus),
            settled=Count("pk", filter=is_settled),
            to_accept=Count("pk", filter=~is_settled & Exists(Consensus.objects.filter(is_agreed(study), **of_turn))),
        )
    )
    return {
        row["session"]: _Turns(row["n"], row["in_consensus"], 0, 0)
        if row["session"] in asked.unseen
        else _Turns(row["n"], row["in_consensus"], row["settled"], row["to_accept"])
        for row in rows
    }


@dataclass(frozen=True)
class _Labels:
    """How many complete annotations there are in one session, and whether two raters or more gave them."""

    n: int
    by_several: bool


def _labels_by_session(sessions: Collection[_Session], asked: _Asked) -> dict[int, _Labels]:
    in_sessions = Q(turn__session__in=[each.pk for each in sessions])
    complete = Annotation.objects.filter(to_rate(), in_sessions, is_complete=True).order_by()
    if asked.unseen:
        complete = complete.exclude(turn__session__in=asked.unseen, pass_kind__in=asked.passes_of_faces)
    rows = complete.values_list("turn__session").annotate(Count("pk"), first=Min("rater"), last=Max("rater"))
    return {session: _Labels(n, by_several=first != last) for session, n, first, last in rows}


def _n_that_count(turns: dict[int, _Turns], open_ids: set[int], asked: _Asked) -> int:
    """The client turns that may be labelled, and of the other sessions those that have their label."""
    closed = turns.keys() - open_ids
    done = Turn.objects.filter(asked.has_consensus | asked.has_gold, session__in=closed, role=Turn.Role.CLIENT)
    return sum(turns[session].n for session in turns.keys() & open_ids) + done.count()


def _n_to_compute(study: Study, turns: dict[int, _Turns], asked: _Asked) -> int:
    """The turns with labels and no consensus yet, looked for in sessions that lack some."""
    lacking = [session for session, of_session in turns.items() if of_session.in_consensus < of_session.n]
    # Whoever is done with a turn and could judge it has answered what is asked of it.
    judged = Annotation.objects.filter(
        turn=OuterRef("pk"),
        # By name, so that the index that begins with the turn answers at once.
        rater__in=list(study.raters.filter(kind=Rater.Kind.PERSON).values_list("pk", flat=True)),
        pass_kind=PassKind.TOGETHER,
        codebook_version=study.codebook_version_id,
        is_complete=True,
        cannot_judge="",
    )
    return Turn.objects.filter(Exists(judged), ~asked.has_consensus, session__in=lacking).count()


def _n_to_assign(study: Study, open_ids: set[int], asked: _Asked) -> int:
    """The passes that these sessions lack until each has as many raters as the study's design asks for."""
    given = Counter(Assignment.objects.filter(session__in=open_ids).values_list("session", "pass_kind"))
    wanted = product(open_ids, pass_kinds_of(study))
    return sum(
        max(0, study.raters_per_turn - given[session, pass_kind])
        for session, pass_kind in wanted
        if asked.has_questions(session, pass_kind)
    )


def _n_asked(assignments: QuerySet[Assignment], turns: dict[int, _Turns], open_ids: set[int], asked: _Asked) -> int:
    """One annotation for each client turn of each assignment that asks something of it."""
    given = assignments.filter(session__in=open_ids).values_list("session", "pass_kind")
    return sum(
        turns[session].n for session, pass_kind in given if session in turns and asked.has_questions(session, pass_kind)
    )
