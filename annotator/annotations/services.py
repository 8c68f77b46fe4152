"""Assigning passes and closing them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Count

from annotator.accounts.models import User
from annotator.annotations.asked import NoPicture, needs_picture, questions_of
from annotator.annotations.balancing import balanced
from annotator.annotations.impressions import Impressions
from annotator.annotations.models import Assignment
from annotator.annotations.selectors import annotations_of
from annotator.audit.services import record
from annotator.codebooks.models import PassKind
from annotator.corpus import consent
from annotator.corpus.models import Consent, Session, Turn
from annotator.corpus.standing import to_rate
from annotator.corpus.unseen import sessions_without_picture
from annotator.errors import DomainError
from annotator.locks import locked
from annotator.studies.models import Rater, Role, Study
from annotator.studies.services import draw_numbers, lock_study

# `together` last: who has judged both channels can no longer judge one alone.
_ORDER = (PassKind.WORDS, PassKind.FACE, PassKind.TOGETHER)
_MOST_NAMED = 20
_WHOLE = Assignment.objects.select_related("rater", "session__study")


class NoRaters(DomainError):
    code = "no_raters"


class PassNotInDesign(DomainError):
    code = "pass_not_in_design"
    status = 400


class AssignmentHasAnnotations(DomainError):
    code = "assignment_has_annotations"


class TurnsLeft(DomainError):
    code = "turns_left"


class TogetherCameFirst(DomainError):
    code = "together_came_first"


class PassLocked(DomainError):
    code = "pass_locked"


@dataclass(frozen=True)
class Distribution:
    """What assigning came to: new assignments, and the sessions that were left out, by their keys."""

    created: int
    left_out: list[str]
    """Without consent to be labelled."""
    without_picture: list[str]
    """Of the others, those without a picture, left out of a pass through the face."""


@transaction.atomic
def assign(
    *, study: Study, sessions: Sequence[Session], raters: Sequence[Rater], pass_kind: str, actor: User, now: datetime
) -> list[Assignment]:
    """Give each rater the pass through each session; those that exist stay as they are.

    Raises:
        NoConsent: someone recorded in a session does not agree to its being labelled.
        PassNotInDesign: the study has no channel passes.
        TogetherCameFirst: a rater has opened both channels of a session, to rate them or to review them, and can no
            longer give that pass.
        NoPicture: a pass through the face, of a session in which nobody is to be seen.
    """
    lock_study(study)
    _check_design(study, [pass_kind])
    _check_pictures(study, sessions, pass_kind)
    wanted = [(rater, session, pass_kind) for session in sessions for rater in raters]
    _check_impressions(study, wanted)
    silent = [
        str(session) for session in sessions if Consent.Scope.ANNOTATE not in consent.scopes_agreed(session, at=now)
    ]
    if silent:
        raise consent.NoConsent(
            f"There is no consent to label {', '.join(silent)}. Record it under People, then assign again."
        )
    return _create(study, wanted, actor=actor, now=now)


@transaction.atomic
def distribute(*, study: Study, pass_kinds: Iterable[str] | None, actor: User, now: datetime) -> Distribution:
    """Give every session as many raters a pass as the study's design asks, evenly by client turns.

    Raters who have no number yet get theirs first. Another rater is preferred for each pass of a session, where there
    are enough of them. Whoever has perceived more of a session than a pass shows, or reviewed it, does not get it.
    Nobody gets a pass through the face of a session in which nobody is to be seen.

    Raises:
        NoRaters: fewer raters than the design asks for.
        PassNotInDesign: the study has no channel passes.
    """
    lock_study(study)
    kinds = list(pass_kinds or pass_kinds_of(study))
    _check_design(study, kinds)
    draw_numbers(study=study, actor=actor, now=now)
    raters = list(working_raters(study))
    if len(raters) < study.raters_per_turn:
        asked = f"{study} asks for {study.raters_per_turn} raters a turn and has {len(raters)}."
        raise NoRaters(f"{asked} Invite more, or ask for fewer.")
    turns = Count("turns", filter=to_rate("turns"))
    sessions = list(Session.objects.filter(study=study).annotate(n_client_turns=turns).order_by("number"))
    agreeing = set(
        Session.objects.filter(consent.everyone_agrees(Consent.Scope.ANNOTATE, at=now), study=study).values_list(
            "pk", flat=True
        )
    )
    taken = list(Assignment.objects.filter(session__study=study).values_list("rater", "session", "pass_kind"))
    unseen = set(sessions_without_picture(study))
    blind_kinds = [kind for kind in kinds if not needs_picture(study, kind)]
    wanted = balanced(
        [session for session in sessions if session.pk in agreeing],
        raters,
        lambda session: blind_kinds if session.pk in unseen else kinds,
        taken,
        impressions=Impressions(study),
        per_turn=study.raters_per_turn,
    )
    created = _create(study, wanted, actor=actor, now=now)
    has_faces = len(blind_kinds) < len(kinds)
    return Distribution(
        created=len(created),
        left_out=[session.key for session in sessions if session.pk not in agreeing],
        without_picture=[each.key for each in sessions if has_faces and each.pk in agreeing & unseen],
    )


def pass_kinds_of(study: Study) -> Sequence[PassKind]:
    """The passes that the study's design asks for, in the order in which a rater does them."""
    return _ORDER if study.has_channel_passes else (PassKind.TOGETHER,)


def working_raters(study: Study) -> Iterable[Rater]:
    """The people who are raters of the study today, in a lasting order."""
    return Rater.objects.filter(
        study=study, kind=Rater.Kind.PERSON, user__memberships__study=study, user__memberships__role=Role.RATER
    ).order_by("pseudonym")


@transaction.atomic
def remove_assignment(*, assignment: Assignment, actor: User, now: datetime) -> None:
    """Take back an assignment on which nothing was recorded yet.

    Raises:
        AssignmentHasAnnotations: something was.
        Http404: it was taken back already.
    """
    # Whoever saves has locked it, so that no answer is acknowledged on a pass that goes.
    assignment = locked(_WHOLE, assignment)
    if annotations_of(assignment).exists():
        raise AssignmentHasAnnotations(f"{assignment.rater} has begun {assignment.session}; what was recorded stays.")
    text = f"{assignment} was taken back"
    record(
        actor=actor, action="assignment.removed", text=text, study=assignment.session.study, target=assignment, at=now
    )
    assignment.delete()


@transaction.atomic
def finish(*, assignment: Assignment, actor: User, now: datetime) -> Assignment:
    """Close the pass; from now on its answers stand. Closing it twice changes nothing.

    `assignment` is locked against a save that comes in at the same moment.

    Raises:
        TurnsLeft: a client turn has no complete annotation, and the pass asks for one.
    """
    if assignment.done_at:
        return assignment
    complete = annotations_of(assignment).filter(is_complete=True)
    left = assignment.session.turns.filter(role=Turn.Role.CLIENT).exclude(pk__in=complete.values("turn"))
    if questions_of(assignment) and (first := left.order_by("position").first()):
        n_left = left.count()
        raise TurnsLeft(
            f"{n_left} turn{'s' if n_left > 1 else ''} still to rate.",
            details={"n_left": n_left, "first_position": first.position, "first_turn": str(first.pk)},
        )
    assignment.done_at = now
    assignment.save(update_fields=["done_at"])
    # Not by pseudonym: the log names the person, and leads may be blind to who is who.
    text = f"The {assignment.pass_kind} pass of session {assignment.session.key} is done"
    record(actor=actor, action="assignment.done", text=text, study=assignment.session.study, target=assignment, at=now)
    return assignment


@transaction.atomic
def reopen(*, assignment: Assignment, by_lead: bool, actor: User, now: datetime) -> Assignment:
    """Open a closed pass again; opening it twice changes nothing. A rater may do so for `together` alone.

    Raises:
        PassLocked: a channel pass, whose first impression would be lost; a lead may open it.
        TogetherCameFirst: a channel pass, and its rater has opened words and face together since.
        Http404: it was taken back meanwhile.
    """
    study = assignment.session.study
    lock_study(study)
    assignment = locked(_WHOLE, assignment)
    if assignment.done_at is None:
        return assignment
    if assignment.pass_kind != PassKind.TOGETHER and not by_lead:
        raise PassLocked("A pass through one channel is locked once it is done. Ask a lead to reopen it.")
    _check_impressions(study, [(assignment.rater, assignment.session, assignment.pass_kind)])
    assignment.done_at = None
    assignment.save(update_fields=["done_at"])
    text = f"The {assignment.pass_kind} pass of session {assignment.session.key} was reopened"
    record(
        actor=actor, action="assignment.reopened", text=text, study=assignment.session.study, target=assignment, at=now
    )
    return assignment


def _check_design(study: Study, pass_kinds: Iterable[str]) -> None:
    channels = sorted(set(pass_kinds) - {PassKind.TOGETHER})
    if channels and not study.has_channel_passes:
        raise PassNotInDesign(f"{study} has no {' or '.join(channels)} pass. Turn channel passes on first.")


def _check_pictures(study: Study, sessions: Sequence[Session], pass_kind: str) -> None:
    if not needs_picture(study, pass_kind):
        return
    unseen = set(sessions_without_picture(study))
    if faceless := [session.key for session in sessions if session.pk in unseen]:
        raise NoPicture(
            f"No face can be seen in {_named(faceless)}: without a picture there is no pass through the face alone. "
            f"Leave {'it' if len(faceless) == 1 else 'them'} out, or choose another pass."
        )


def _check_impressions(study: Study, wanted: Sequence[tuple[Rater, Session, str]]) -> None:
    impressions = Impressions(study)
    too_late = [
        f"{rater} in {session.key}"
        for rater, session, pass_kind in wanted
        if impressions.forbid(rater.pk, session.pk, pass_kind)
    ]
    if too_late:
        raise TogetherCameFirst(
            f"Words and face together were opened already, to rate or to review them, by {_named(too_late)}. This pass "
            "would come too late for them. Choose raters who have not."
        )


def _create(
    study: Study, wanted: Iterable[tuple[Rater, Session, str]], *, actor: User, now: datetime
) -> list[Assignment]:
    there = set(Assignment.objects.filter(session__study=study).values_list("rater", "session", "pass_kind"))
    # Words given after the face come after it, for its pass may have begun: an earlier one closes those behind it.
    with_face = {(rater, session) for rater, session, pass_kind in there if pass_kind == PassKind.FACE}
    new = [
        Assignment(
            rater=rater,
            session=session,
            pass_kind=kind,
            position=max(_ORDER.index(PassKind(kind)), (rater.pk, session.pk) in with_face),
            created_at=now,
        )
        for rater, session, kind in wanted
        if (rater.pk, session.pk, kind) not in there
    ]
    Assignment.objects.bulk_create(new)
    if new:
        text = f"{len(new)} pass{'es' if len(new) > 1 else ''} assigned: {_named(new, between='; ')}"
        record(actor=actor, action="assignment.created", text=text, study=study, target=study, at=now)
    return new


def _named(things: Sequence[object], *, between: str = ", ") -> str:
    """As many as a sentence bears."""
    return between.join(map(str, things[:_MOST_NAMED])) + (" and others" if len(things) > _MOST_NAMED else "")
