"""One revision of a session's turns. Whatever changes turns does it here, so that history, labels and frames follow."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from itertools import groupby
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import F

from annotator.accounts.models import User
from annotator.audit.services import record
from annotator.corpus.changes import TurnChange
from annotator.corpus.clips import Clip, clips_in_session
from annotator.corpus.following import Reworded, tell_followers
from annotator.corpus.models import Session, TranscriptRevision, Turn
from annotator.corpus.preparing import renew_frames
from annotator.errors import DomainError
from annotator.locks import locked

Json = dict[str, Any]

SAID = ("speaker", "role", "start_ms", "end_ms", "text", "backchannels")
"""What a turn says, apart from its place."""
SAME_MOMENT_MS = 40
"""Times that a new file moves by no more than a picture at 25 a second are the same to a rater."""
_CHANGING = [*SAID, "position", "revision", "retired_by"]
_ASIDE = 10_000_000  # Added to positions on their way, so that no two turns ever share one.


class StaleTranscript(DomainError):
    """Somebody else changed the transcript since; `details` holds the version that it has now."""

    code = "stale_transcript"


class Revising:
    """A session's turns while one change is made to them: change `turns` in place, then `write`.

    The session stays locked to the end of the transaction, so changes of one session come one after another.
    """

    def __init__(self, session: Session, *, based_on: int) -> None:
        """Lock the session.

        Raises:
            StaleTranscript: its transcript is no longer at revision `based_on`.
        """
        self.session = locked(Session.objects.select_related("study"), session)
        self.latest = latest_revision(session)
        if self.latest.number != based_on:
            raise StaleTranscript(
                f"The transcript of {session} was changed meanwhile. Load it again, look, and repeat your change.",
                details={"version": self.latest.number},
            )
        self.turns = list(self.session.turns.order_by("position"))
        self._before = {turn.pk: state_of(turn) for turn in self.turns}
        self._retired: dict[UUID, Json] = {}

    def write(
        self,
        kind: TranscriptRevision.Kind,
        *,
        what: str,
        actor: User | None,
        now: datetime,
        tolerance_ms: int = 0,
        moved: Collection[UUID] = (),
        restored: Mapping[UUID, int] | None = None,
        **facts: Any,
    ) -> TranscriptRevision:
        """Store the turns as they are now, as the session's next revision.

        Args:
            what: what was done, for the log: ids and numbers, never words.
            tolerance_ms: times that moved by no more ask for no second look.
            moved: the turns that passed others; all others keep their order.
            restored: for turns that an undo takes back, the revision in which they came to read so. A change that
                makes a turn read again as it did needs none.
            facts: further fields of the revision.
        """
        revision = TranscriptRevision.objects.create(
            session=self.session,
            number=self.latest.number + 1,
            kind=kind,
            made_by=actor,
            made_by_name=actor.username if actor else "",
            created_at=now,
            **({"source": self.latest.file} | facts),
        )
        for position, turn in enumerate(self.turns):
            turn.position, turn.retired_by = position, None
        changes = [*self._changes(revision, tolerance_ms, moved), *self._retirements(revision)]
        restored = {**self._read_before(changes), **(restored or {})}
        for change in changes:
            if change.turn_id in restored:
                change.turn.revision_id = restored[change.turn_id]
            elif change.turn._state.adding or change.asks_again:
                change.turn.revision = revision
        self._store(changes)
        for change in changes:
            change.after = None if change.turn.retired_by_id else state_of(change.turn)
        TurnChange.objects.bulk_create(changes, batch_size=500)
        tell_followers(revision, self._reworded(changes))
        changed = [each.turn for each in changes if _needs_frame(each)]
        renew_frames(self.session, [*changed, *self._played_elsewhere(changed)], actor=actor, now=now)
        text = f"Session {self.session.key}: {what}; its transcript is at revision {revision.number}"
        study = self.session.study
        record(actor=actor, action=f"transcript.{kind}", text=text, study=study, target=self.session, at=now)
        return revision

    def _changes(
        self, revision: TranscriptRevision, tolerance_ms: int, moved: Collection[UUID]
    ) -> Iterable[TurnChange]:
        """Turns that are new, come back, say something else, or stand elsewhere."""
        back = [turn.pk for turn in self.turns if turn.pk not in self._before and not turn._state.adding]
        self._retired = {turn.pk: state_of(turn) for turn in Turn.every.filter(pk__in=back)}
        for turn in self.turns:
            before, after = self._before.get(turn.pk) or self._retired.get(turn.pk), state_of(turn)
            if before is None:
                yield TurnChange(revision=revision, turn=turn)
            elif turn.pk in self._retired or turn.pk in moved or any(before[each] != after[each] for each in SAID):
                yield TurnChange(
                    revision=revision,
                    turn=turn,
                    before=None if turn.pk in self._retired else before,
                    text_changed=words_changed(before, after),
                    time_changed=times_moved(before, after, tolerance_ms),
                    role_changed=before["role"] != after["role"],
                    place_changed=turn.pk in moved,
                )

    def _read_before(self, changes: Iterable[TurnChange]) -> dict[UUID, int]:
        """For turns that read again as they once did, the revision in which they came to: cut and joined again, say."""
        asking = {change.turn_id: change for change in changes if change.asks_again and not change.place_changed}
        found: dict[UUID, int] = {}
        gone_by = set()
        former = TurnChange.objects.filter(turn__in=asking).order_by("-revision__number")
        for each in former:
            if each.place_changed:
                gone_by.add(each.turn_id)  # Before that it stood among other turns.
            if each.before is None or each.turn_id in found or each.turn_id in gone_by:
                continue
            if _reads_as(each.before, state_of(asking[each.turn_id].turn)):
                found[each.turn_id] = each.before["revision"]
        return found

    def _reworded(self, changes: Iterable[TurnChange]) -> list[Reworded]:
        """The turns that stay or come back with another text than they had."""
        states = self._retired | self._before
        return [
            Reworded(change.turn_id, states[change.turn_id]["text"], change.turn.text)
            for change in changes
            if change.turn_id in states and states[change.turn_id]["text"] != change.turn.text
        ]

    def _played_elsewhere(self, changed: Collection[Turn]) -> list[Turn]:
        """Turns that stay as they are and play to another moment: they have no end, and another turn follows now."""
        known = {turn.pk for turn in changed}
        before = _clips({turn: (state["start_ms"], state["end_ms"]) for turn, state in self._before.items()})
        after = _clips({turn.pk: (turn.start_ms, turn.end_ms) for turn in self.turns})
        stayed = (turn for turn in self.turns if turn.pk not in known)
        return [turn for turn in stayed if before.get(turn.pk) != after[turn.pk]]

    def _retirements(self, revision: TranscriptRevision) -> Iterable[TurnChange]:
        there = {turn.pk for turn in self.turns}
        for turn in self.session.turns.exclude(pk__in=there) if there else self.session.turns.all():
            turn.retired_by = revision
            yield TurnChange(revision=revision, turn=turn, before=self._before[turn.pk])

    def _store(self, changes: Iterable[TurnChange]) -> None:
        touched = [change.turn for change in changes]
        gone = [turn for turn in touched if turn.retired_by_id and turn.pk in self._before]
        if gone:
            retired_by = gone[0].retired_by_id
            Turn.objects.filter(pk__in=[turn.pk for turn in gone]).update(retired_by=retired_by)
        self._move()
        new = {turn.pk for turn in touched if turn._state.adding}
        Turn.objects.bulk_create([turn for turn in touched if turn.pk in new], batch_size=500)
        there = new | {turn.pk for turn in gone}
        for turn in touched:
            if turn.pk not in there:  # One by one: Django's `bulk_update` takes five times as long.
                turn.save(update_fields=_CHANGING)

    def _move(self) -> None:
        """Give the turns that stay their new positions, a run at a time, by way of numbers that nobody has."""
        stayed = [(self._before[turn.pk]["position"], turn.position) for turn in self.turns if turn.pk in self._before]
        first = min((old for old, new in stayed if old != new), default=None)
        if first is None:
            return
        rows = self.session.turns.all()
        rows.filter(position__gte=first).update(position=F("position") + _ASIDE)
        aside = [(old, new) for old, new in stayed if old >= first]
        # A run holds every turn from its first to its last, so that it takes along none that goes elsewhere.
        moves = [(new - old, old - index, old) for index, (old, new) in enumerate(aside)]
        for (distance, _), run in groupby(moves, key=lambda move: move[:2]):
            olds = [old + _ASIDE for *_, old in run]
            rows.filter(position__range=(olds[0], olds[-1])).update(position=F("position") - _ASIDE + distance)


def latest_revision(session: Session) -> TranscriptRevision:
    """The revision that the session's transcript is at."""
    return session.revisions.select_related("source").latest("number")


def transcript_revision(session: int) -> int:
    """The number of that revision alone, by the session's key; 0 before there is one.

    In SQL by hand, since raters wait for it at each save.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT MAX(number) FROM annotator_transcriptrevision WHERE session_id = %s", [session])
        (number,) = cursor.fetchone()
    return number or 0


def state_of(turn: Turn) -> Json:
    """A turn as its history keeps it."""
    return {
        "position": turn.position,
        **{field: getattr(turn, field) for field in SAID},
        "revision": turn.revision_id,
    }


def words_changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether other words are heard in the turn, its listener's among them."""
    return before["text"] != after["text"] or _heard(before) != _heard(after)


def times_moved(before: Mapping[str, Any], after: Mapping[str, Any], tolerance_ms: int) -> bool:
    """Whether the turn begins or ends elsewhere, by more than the tolerance."""
    times = [(before[each], after[each]) for each in ("start_ms", "end_ms")]
    return any(
        abs(old - new) > tolerance_ms if old is not None and new is not None else old != new for old, new in times
    )


def _clips(times: Mapping[UUID, tuple[int | None, int | None]]) -> dict[UUID, Clip]:
    return dict(zip(times, clips_in_session(list(times.values()), duration_ms=None), strict=True))


def _reads_as(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    is_changed = words_changed(before, after) or times_moved(before, after, 0)
    return not is_changed and before["role"] == after["role"]


def _heard(said: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(each["role"], each["text"]) for each in said["backchannels"]]


def _needs_frame(change: TurnChange) -> bool:
    """Whether the turn's picture may be another one now."""
    if change.turn.retired_by_id:
        return False
    before, after = change.before, state_of(change.turn)
    return before is None or any(before[each] != after[each] for each in ("role", "start_ms", "end_ms"))
