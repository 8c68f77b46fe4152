"""What experts read: items under review and the outcome of a review. And how far a study's labels have come."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, QuerySet

from annotator import access
from annotator.accounts.models import User
from annotator.adjudication.disputed_labels import votes_on_labels
from annotator.adjudication.disputes import Tally, is_objected, tally_of
from annotator.adjudication.models import GoldLabel, Opening, ReviewItem, ReviewSample, Verdict
from annotator.adjudication.openness import Openness, openness_of, without_words
from annotator.adjudication.outcome import Outcome, outcomes_of
from annotator.adjudication.reviewing import own_turns
from annotator.agreement.jobs import ACCEPTING, job_going_on
from annotator.agreement.models import Consensus
from annotator.agreement.notes import Notes
from annotator.agreement.standards import is_agreed, is_of_few
from annotator.annotations.asked import is_answerable, is_seen
from annotator.corpus import consent
from annotator.corpus.clips import Clip, clips_of
from annotator.corpus.models import Consent, Turn
from annotator.corpus.preceding import preceding_turns
from annotator.corpus.standing import to_rate
from annotator.studies.models import Study


@dataclass(frozen=True)
class ExpertProgress:
    expert: str
    done: int


@dataclass(frozen=True)
class Review:
    """A drawn sample and how far its experts have come."""

    sample: ReviewSample
    n_items: int
    """The items of the sample whose turns still stand in their transcripts."""
    progress: list[ExpertProgress]
    my_done: int
    my_size: int
    """The items that the person may review: turns that they rated themselves are not among them."""
    result: Outcome | None


@dataclass(frozen=True)
class RaterScores:
    """Everything one rater said of a turn, by construct, and why they could not judge what they did not."""

    rater: str
    scores: dict[str, str] = field(default_factory=dict)
    cannot_judge: dict[str, str] = field(default_factory=dict)
    notes: dict[str, Notes] = field(default_factory=dict)
    """Comments and evidence by pass."""


@dataclass(frozen=True)
class ItemForReview:
    """One turn under review as one person may see it: the raters' answers stay hidden until an expert opens them.

    Without consent to label, experts read no words, as raters don't.
    """

    item: ReviewItem
    turn: Turn
    clip: Clip
    open: Openness
    context: list[Turn]
    my_verdict: Verdict | None
    is_opened: bool
    consensus: dict[str, str | float] | None
    votes: list[RaterScores] | None


@dataclass(frozen=True)
class StateOfLabels:
    """How far a study's labels have come: what is disputed, what is gold, and what accepting would add."""

    tally: Tally
    n_gold: int
    n_to_accept: int
    n_few_raters: int
    accepting: UUID | None


def state_of_labels(study: Study, *, at: datetime) -> StateOfLabels:
    """What a lead has to know before they accept the consensus."""
    agreed = consent.everyone_agrees(Consent.Scope.ANNOTATE, at=at, session="turn__session")
    asked = is_answerable(study)
    gold = GoldLabel.objects.filter(to_rate(), asked, turn__session__study=study, is_current=True)
    has_label = GoldLabel.objects.filter(turn=OuterRef("turn"), construct=OuterRef("construct"), is_current=True)
    unlabelled = Consensus.objects.filter(
        to_rate(), agreed, asked, ~Exists(has_label), ~is_objected(), round__study=study
    )
    accepting = job_going_on(study, ACCEPTING)
    return StateOfLabels(
        tally=tally_of(study, at=at),
        n_gold=gold.count(),
        n_to_accept=unlabelled.filter(is_agreed(study)).count(),
        n_few_raters=unlabelled.filter(is_of_few(study)).count(),
        accepting=accepting.uuid if accepting else None,
    )


def reviews_for(user: User, samples: Sequence[ReviewSample], *, with_result: bool) -> list[Review]:
    """How far reviews of one study have come, and their outcomes where `user` may see them."""
    if not samples:
        return []
    study = samples[0].study
    items = ReviewItem.objects.filter(to_rate(), is_seen(study), sample__in=samples)
    sizes = _counted(items)
    own = _counted(items.filter(own_turns(user)))
    done: dict[int, list[ExpertProgress]] = {}
    given = Verdict.objects.filter(
        to_rate("item__turn"), is_seen(study, turn="item__turn"), item__sample__in=samples, is_current=True
    )
    for sample, expert, n in (
        given.values("item__sample", "expert_name")
        .annotate(done=Count("pk"))
        .order_by("expert_name")
        .values_list("item__sample", "expert_name", "done")
    ):
        done.setdefault(sample, []).append(ExpertProgress(expert, n))
    outcomes = outcomes_of(samples) if with_result else {}
    return [
        Review(
            sample=sample,
            n_items=sizes.get(sample.pk, 0),
            progress=done.get(sample.pk, []),
            my_done=sum(each.done for each in done.get(sample.pk, []) if each.expert == user.username),
            my_size=sizes.get(sample.pk, 0) - own.get(sample.pk, 0),
            result=outcomes.get(sample.pk),
        )
        for sample in samples
    ]


def _counted(items: QuerySet[ReviewItem]) -> dict[int, int]:
    return dict(items.values("sample").annotate(n=Count("pk")).order_by().values_list("sample", "n"))


def items_for(
    user: User, items: Iterable[ReviewItem], *, study: Study, is_expert: bool, now: datetime
) -> list[ItemForReview]:
    """The items as `user` may see them. An expert sees the raters' answers where they opened them themselves."""
    items = list(items)
    closed = access.narrowed_sessions(user, study)
    perceived = [item for item in items if item.turn.session_id not in closed]
    mine = Verdict.objects.filter(item__in=perceived, expert_name=user.username, is_current=True)
    verdicts = {each.item_id: each for each in mine.prefetch_related("labels__construct", "labels__level")}
    opened = set(Opening.objects.filter(item__in=items, expert_name=user.username).values_list("item", flat=True))
    open_to_them = [item for item in perceived if not is_expert or item.pk in opened]
    by_turn = _scores_of_raters(study, [item.turn_id for item in open_to_them])
    context = preceding_turns(item.turn for item in items)
    clips = clips_of(item.turn for item in items)
    openness = openness_of(user, study, {item.turn.session_id for item in items}, now=now)
    reads_all = bool(access.roles_in(user, study) & {access.LEAD, access.STEWARD})
    readable = {session for session, each in openness.items() if reads_all or not each.why_not_label} - closed.keys()
    return [
        ItemForReview(
            item=item,
            turn=item.turn if item.turn.session_id in readable else without_words(item.turn),
            clip=clips[item.turn_id],
            open=openness[item.turn.session_id],
            context=context[item.turn_id] if item.turn.session_id in readable else [],
            my_verdict=verdicts.get(item.pk),
            is_opened=item.pk in opened,
            consensus=item.consensus if item in open_to_them else None,
            votes=_readable(by_turn[item.turn_id], is_readable=item.turn.session_id in readable)
            if item in open_to_them
            else None,
        )
        for item in items
    ]


def _readable(votes: list[RaterScores], *, is_readable: bool) -> list[RaterScores]:
    """The votes as somebody may see them: what raters wrote may quote the client."""
    if is_readable:
        return votes
    return [RaterScores(vote.rater, vote.scores, dict.fromkeys(vote.cannot_judge, "")) for vote in votes]


def _scores_of_raters(study: Study, turns: Collection[UUID]) -> dict[UUID, list[RaterScores]]:
    """What each rater said of each turn over all passes, in the order of their pseudonyms."""
    found: dict[UUID, dict[str, RaterScores]] = {turn: {} for turn in turns}
    for (turn, construct), votes in votes_on_labels(study, turns).items():
        for vote in votes:
            scores = found[turn].setdefault(vote.rater, RaterScores(vote.rater))
            if vote.notes and vote.notes.is_more_than_a_reason:
                scores.notes[vote.notes.pass_kind] = vote.notes
            if vote.value is None:
                scores.cannot_judge[construct] = vote.notes.cannot_judge if vote.notes else ""
            else:
                scores.scores[construct] = vote.value
    return {turn: [given[rater] for rater in sorted(given)] for turn, given in found.items()}
