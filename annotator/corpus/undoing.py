"""Taking back the latest change of a transcript, and then the one before it. What was taken back stays in history."""

from datetime import datetime
from typing import Any

from django.db import transaction

from annotator.accounts.models import User
from annotator.corpus.models import Session, TranscriptRevision, Turn
from annotator.corpus.revising import SAID, Revising
from annotator.errors import DomainError

Json = dict[str, Any]


class NothingToUndo(DomainError):
    code = "nothing_to_undo"


@transaction.atomic
def undo(*, session: Session, based_on: int, actor: User | None, now: datetime) -> TranscriptRevision:
    """Take back the latest change that stands: turns read as before, and retired ones come back with their labels.

    Turns that the change had made are retired, since something may have been recorded on them.

    Raises:
        StaleTranscript: the transcript is no longer at revision `based_on`.
        NothingToUndo: it reads as it was first imported.
    """
    revising = Revising(session, based_on=based_on)
    undone = undoable_revision(session)
    if undone is None:
        raise NothingToUndo(f"The transcript of {session} reads as it was first imported; there is nothing to undo.")
    changes = list(undone.changes.select_related("turn"))
    here = {turn.pk: turn for turn in revising.turns}
    were = [(change.before, here.get(change.turn_id, change.turn)) for change in changes if change.before is not None]
    for before, turn in were:
        _restore(turn, before)
    moved = {change.turn_id for change in changes if change.place_changed}
    made = {change.turn_id for change in changes if change.before is None}
    revising.turns = [turn for turn in revising.turns if turn.pk not in moved | made]
    stayed = {turn.pk for turn in revising.turns}
    # The others kept their order, so each goes back to the place that it had among them.
    for before, turn in sorted(were, key=lambda each: int(each[0]["position"])):
        if turn.pk not in stayed:
            revising.turns.insert(before["position"], turn)
    return revising.write(
        TranscriptRevision.Kind.UNDO,
        what=f"revision {undone.number} was undone",
        actor=actor,
        now=now,
        moved=moved,
        restored={change.turn_id: change.before["revision"] for change in changes if change.before is not None},
        undoes=undone,
        source=_file_before(undone),
    )


def undoable_revision(session: Session) -> TranscriptRevision | None:
    """The latest change that stands; None at the first file."""
    changes = session.revisions.exclude(kind=TranscriptRevision.Kind.UNDO).filter(number__gt=1, undone_by=None)
    return changes.order_by("number").last()


def _restore(turn: Turn, before: Json) -> None:
    turn.retired_by = None
    for field in SAID:
        setattr(turn, field, before[field])


def _file_before(undone: TranscriptRevision) -> TranscriptRevision:
    """The file that the turns rested on before that revision."""
    return undone.session.revisions.select_related("source").get(number=undone.number - 1).file
