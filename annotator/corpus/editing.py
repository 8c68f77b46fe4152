"""Changes to single turns of a transcript. Each is one revision, and labels stay with the turn they were made on."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from annotator.accounts.models import User
from annotator.corpus.models import Recording, TranscriptRevision, Turn
from annotator.corpus.revising import SAID, Revising
from annotator.errors import DomainError

Kind = TranscriptRevision.Kind


class EditRefused(DomainError):
    """The change doesn't fit the turn; `code` says how, `fields` where."""

    status = 400

    def __init__(self, code: str, message: str, *, field: str) -> None:
        super().__init__(message, fields={field: [message]})
        self.code = code


@transaction.atomic
def split_turn(
    *, turn: Turn, at: int, at_ms: int | None, based_on: int, actor: User | None, now: datetime
) -> TranscriptRevision:
    """Cut a turn in two before the code point `at` of its text, at the time `at_ms`. Labels stay with the first part.

    Spaces at the cut belong to neither part.

    Raises:
        StaleTranscript: the transcript is no longer at revision `based_on`.
        EditRefused: one part would have no words, or the time lies outside the turn.
    """
    revising = Revising(turn.session, based_on=based_on)
    first = _its_own(revising, turn)
    head, tail = first.text[:at].rstrip(), first.text[at:].lstrip()
    if not head or not tail:
        raise EditRefused("empty_part", "Cut where both parts keep words.", field="at")
    _check_cut(first, at_ms)
    second = Turn(
        session=first.session, speaker=first.speaker, role=first.role, start_ms=at_ms, end_ms=first.end_ms, text=tail
    )
    second.backchannels = [each for each in first.backchannels if _is_after(each, at_ms)]
    first.backchannels = [each for each in first.backchannels if not _is_after(each, at_ms)]
    first.text = head
    first.end_ms = at_ms
    revising.turns.insert(first.position + 1, second)
    what = f"turn {first.position + 1} was split"
    return revising.write(Kind.SPLIT, what=what, actor=actor, now=now)


@transaction.atomic
def merge_with_next(*, turn: Turn, based_on: int, actor: User | None, now: datetime) -> TranscriptRevision:
    """Join the turn after this one to it. The turn keeps its labels; the other is retired with its own.

    Raises:
        StaleTranscript: the transcript is no longer at revision `based_on`.
        EditRefused: there is no turn after it, or another role speaks there.
    """
    revising = Revising(turn.session, based_on=based_on)
    first = _its_own(revising, turn)
    if first.position + 1 == len(revising.turns):
        raise EditRefused("last_turn", "There is no turn after this one to join to it.", field="turn")
    second = revising.turns.pop(first.position + 1)
    if second.role != first.role:
        message = f"The next turn is the {second.role}'s. Give both turns the same role before you join them."
        raise EditRefused("other_role", message, field="turn")
    first.text = f"{first.text} {second.text}"
    first.backchannels = [*first.backchannels, *second.backchannels]
    first.start_ms = second.start_ms if first.start_ms is None else first.start_ms
    first.end_ms = None if second.end_ms is None else max(second.end_ms, first.end_ms or 0)
    what = f"turns {first.position + 1} and {first.position + 2} were joined"
    return revising.write(Kind.MERGE, what=what, actor=actor, now=now)


@transaction.atomic
def change_turn(
    *, turn: Turn, said: Mapping[str, Any], based_on: int, actor: User | None, now: datetime
) -> TranscriptRevision:
    """Change what a turn says: any of `speaker`, `role`, `start_ms`, `end_ms` and `text`.

    A change to what stands there already makes no revision.

    Raises:
        StaleTranscript: the transcript is no longer at revision `based_on`.
        EditRefused: no words, an end before the start, a start beyond the recording, or no counsellor on record.
    """
    revising = Revising(turn.session, based_on=based_on)
    own = _its_own(revising, turn)
    changed = [field for field in SAID if field in said and said[field] != getattr(own, field)]
    if not changed:
        return revising.latest
    for field in changed:
        setattr(own, field, said[field])
    _check(own, revising)
    what = f"{', '.join(changed)} of turn {own.position + 1} changed"
    return revising.write(Kind.CHANGE, what=what, actor=actor, now=now)


def _its_own(revising: Revising, turn: Turn) -> Turn:
    """The turn among those that are being changed."""
    return next(each for each in revising.turns if each.pk == turn.pk)


def _is_after(backchannel: Mapping[str, Any], at_ms: int | None) -> bool:
    return at_ms is not None and backchannel["start_ms"] is not None and backchannel["start_ms"] >= at_ms


def _check_cut(turn: Turn, at_ms: int | None) -> None:
    if turn.start_ms is None:
        if at_ms is not None:
            raise EditRefused("no_times", "This turn has no times, so neither have its parts.", field="at_ms")
        return
    if at_ms is None:
        raise EditRefused("time_missing", "Say when the second part begins.", field="at_ms")
    if at_ms < turn.start_ms or (turn.end_ms is not None and at_ms > turn.end_ms):
        message = f"The turn lasts from {turn.start_ms} ms to {turn.end_ms or '…'} ms; cut it in between."
        raise EditRefused("outside_the_turn", message, field="at_ms")


def _check(turn: Turn, revising: Revising) -> None:
    if not turn.text.strip():
        raise EditRefused("no_words", "A turn needs words. Join it to another if it has none.", field="text")
    if turn.start_ms is None and turn.end_ms is not None:
        raise EditRefused("no_start", "A turn that ends has to begin: give it a start.", field="start_ms")
    if turn.start_ms is not None and turn.end_ms is not None and turn.end_ms < turn.start_ms:
        raise EditRefused("ends_before_its_start", "The turn would end before it begins.", field="end_ms")
    duration_ms = Recording.objects.filter(session=turn.session_id).values_list("duration_ms", flat=True).first()
    if duration_ms is not None and turn.start_ms is not None and turn.start_ms >= duration_ms:
        message = f"The recording is over at {duration_ms} ms; the turn would begin after it."
        raise EditRefused("past_the_end", message, field="start_ms")
    if turn.role == Turn.Role.COUNSELLOR and revising.session.counsellor_id is None:
        message = "No counsellor is on record for this session, so nobody's consent covers these words."
        raise EditRefused("no_counsellor", message, field="role")
