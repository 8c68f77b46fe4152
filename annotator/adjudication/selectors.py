"""What experts and leads read: items under review, the outcome of a review, disputes with their votes, gold labels."""

import re
from collections.abc import Collection, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, QuerySet

from annotator import access
from annotator.accounts.models import User
from annotator.adjudication.disputes import Dispute, Tally, disputes_of, tally_of
from annotator.adjudication.models import GoldLabel, Opening, ReviewItem, ReviewSample, Verdict, VerdictLabel
from annotator.adjudication.outcome import Outcome, outcomes_of
from annotator.adjudication.reviewing import own_turns
from annotator.adjudication.services import NO_CONSENT_TO_LABEL
from annotator.agreement.constructs import INCONGRUENCE, countable_questions, pass_of
from annotator.agreement.jobs import ACCEPTING, job_going_on
from annotator.agreement.models import Consensus
from annotator.agreement.selectors import votes_on
from annotator.agreement.standards import is_agreed, is_of_few
from annotator.agreement.votes import annotations_of_people
from annotator.codebooks.models import PassKind
from annotator.codebooks.questionnaire import questionnaire_of
from annotator.corpus import consent
from annotator.corpus.models import Consent, Turn
from annotator.corpus.playback import NO_CONSENT
from annotator.corpus.preceding import preceding_turns
from annotator.corpus.shown import NOT_BLURRED_YET, sessions_not_blurred_yet
from annotator.corpus.standing import to_rate
from annotator.studies.models import Study

MOST_FOUND = 20


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


@dataclass(frozen=True)
class Openness:
    """Why a session may not be played or labelled at this moment; empty where it may."""

    why_not_play: str
    why_not_label: str


@dataclass(frozen=True)
class ItemForReview:
    """One turn under review as one person may see it: the raters' answers stay hidden until an expert opens them.

    Without consent to label, experts read no words, as raters don't.
    """

    item: ReviewItem
    turn: Turn
    open: Openness
    context: list[Turn]
    my_verdict: Verdict | None
    is_opened: bool
    consensus: dict[str, str | float] | None
    votes: list[RaterScores] | None


@dataclass(frozen=True)
class VoteOnLabel:
    """One rater's answer to one label, or why they could not judge it."""

    rater: str
    value: str | None
    cannot_judge: str = ""


@dataclass(frozen=True)
class ExpertSays:
    """What one expert says of one label; no value where they could not label the turn."""

    verdict: Verdict
    value: str | int | None


@dataclass(frozen=True)
class DisputedLabel:
    """A dispute with all that a lead needs to settle it."""

    dispute: Dispute
    turn: Turn
    open: Openness
    label: str
    context: list[Turn]
    votes: list[VoteOnLabel]
    verdicts: list[ExpertSays]
    consensus: str | float | None
    gold: GoldLabel | None


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
    gold = GoldLabel.objects.filter(to_rate(), turn__session__study=study, is_current=True)
    has_label = GoldLabel.objects.filter(turn=OuterRef("turn"), construct=OuterRef("construct"), is_current=True)
    unlabelled = Consensus.objects.filter(to_rate(), agreed, ~Exists(has_label), round__study=study)
    objected = VerdictLabel.objects.filter(
        verdict__is_current=True, verdict__item__turn=OuterRef("turn"), construct=OuterRef("construct"), agrees=False
    )
    accepting = job_going_on(study, ACCEPTING)
    return StateOfLabels(
        tally=tally_of(study, at=at),
        n_gold=gold.count(),
        n_to_accept=unlabelled.filter(is_agreed(study), ~Exists(objected)).count(),
        n_few_raters=unlabelled.filter(is_of_few(study)).count(),
        accepting=accepting.uuid if accepting else None,
    )


def reviews_for(user: User, samples: Sequence[ReviewSample], *, with_result: bool) -> list[Review]:
    """How far reviews have come, and their outcomes where `user` may see them."""
    items = ReviewItem.objects.filter(to_rate(), sample__in=samples)
    sizes = _counted(items)
    own = _counted(items.filter(own_turns(user)))
    done: dict[int, list[ExpertProgress]] = {}
    given = Verdict.objects.filter(to_rate("item__turn"), item__sample__in=samples, is_current=True)
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
    openness = _openness(user, study, {item.turn.session_id for item in items}, now=now)
    reads_all = bool(access.roles_in(user, study) & {access.LEAD, access.STEWARD})
    readable = {session for session, each in openness.items() if reads_all or not each.why_not_label} - closed.keys()
    return [
        ItemForReview(
            item=item,
            turn=item.turn if item.turn.session_id in readable else _without_words(item.turn),
            open=openness[item.turn.session_id],
            context=context[item.turn_id] if item.turn.session_id in readable else [],
            my_verdict=verdicts.get(item.pk),
            is_opened=item.pk in opened,
            consensus=item.consensus if item in open_to_them else None,
            votes=by_turn.get(item.turn_id, []) if item in open_to_them else None,
        )
        for item in items
    ]


def _scores_of_raters(study: Study, turns: Collection[UUID]) -> dict[UUID, list[RaterScores]]:
    """What each rater said of each turn over all passes, in the order of their pseudonyms."""
    found: dict[UUID, dict[str, RaterScores]] = {turn: {} for turn in turns}
    for (turn, construct), votes in _votes(study, turns).items():
        for vote in votes:
            scores = found[turn].setdefault(vote.rater, RaterScores(vote.rater))
            if vote.value is None:
                scores.cannot_judge[construct] = vote.cannot_judge
            else:
                scores.scores[construct] = vote.value
    return {turn: [given[rater] for rater in sorted(given)] for turn, given in found.items()}


def _votes(study: Study, turns: Collection[UUID]) -> dict[tuple[UUID, str], list[VoteOnLabel]]:
    """What each rater said to each label, or why they could not judge it: a missing vote is seen too."""
    found = {
        label: [VoteOnLabel(vote.rater, vote.value) for vote in votes]
        for label, votes in votes_on(study, turns=turns).items()
    }
    for pass_kind in PassKind.values:
        constructs = [each.key for each in countable_questions(study) if pass_of(study, each) == pass_kind]
        if not constructs:
            continue
        not_judged = annotations_of_people(study, pass_kind).filter(turn__in=turns).exclude(cannot_judge="")
        in_order = not_judged.order_by("rater__pseudonym")
        for turn, rater, why in in_order.values_list("turn", "rater__pseudonym", "cannot_judge"):
            for construct in constructs:
                found.setdefault((turn, construct), []).append(VoteOnLabel(rater, None, why))
    return found


def disputed_labels(user: User, study: Study, disputes: Sequence[Dispute], *, now: datetime) -> list[DisputedLabel]:
    """The disputes with their turns, votes and verdicts, for a lead of the study."""
    turns = Turn.objects.select_related("session", "revision").in_bulk({each.turn for each in disputes})
    questions = questionnaire_of(study.codebook_version_id).questions
    votes = _votes(study, list(turns))
    context = preceding_turns(turns.values())
    openness = _openness(user, study, {turn.session_id for turn in turns.values()}, now=now)
    closed = access.narrowed_sessions(user, study)
    verdicts = _verdicts_on([pk for pk, turn in turns.items() if turn.session_id not in closed])
    consensus = {
        (row.turn_id, row.construct.key): row.level.key if row.level else row.value
        for row in Consensus.objects.filter(turn__in=turns).select_related("construct", "level")
    }
    gold = {
        (label.turn_id, label.construct.key): label
        for label in GoldLabel.objects.filter(turn__in=turns, is_current=True).select_related("construct", "level")
    }
    labels = [
        DisputedLabel(
            dispute=each,
            turn=turns[each.turn],
            open=openness[turns[each.turn].session_id],
            label=questions[each.construct].construct.label,
            context=context[each.turn],
            votes=votes.get((each.turn, each.construct), []),
            verdicts=verdicts.get((each.turn, each.construct), []),
            consensus=consensus.get((each.turn, each.construct)),
            gold=gold.get((each.turn, each.construct)),
        )
        for each in disputes
    ]
    return [_unquoted(label) if label.turn.session_id in closed else label for label in labels]


def _unquoted(label: DisputedLabel) -> DisputedLabel:
    """The same without what is said, and without what people wrote about it, which may quote it."""
    gold = copy(label.gold)
    if gold is not None:
        gold.reason = ""
    votes = [replace(vote, cannot_judge="") for vote in label.votes]
    return replace(label, turn=_without_words(label.turn), context=[], votes=votes, gold=gold)


def _verdicts_on(turns: Collection[UUID]) -> dict[tuple[UUID, str], list[ExpertSays]]:
    """What experts say against a label; where one couldn't label the turn, it is said of its incongruence."""
    found: dict[tuple[UUID, str], list[ExpertSays]] = {}
    verdicts = Verdict.objects.filter(item__turn__in=turns, is_current=True).exclude(agrees=True)
    for verdict in verdicts.select_related("item").prefetch_related("labels__construct", "labels__level"):
        if verdict.kind != Verdict.Kind.LABELS:
            found.setdefault((verdict.item.turn_id, INCONGRUENCE), []).append(ExpertSays(verdict, None))
        for label in verdict.labels.all():
            if label.agrees is False:
                says = ExpertSays(verdict, label.answer)
                found.setdefault((verdict.item.turn_id, label.construct.key), []).append(says)
    return found


def labels_of_turn(user: User, turn: Turn, *, now: datetime) -> list[DisputedLabel]:
    """Every label of the turn that raters, experts or leads have spoken of, disputed or not."""
    study = turn.session.study
    disputes = {each.construct: each for each in disputes_of(study, turn=turn.pk)}
    spoken_of = set(Consensus.objects.filter(turn=turn).values_list("construct__key", flat=True))
    spoken_of |= set(turn.gold_labels.filter(is_current=True).values_list("construct__key", flat=True))
    undisputed = (Dispute(turn.pk, turn.session_id, key, why=[], is_open=False) for key in spoken_of - disputes.keys())
    order = list(questionnaire_of(study.codebook_version_id).questions)
    labels = sorted([*disputes.values(), *undisputed], key=lambda each: order.index(each.construct))
    return disputed_labels(user, study, labels, now=now)


def turns_found(user: User, study: Study, asked: str) -> list[Turn]:
    """Client turns at a place (`S003`, `S003 turn 12`, counted from 1), or with these words; the first twenty.

    None of sessions of which `user` rates one channel at this moment.
    """
    turns = Turn.objects.filter(session__study=study, role=Turn.Role.CLIENT).select_related("session")
    turns = turns.exclude(session__in=access.narrowed_sessions(user, study))
    if place := _PLACE.fullmatch(asked):
        turns = turns.filter(session__number=place["session"])
        if place["turn"]:
            turns = turns.filter(position=int(place["turn"]) - 1)
    else:
        turns = turns.filter(text__icontains=asked) if asked else turns.none()
    return list(turns.order_by("session__number", "position")[:MOST_FOUND])


_PLACE = re.compile(r"s0*(?P<session>\d{1,6})(?:\D+(?P<turn>\d{1,6}))?", re.IGNORECASE)


def _openness(user: User, study: Study, sessions: Collection[int], *, now: datetime) -> dict[int, Openness]:
    """What of each session may be played and labelled now; stewards may play all, as everywhere.

    Whoever rates one channel of a session at this moment neither plays nor labels it here.
    """
    plays_all = access.STEWARD in access.roles_in(user, study)
    playable = sessions if plays_all else consent.agreeing_sessions(sessions, Consent.Scope.VIEW, at=now)
    labelled = consent.agreeing_sessions(sessions, Consent.Scope.ANNOTATE, at=now)
    waiting = sessions_not_blurred_yet(user, study, sessions)
    closed = access.narrowed_sessions(user, study)
    not_played = (
        dict.fromkeys(waiting, NOT_BLURRED_YET)
        | dict.fromkeys(set(sessions) - set(playable), NO_CONSENT)
        | dict.fromkeys(closed, access.ONE_CHANNEL_OPEN)
    )
    without_consent = set(sessions) - set(labelled)
    not_labelled = dict.fromkeys(closed, access.ONE_CHANNEL_OPEN) | dict.fromkeys(without_consent, NO_CONSENT_TO_LABEL)
    return {session: Openness(not_played.get(session, ""), not_labelled.get(session, "")) for session in sessions}


def _without_words(turn: Turn) -> Turn:
    """The turn for whoever may not read it; a copy to be shown, never saved."""
    shown = copy(turn)
    shown.text = ""
    return shown
