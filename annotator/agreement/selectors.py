"""The figures of agreement as they are kept; nothing is computed where somebody waits for a page."""

from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any
from uuid import UUID

from django.db.models import Count
from django.http import Http404

from annotator.agreement.constructs import countable_questions, measured_in, pass_of
from annotator.agreement.jobs import COMPUTING, job_going_on, jobs_of
from annotator.agreement.models import AgreementFigures, Consensus
from annotator.agreement.notes import notes_on
from annotator.agreement.outputs import OVERVIEW, SHAPE, RaterNotesOutput
from annotator.agreement.standards import is_agreed, is_far_apart, is_of_few, is_tied
from annotator.agreement.state import is_stale, state_of
from annotator.agreement.votes import Vote, votes_of
from annotator.annotations.asked import is_answerable, n_answers_unseen
from annotator.codebooks.models import PassKind
from annotator.corpus.clips import clips_of
from annotator.corpus.models import Turn
from annotator.corpus.standing import to_rate
from annotator.errors import DomainError
from annotator.jobs.models import Job, JobState
from annotator.studies.models import Study


class NotComputedYet(DomainError):
    code = "agreement_not_computed"


@dataclass(frozen=True)
class Kept:
    """The figures of one page, whether they are of the labels as they are now, and the job that goes on about them."""

    figures: dict[str, Any] | None
    is_stale: bool
    job: Job | None
    """The one under way, or that failed after these figures were computed."""
    n_unseen: int = 0
    """Turns of raters' passes with answers about a face that nobody can see, which the figures leave out."""


def overview_of(study: Study, pass_kind: str) -> Kept:
    """Agreement on every construct of a pass."""
    return replace(_kept(study, pass_kind, OVERVIEW), n_unseen=n_answers_unseen(study, pass_kind))


def detail_of(study: Study, pass_kind: str, key: str) -> Kept:
    """Agreement on one construct, closely; Http404 where the pass does not ask it."""
    if all(each.key != key for each in measured_in(study, pass_kind)):
        raise Http404
    kept = _kept(study, pass_kind, key)
    if kept.figures:
        kept.figures["worst"] = list(_with_words(study, pass_kind, kept.figures["worst"]))
    return kept


def computed_overview(study: Study, pass_kind: str) -> dict[str, Any]:
    """The figures of a pass, however old.

    Raises:
        NotComputedYet: there are none.
    """
    figures = _kept(study, pass_kind, OVERVIEW).figures
    if figures is None:
        raise NotComputedYet("Agreement has not been computed yet. Open the Agreement page: it begins there.")
    return figures


def consensus_counts(study: Study) -> dict[str, object]:
    """How many turns and labels the latest consensus has, what of it does not count as it is, and as of when."""
    round_ = study.consensus_rounds.filter(is_current=True).select_related("study").first()
    rows = Consensus.objects.filter(to_rate(), is_answerable(study), round=round_)
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
    rows = Consensus.objects.filter(is_agreed(study), is_answerable(study), round__study=study, turn__in=turns)
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


def _kept(study: Study, pass_kind: str, page: str) -> Kept:
    row = AgreementFigures.objects.filter(study=study, pass_kind=pass_kind, page=page, shape=SHAPE).first()
    job = jobs_of(study, pass_kind).first()
    if job and job.is_over and (job.state != JobState.FAILED or (row and row.as_of > job.created_at)):
        job = None
    return Kept(
        figures=row.figures if row else None,
        is_stale=row is not None and row.state != state_of(study, pass_kind).to_json(),
        job=job,
    )


def _with_words(study: Study, pass_kind: str, worst: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The turns that disagree most, each with its place, words and notes of today; retired ones are left out."""
    turns = Turn.objects.select_related("session").in_bulk([UUID(each["turn"]) for each in worst])
    clips = clips_of(turns.values())
    notes = notes_on(study, list(turns), pass_kinds=[pass_kind])
    for each in worst:
        if turn := turns.get(UUID(each["turn"])):
            yield {
                **each,
                "session_id": turn.session_id,
                "session_key": turn.session.key,
                "position": turn.position,
                "clip": asdict(clips[turn.pk]),
                "text": turn.text,
                "notes": RaterNotesOutput([each for each in notes if each.turn == turn.pk], many=True).data,
            }
