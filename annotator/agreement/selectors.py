"""Agreement between the raters of a pass; computed anew only when an annotation has changed since."""

from collections.abc import Callable, Collection
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from django.core.cache import cache
from django.db.models import Count
from django.http import Http404

from annotator.agreement import comparing
from annotator.agreement.constructs import countable_questions, measured_in, pass_of, with_presence
from annotator.agreement.figures import Detail, Overview
from annotator.agreement.going_on import COMPUTING, job_going_on
from annotator.agreement.models import Consensus
from annotator.agreement.staleness import is_stale
from annotator.agreement.standards import is_agreed, is_far_apart, is_of_few, is_tied
from annotator.agreement.votes import PassState, Vote, begun_in, state_of, votes_of
from annotator.codebooks.models import PassKind
from annotator.corpus.standing import to_rate
from annotator.studies.models import Study

CACHE_S = 24 * 3600
SHAPE = 2
"""Of the figures that are kept; it rises with their fields, or those kept by an older version would lack the new."""

T = TypeVar("T")


def overview_of(study: Study, pass_kind: str, *, now: datetime) -> Overview:
    """Agreement on every construct of a pass."""

    def compute(_state: PassState) -> Overview:
        votes = with_presence(votes_of(study, pass_kind))
        begun = begun_in(study, pass_kind)
        return comparing.overview(votes, measured_in(study, pass_kind), begun=begun, pass_kind=pass_kind, now=now)

    return _while_unchanged("overview", study, pass_kind, compute)


def detail_of(study: Study, pass_kind: str, key: str) -> Detail:
    """Agreement on one construct, closely; Http404 where the pass does not ask it."""
    measured = next((each for each in measured_in(study, pass_kind) if each.key == key), None)
    if measured is None:
        raise Http404

    def compute(state: PassState) -> Detail:
        votes = [vote for vote in with_presence(votes_of(study, pass_kind)) if vote.construct == key]
        begun = begun_in(study, pass_kind)
        return comparing.detail(votes, measured, begun=begun, cannot_judge_share=state.cannot_judge_share)

    return _while_unchanged(key, study, pass_kind, compute)


def vote_table(study: Study, pass_kind: str) -> list[Vote]:
    """Every vote of the pass with presence besides: the rows of the CSV that `python -m metrics agreement` reads."""
    return with_presence(votes_of(study, pass_kind))


def consensus_counts(study: Study) -> dict[str, object]:
    """How many turns and labels the latest consensus has, what of it does not count as it is, and as of when."""
    round_ = study.consensus_rounds.filter(is_current=True).select_related("study").first()
    rows = Consensus.objects.filter(to_rate(), round=round_)
    n_ties = rows.filter(is_tied()).count()
    computing = job_going_on(study, COMPUTING)
    return {
        "n_turns": rows.aggregate(n=Count("turn", distinct=True))["n"],
        "n_labels": rows.count() - n_ties,
        "n_ties": n_ties,
        "n_far_apart": rows.filter(is_far_apart(study)).count(),
        "n_few_raters": rows.filter(is_of_few(study)).count(),
        "raters_needed": study.raters_per_turn,
        "computed_at": round_.as_of if round_ else None,
        "is_stale": is_stale(round_) if round_ else False,
        "job": computing.uuid if computing else None,
    }


def consensus_answers(study: Study, *, turns: Collection[UUID]) -> dict[UUID, dict[str, str | float]]:
    """What the raters of each turn agreed on, by construct: of enough raters, not tied and not far apart."""
    answers: dict[UUID, dict[str, str | float]] = {turn: {} for turn in turns}
    rows = Consensus.objects.filter(is_agreed(study), round__study=study, turn__in=turns)
    for turn, key, level, value in rows.order_by("construct__position").values_list(
        "turn", "construct__key", "level__key", "value"
    ):
        answers[turn][key] = value if level is None else level
    return answers


def votes_on(study: Study, *, turns: Collection[UUID]) -> dict[tuple[UUID, str], list[Vote]]:
    """What each rater said, by turn and construct, from the pass whose answers count for the construct."""
    found: dict[tuple[UUID, str], list[Vote]] = {}
    for pass_kind in PassKind.values:
        counting = {each.key for each in countable_questions(study) if pass_of(study, each) == pass_kind}
        for vote in votes_of(study, pass_kind, turns=turns) if counting else []:
            if vote.construct in counting:
                found.setdefault((vote.turn, vote.construct), []).append(vote)
    return found


def _while_unchanged(name: str, study: Study, pass_kind: str, compute: Callable[[PassState], T]) -> T:
    state = state_of(study, pass_kind)
    now = (state.codebook_version, state.latest_event, state.latest_revision, state.n_complete)
    key = f"agreement:{SHAPE}:{name}:{study.pk}:{pass_kind}:{':'.join(map(str, now))}"
    found: T | None = cache.get(key)
    if found is None:
        found = compute(state)
        cache.set(key, found, CACHE_S)
    return found
