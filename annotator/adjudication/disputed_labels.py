"""What leads read to decide: disputed labels, all labels of a turn, and where to find one; with votes and verdicts."""

import re
from collections.abc import Collection, Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from annotator import access
from annotator.accounts.models import User
from annotator.adjudication.disputes import Dispute, disputes_of
from annotator.adjudication.models import GoldLabel, Verdict
from annotator.adjudication.openness import Openness, openness_of, without_words
from annotator.agreement.constructs import INCONGRUENCE, countable_questions, pass_of
from annotator.agreement.models import Consensus
from annotator.agreement.notes import Notes, notes_on
from annotator.agreement.selectors import votes_on
from annotator.annotations.asked import is_answerable
from annotator.codebooks.models import PassKind
from annotator.codebooks.questionnaire import questionnaire_of
from annotator.corpus.clips import Clip, clips_of
from annotator.corpus.models import Turn
from annotator.corpus.preceding import preceding_turns
from annotator.corpus.unseen import sessions_without_picture
from annotator.studies.models import Study

MOST_FOUND = 20


@dataclass(frozen=True)
class VoteOnLabel:
    """One rater's answer to one label, None where they could not judge it, and what they noted beside it."""

    rater: str
    value: str | None
    notes: Notes | None = None


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
    clip: Clip
    open: Openness
    label: str
    context: list[Turn]
    votes: list[VoteOnLabel]
    verdicts: list[ExpertSays]
    consensus: str | float | None
    gold: GoldLabel | None


def votes_on_labels(study: Study, turns: Collection[UUID]) -> dict[tuple[UUID, str], list[VoteOnLabel]]:
    """What each rater said to each label, or why they could not judge it: a missing vote is seen too."""
    counted_in = {question.key: pass_of(study, question) for question in countable_questions(study)}
    noted = notes_on(study, turns, pass_kinds=PassKind.values)
    by_rater = {(each.turn, each.pass_kind, each.rater): each for each in noted}
    found = {
        (turn, construct): [
            VoteOnLabel(vote.rater, vote.value, by_rater.get((turn, counted_in[construct] or "", vote.rater)))
            for vote in votes
        ]
        for (turn, construct), votes in votes_on(study, turns=turns).items()
    }
    questions = questionnaire_of(study.codebook_version_id)
    faceless = _faceless(study, turns)
    for notes in noted:
        for construct in (key for key, pass_kind in counted_in.items() if pass_kind == notes.pass_kind):
            is_asked = notes.turn not in faceless or construct not in questions.about_the_face
            if notes.cannot_judge and is_asked:
                found.setdefault((notes.turn, construct), []).append(VoteOnLabel(notes.rater, None, notes))
    return found


def _faceless(study: Study, turns: Collection[UUID]) -> set[UUID]:
    """Those of the turns in which nobody is to be seen."""
    if unseen := sessions_without_picture(study):
        return set(Turn.objects.filter(pk__in=turns, session__in=unseen).values_list("pk", flat=True))
    return set()


def disputed_labels(user: User, study: Study, disputes: Sequence[Dispute], *, now: datetime) -> list[DisputedLabel]:
    """The disputes with their turns, votes and verdicts, for a lead of the study."""
    turns = Turn.objects.select_related("session", "revision").in_bulk({each.turn for each in disputes})
    questions = questionnaire_of(study.codebook_version_id).questions
    votes = votes_on_labels(study, list(turns))
    context = preceding_turns(turns.values())
    clips = clips_of(turns.values())
    openness = openness_of(user, study, {turn.session_id for turn in turns.values()}, now=now)
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
            clip=clips[each.turn],
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
    votes = [replace(vote, notes=None) for vote in label.votes]
    return replace(label, turn=without_words(label.turn), context=[], votes=votes, gold=gold)


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
    """Every label of the turn that is asked for and that raters, experts or leads have spoken of, disputed or not."""
    study = turn.session.study
    disputes = {each.construct: each for each in disputes_of(study, turn=turn.pk)}
    asked = is_answerable(study)
    spoken_of = set(Consensus.objects.filter(asked, turn=turn).values_list("construct__key", flat=True))
    spoken_of |= set(turn.gold_labels.filter(asked, is_current=True).values_list("construct__key", flat=True))
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
