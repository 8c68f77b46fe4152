"""Saving what a rater records: each change of one construct is one event, and no acknowledged change is ever lost."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Q
from django.http import Http404

from annotator import sql
from annotator.annotations.evidence import as_it_reads_now, is_evidence
from annotator.annotations.models import AnnotationEvent, Assignment
from annotator.annotations.sheet import Change, Recorded, Sheet
from annotator.annotations.stored_sheets import new_sheet, sheet_sql, stored_sheet
from annotator.corpus import consent
from annotator.corpus.models import Consent, Turn
from annotator.errors import DomainError

_SESSION = "(SELECT session_id FROM annotator_assignment WHERE id = %s)"
_OWNERS = "SELECT client_key, annotation_id FROM annotator_annotationevent WHERE client_key IN (LIST)"


class AssignmentDone(DomainError):
    code = "assignment_done"


class StaleEdit(DomainError):
    """Another change of the same construct came first; `details` holds the annotation as it stands."""

    code = "stale_edit"


class KeyTaken(DomainError):
    code = "client_key_taken"


class TurnChanged(DomainError):
    """The turn was changed again since the rater saw it; `details` holds the revision it is at."""

    code = "turn_changed"


class Standing(NamedTuple):
    """What stands recorded, as the rows of `standing_sql`."""

    sheet: list[Any]
    keys: list[Any]
    consents: list[Any]


def standing_sql(assignment_id: int, turn_id: UUID, keys: Sequence[UUID]) -> list[sql.Statement]:
    """What has to be known of a turn, of changes with these keys and of consent before anything is recorded.

    For whoever locks the assignment: in one go with that, and after it.
    """
    session = sql.Statement(_SESSION, [assignment_id])
    return [
        sheet_sql(assignment_id, turn_id),
        _owners_sql(keys),
        consent.consents_sql(session, scope=Consent.Scope.ANNOTATE),
    ]


@transaction.atomic(savepoint=False)
def save_changes(
    *,
    assignment: Assignment,
    turn_id: UUID,
    standing: Standing | None = None,
    based_on: int,
    changes: Sequence[Change],
    now: datetime,
    seen: int | None = None,
) -> Recorded:
    """Record the changes of one turn, all or none. Whoever calls has locked the assignment's row.

    `based_on` is the version that the rater saw. Changes of other constructs since then are merged; a change of the
    same construct to another answer is a conflict. A `client_key` that is known already changes nothing.
    Answers that are no longer asked for are cleared, each with an event of its own.

    `seen` is the revision of the turn that the rater saw, where their page says it: an answer given on a former one
    asks for a second look, and an answer given on the present one is that look. Words marked on a former one are
    recorded where they stand now. A turn that was retired meanwhile still takes what was on its way to it.

    Raises:
        AssignmentDone: the pass is closed.
        NoConsent: someone recorded does not agree to be labelled any more.
        StaleEdit: one of the constructs was changed since `based_on`.
        UnknownValue, NotAsked: a value or construct that the codebook does not have, or not here.
        KeyTaken: a `client_key` that names a change of another turn, or two changes here.
        Http404: the session has no such client turn.
    """
    keys = [change.client_key for change in changes]
    rows, owners, consents = standing or sql.run_together(*standing_sql(assignment.pk, turn_id, keys))
    sheet = stored_sheet(assignment, turn_id, rows) or new_sheet(assignment, turn_id, rows, seen=seen, now=now)
    if sheet is None:
        raise Http404
    known = _known_keys(sheet, keys, owners)
    fresh = [change for change in changes if change.client_key not in known]
    if not fresh:
        # A retry of what was recorded before the pass was closed, or consent withdrawn, is acknowledged still.
        return sheet.recorded()
    if assignment.done_at:
        raise AssignmentDone("This pass is done. Reopen it to change an answer.")
    if Consent.Scope.ANNOTATE not in consent.agreed_in(consents, at=now):
        raise consent.NoConsent(
            "There is no consent to label this session any more, so this was not saved. What you saved before is kept."
        )
    if seen is not None and seen != sheet.present_revision:  # A former one, or one that was undone.
        turn = Turn.every.get(pk=turn_id)
        fresh = [_carried(change, sheet, turn, seen) for change in fresh]
    changed_since = _changed_since(sheet, based_on, besides=known, by_rater_alone=seen is not None)
    if conflicts := sorted(
        {change.construct for change in fresh if change.construct in changed_since and sheet.differs(change)}
    ):
        raise StaleEdit(
            f"{', '.join(conflicts)} was changed elsewhere since you saw it. Choose which answer holds.",
            fields={construct: ["changed elsewhere"] for construct in conflicts},
            details={"current": sheet.recorded().to_json()},
        )
    for change in fresh:
        sheet.apply(change)
    if seen == sheet.present_revision:
        sheet.look_again(uuid4())
    elif seen is not None:
        sheet.count_as_of_former(seen, uuid4())
    sheet.write(now)
    return sheet.recorded()


@transaction.atomic(savepoint=False)
def confirm_answers(
    *, assignment: Assignment, turn_id: UUID, standing: Standing, seen: int, client_key: UUID, now: datetime
) -> Recorded:
    """Let the rater's answers stand for the turn as it reads now. Whoever calls has locked the assignment's row.

    It changes no answer, so a closed pass stays closed. A `client_key` that is known already changes nothing.

    Raises:
        TurnChanged: the turn was changed after the revision `seen`.
        KeyTaken: the key names a change of another turn.
        Http404: nothing was recorded on such a turn.
    """
    sheet = stored_sheet(assignment, turn_id, standing.sheet)
    if sheet is None or sheet.is_retired:
        raise Http404
    if _known_keys(sheet, [client_key], standing.keys):
        return sheet.recorded()
    if seen != sheet.present_revision:
        raise TurnChanged(
            "The transcript of this turn was changed once more. Look at it as it is now.",
            details={"revision": sheet.present_revision},
        )
    if sheet.look_again(client_key):
        sheet.write(now)
    return sheet.recorded()


def _owners_sql(keys: Sequence[UUID]) -> sql.Statement:
    """Each of the keys that names a change already, with that change's annotation."""
    return sql.Statement(sql.spread(_OWNERS, len(keys)), [sql.uuid_parameter(key) for key in keys])


def _known_keys(sheet: Sheet, keys: Sequence[UUID], owners: Sequence[Any]) -> set[UUID]:
    """Those of the keys that name a change of this sheet already."""
    if len(set(keys)) < len(keys):
        raise KeyTaken("Two of these changes have one key; each needs its own.")
    if any(annotation != sheet.annotation.pk for _, annotation in owners):
        raise KeyTaken("This change's key already names a change of another turn.")
    return {sql.uuid_read(key) for key, _ in owners}


def _carried(change: Change, sheet: Sheet, turn: Turn, seen: int) -> Change:
    answer = sheet.read(change)
    return replace(change, value=as_it_reads_now(answer, turn, seen=seen)) if is_evidence(answer) else change


def _changed_since(sheet: Sheet, version: int, *, besides: Collection[UUID], by_rater_alone: bool) -> set[str]:
    """The constructs that were changed after the version, other than by the changes with the keys `besides`.

    `by_rater_alone` leaves out evidence that moved with its words: whoever says which words they saw is no stranger
    to where these stand.
    """
    if sheet.annotation.version <= version:
        return set()
    later = Q(annotation=sheet.annotation.pk, version__gt=version)
    events = AnnotationEvent.objects.filter(later & ~Q(client_key__in=besides))
    if by_rater_alone:
        events = events.filter(moved_by=None)
    return set(events.values_list("construct_key", flat=True))
