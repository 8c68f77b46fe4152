"""Where a turn plays: what every page, the search for frames and a release go by, told here and nowhere else."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from annotator.corpus.models import Recording, Session, Turn

ClipState = Literal["timed", "no_end", "no_length", "no_time", "outside"]
"""`timed`: the transcript says when the turn begins and ends. `no_end`: only when it begins, so it plays to where the
next turn begins, or to the end of the recording. `no_length`: it ends as it begins, so there is a moment to go to and
no stretch. `no_time`: nothing is known. `outside`: it begins after the end of the recording."""


@dataclass(frozen=True)
class Clip:
    """The stretch of the recording that belongs to a turn, in milliseconds of its clock."""

    state: ClipState
    from_ms: int | None
    """Where the turn begins; None where that is no moment of the recording."""
    until_ms: int | None
    """Where the turn ends, exclusive; None without a stretch, and where the recording's own end is not known."""


def clip_of(start_ms: int | None, end_ms: int | None, *, starts: Sequence[int], duration_ms: int | None) -> Clip:
    """Where one turn plays.

    Args:
        starts: when the turns of its session begin, in rising order.
        duration_ms: of the recording; None where there is none.
    """
    if start_ms is None:
        return Clip("no_time", None, None)
    if duration_ms is not None and start_ms >= duration_ms:
        return Clip("outside", None, None)
    if end_ms is None:
        later = bisect_right(starts, start_ms)
        return Clip("no_end", start_ms, _within(starts[later] if later < len(starts) else None, duration_ms))
    if end_ms <= start_ms:
        return Clip("no_length", start_ms, None)
    return Clip("timed", start_ms, _within(end_ms, duration_ms))


def clips_in_session(times: Sequence[tuple[int | None, int | None]], *, duration_ms: int | None) -> list[Clip]:
    """Where all turns of one session play, by the start and end of each."""
    starts = sorted(start_ms for start_ms, _ in times if start_ms is not None)
    return [clip_of(start_ms, end_ms, starts=starts, duration_ms=duration_ms) for start_ms, end_ms in times]


def clips_of(turns: Iterable[Turn]) -> dict[UUID, Clip]:
    """Where turns of any sessions play, by their ids; in two queries, whatever their number."""
    turns = list(turns)
    sessions = {turn.session_id for turn in turns}
    recordings = Recording.objects.filter(session__in=sessions)
    durations = dict(recordings.values_list("session", "duration_ms"))
    starts: dict[int, list[int]] = {session: [] for session in sessions}
    without_end = {turn.session_id for turn in turns if turn.start_ms is not None and turn.end_ms is None}
    if without_end:
        others = Turn.objects.filter(session__in=without_end, start_ms__isnull=False).order_by("start_ms")
        for session, start_ms in others.values_list("session", "start_ms"):
            if start_ms is not None:
                starts[session].append(start_ms)
    return {
        turn.pk: clip_of(
            turn.start_ms,
            turn.end_ms,
            starts=starts[turn.session_id],
            duration_ms=durations.get(turn.session_id),
        )
        for turn in turns
    }


def duration_of(session: Session) -> int | None:
    """How long the session's recording lasts; None where there is none."""
    return Recording.objects.filter(session=session).values_list("duration_ms", flat=True).first()


def _within(until_ms: int | None, duration_ms: int | None) -> int | None:
    return min((each for each in (until_ms, duration_ms) if each is not None), default=None)
