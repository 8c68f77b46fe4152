"""A transcript's turns on the clock of the recording: moved by an offset, and without the times that lie outside it."""

from collections.abc import Sequence
from typing import Any

Json = dict[str, Any]


def placed_turns(turns: Sequence[Json], *, offset_ms: int, duration_ms: int | None) -> list[Json]:
    """The turns with their times on the recording's clock.

    A turn that is over before the recording begins, or begins when it is over, is kept without times; one that begins
    before it and ends within it begins at 0. Without a recording, nothing lies after its end.
    """
    return [_placed(turn, offset_ms, duration_ms) for turn in turns]


def placing_remarks(turns: Sequence[Json], *, offset_ms: int, duration_ms: int | None) -> list[Json]:
    """What to say of the turns whose times don't fit the recording."""
    remarks: list[Json] = []
    early = [turn for turn in turns if _is_early(turn, offset_ms)]
    clipped = [turn for turn in turns if _is_clipped(turn, offset_ms)]
    late = [turn for turn in turns if _is_late(turn, offset_ms, duration_ms)]
    if early:
        message = (
            f"{len(early)} of {len(turns)} turns are over before the recording begins. "
            "They can be labelled, but their times are left out, so nothing plays for them. Is the offset right?"
        )
        remarks.append(_warning(early, message))
    if clipped:
        message = f"{len(clipped)} of {len(turns)} turns begin before the recording does; they now begin at 0."
        remarks.append(_warning(clipped, message))
    if late and duration_ms is not None:
        message = (
            f"{len(late)} of {len(turns)} turns begin after the end of the recording ({duration_ms / 1000:.1f} s). "
            "They can be labelled, but their times are left out, so nothing plays for them. Is it the right recording?"
        )
        remarks.append(_warning(late, message))
    return remarks


def _placed(turn: Json, offset_ms: int, duration_ms: int | None) -> Json:
    has_no_place = _is_early(turn, offset_ms) or _is_late(turn, offset_ms, duration_ms)
    heard = [_timed(each, offset_ms, has_no_place) for each in turn["backchannels"]]
    return {**_timed(turn, offset_ms, has_no_place), "backchannels": heard}


def _timed(said: Json, offset_ms: int, has_no_place: bool) -> Json:
    if has_no_place:
        return {**said, "start_ms": None, "end_ms": None}
    return {**said, "start_ms": _moved(said["start_ms"], offset_ms), "end_ms": _moved(said["end_ms"], offset_ms)}


def _is_early(turn: Json, offset_ms: int) -> bool:
    """Over before 0; of a turn without an end, only the beginning tells."""
    last_ms = turn["start_ms"] if turn["end_ms"] is None else turn["end_ms"]
    begins_early = turn["start_ms"] is not None and turn["start_ms"] + offset_ms < 0
    return begins_early and last_ms + offset_ms <= 0


def _is_clipped(turn: Json, offset_ms: int) -> bool:
    return turn["start_ms"] is not None and turn["start_ms"] + offset_ms < 0 and not _is_early(turn, offset_ms)


def _is_late(turn: Json, offset_ms: int, duration_ms: int | None) -> bool:
    return duration_ms is not None and turn["start_ms"] is not None and turn["start_ms"] + offset_ms >= duration_ms


def _moved(time_ms: int | None, offset_ms: int) -> int | None:
    return None if time_ms is None else max(0, time_ms + offset_ms)


def _warning(turns: Sequence[Json], message: str) -> Json:
    return {"severity": "warning", "where": f"turn {turns[0]['position'] + 1}", "message": message}
