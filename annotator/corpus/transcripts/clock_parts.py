"""A file's cues on one clock: parts whose clock begins anew are placed one behind the other, single odd times doubted.

The order of the file is evidence: it is given up only where times with an end speak for another.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

from annotator.corpus.transcripts.clock import format_clock
from annotator.corpus.transcripts.model import Cue, Part, Remark, TranscriptRefused
from annotator.corpus.transcripts.options import ReadingOptions

_SHORTEST_STEP_MS = 3_000  # People who speak at once are written down in another order by less.
_SURE_STEP_MS = 60_000
_RISING_CUES = 3
_OVERLAP_MS = 100
_HOUR_MS, _MINUTE_MS = 3_600_000, 60_000
_EARLIEST_HOUR = 8
_QUOTED_CHARACTERS = 80


@dataclass(frozen=True)
class Arranged:
    """The cues that are read, by parts; one part where the clock never begins anew."""

    cues: tuple[list[Cue], ...]
    parts: tuple[Part, ...]
    """Empty where there is but one."""
    remarks: list[Remark]


def arrange(cues: Sequence[Cue], options: ReadingOptions) -> Arranged:
    """Put the cues on one clock, by what a person chose or else by a guess, which is told.

    Raises:
        TranscriptRefused: the part that was chosen is not there.
    """
    remarks: list[Remark] = []
    cut = _parts(cues)
    if options.is_one_clock or len(cut) < 2 or _is_one_conversation(cut):
        is_one_clock = options.is_one_clock or len(cut) > 1
        return Arranged((_in_order(cues, remarks, is_sorted=is_one_clock),), (), remarks)
    if options.part is not None and not 0 <= options.part < len(cut):
        message = f"The file has {len(cut)} parts; part {options.part + 1} was chosen."
        raise TranscriptRefused("no_such_part", message)
    ordered = [_in_order(part, remarks) for part in cut]
    shifts = _shifts(ordered, options.part_starts_ms or ())
    parts = tuple(
        _part(part, shift_ms, is_read=options.part in (None, place))
        for place, (part, shift_ms) in enumerate(zip(ordered, shifts, strict=True))
    )
    remarks += _about(cut, parts, is_one_read=options.part is not None)
    if options.part is not None:
        return Arranged((ordered[options.part],), parts, remarks)
    moved = tuple([_moved(cue, shift_ms) for cue in part] for part, shift_ms in zip(ordered, shifts, strict=True))
    return Arranged(moved, parts, remarks)


def begins_anew(starts: Sequence[int], *, are_sure: Sequence[bool] | None = None) -> list[int]:
    """Where, among times in the file's order, the clock goes back far and goes on from there.

    Args:
        starts: in milliseconds.
        are_sure: whether a program wrote each, which a start with an end tells: one typed by hand may alone be wrong.
    """
    places: list[int] = []
    begun, first, latest = 0, starts[0] if starts else 0, starts[0] if starts else 0
    for place in range(1, len(starts)):
        back = latest - starts[place]
        is_step = starts[place] < starts[place - 1] and back >= _SHORTEST_STEP_MS and place - begun > 1
        if is_step and _goes_on(starts, place, latest, is_sure=are_sure is not None and are_sure[place]):
            following = starts[place : place + _RISING_CUES]
            is_long_rise = len(following) == _RISING_CUES and sorted(following) == following and following[-1] < latest
            if back * 2 >= latest - first or (back >= _SURE_STEP_MS and is_long_rise):
                places.append(place)
                begun, first, latest = place, starts[place], starts[place]
        latest = max(latest, starts[place])
    return places


def _goes_on(starts: Sequence[int], place: int, latest: int, *, is_sure: bool) -> bool:
    """Whether the next time rises from this one; beyond the latest it does so too if this one alone is wrong."""
    return place + 1 < len(starts) and starts[place] <= starts[place + 1] and (is_sure or starts[place + 1] < latest)


def _parts(cues: Sequence[Cue]) -> list[list[Cue]]:
    timed = [(index, cue.start_ms, cue.end_ms) for index, cue in enumerate(cues) if cue.start_ms is not None]
    anew = begins_anew([start_ms for _, start_ms, _ in timed], are_sure=[end_ms is not None for *_, end_ms in timed])
    bounds = [timed[place][0] for place in anew]
    return [list(cues[begin:end]) for begin, end in pairwise([0, *bounds, len(cues)])]


def _is_one_conversation(parts: Sequence[Sequence[Cue]]) -> bool:
    """Whether each part is another speaker's, or they fit into each other's pauses: written one after the other."""
    voices = [{cue.speaker for cue in part} for part in parts]
    if not any(None in each for each in voices):
        return all(one.isdisjoint(other) for one, other in combinations(voices, 2))
    cues = [cue for part in parts for cue in part]
    spans = sorted((cue.start_ms, cue.end_ms) for cue in cues if cue.start_ms is not None and cue.end_ms is not None)
    is_apart = all(start_ms + _OVERLAP_MS >= end_ms for (_, end_ms), (start_ms, _) in pairwise(spans))
    return not any(cue.speaker for cue in cues) and len(spans) == len(cues) and is_apart


def _shifts(parts: Sequence[Sequence[Cue]], chosen: Sequence[int]) -> list[int]:
    """What to add to each part's times: as chosen, or as clocks go round, or else so that it follows at once."""
    shifts = [0]
    for place, (before, part) in enumerate(pairwise(parts)):
        if place < len(chosen):
            shifts.append(chosen[place])
            continue
        first_ms, begins_ms, latest_ms = _first(before), _first(part), _latest(before)
        round_ms = _past_noon(first_ms, _latest_start(before), begins_ms) or _past_an_hour(latest_ms, begins_ms)
        shifts.append(shifts[-1] + (round_ms or latest_ms))
    return shifts


def _past_noon(first_ms: int, latest_ms: int, begins_ms: int) -> int | None:
    """Half a day, or a whole one past midnight, where the times are of a day; "12:59" may be hours or minutes."""
    for hour_ms in (_HOUR_MS, _MINUTE_MS):
        for noon, half_day in ((12, 12), (23, 24)):
            before, after = latest_ms // hour_ms, begins_ms // hour_ms
            is_at_noon = before == noon and after == (noon + 1) % half_day and first_ms >= _EARLIEST_HOUR * hour_ms
            if is_at_noon and begins_ms + half_day * hour_ms >= latest_ms:
                return half_day * hour_ms
    return None


def _past_an_hour(latest_ms: int, begins_ms: int) -> int | None:
    """An hour, where a clock of minutes and seconds alone goes on from 59:40 to 0:10."""
    is_past = latest_ms < _HOUR_MS and latest_ms // _MINUTE_MS == 59 and begins_ms < _MINUTE_MS
    return _HOUR_MS if is_past else None


def _about(cut: Sequence[Sequence[Cue]], parts: Sequence[Part], *, is_one_read: bool) -> Iterator[Remark]:
    for before, part, told in zip(cut, cut[1:], parts[1:], strict=False):
        begins = next(cue for cue in part if cue.start_ms is not None)
        message = (
            f"The clock begins anew here, at {format_clock(begins.start_ms or 0)} "
            f"(“{begins.text[:_QUOTED_CHARACTERS]}”), after "
            f"{format_clock(_latest_start(before))}: this is another part."
        )
        if not is_one_read:
            message += (
                f" It was placed behind the one before, {format_clock(told.starts_ms)} added to its times, which is a "
                "guess. Say when it begins, or read one part alone and the other as a session of its own."
            )
        yield Remark("warning", begins.where, message)
    if is_one_read:
        number = next(place for place, part in enumerate(parts, start=1) if part.is_read)
        yield Remark("warning", "", f"Part {number} of {len(parts)} was read; the others were left out.")


def _part(cues: Sequence[Cue], starts_ms: int, *, is_read: bool) -> Part:
    sample = cues[0].text[:_QUOTED_CHARACTERS]
    return Part(cues[0].where, len(cues), _first(cues), _latest(cues), starts_ms, sample, is_read)


def _first(cues: Sequence[Cue]) -> int:
    return next((cue.start_ms for cue in cues if cue.start_ms is not None), 0)


def _latest_start(cues: Sequence[Cue]) -> int:
    return max((cue.start_ms for cue in cues if cue.start_ms is not None), default=0)


def _latest(cues: Sequence[Cue]) -> int:
    return max([_latest_start(cues), *(cue.end_ms for cue in cues if cue.end_ms is not None)])


def _moved(cue: Cue, shift_ms: int) -> Cue:
    start_ms, end_ms = (None if time is None else max(0, time + shift_ms) for time in (cue.start_ms, cue.end_ms))
    return replace(cue, start_ms=start_ms, end_ms=end_ms)


def _in_order(cues: Sequence[Cue], remarks: list[Remark], *, is_sorted: bool = False) -> list[Cue]:
    """Sort cues with ends by time; a start alone that is out of order is doubted, and the order of the file kept."""
    kept = list(cues) if is_sorted else _without_odd_starts(cues, remarks)
    # A cue without a time goes with the one before it.
    keys: list[int] = []
    for cue in kept:
        keys.append(cue.start_ms if cue.start_ms is not None else keys[-1] if keys else 0)
    order = sorted(range(len(kept)), key=keys.__getitem__)
    moved = [kept[index].where for place, index in enumerate(order) if place != index]
    if moved:
        message = f"The cues are not in order of time and were sorted; {len(moved)} changed place."
        remarks.append(Remark("warning", moved[0], message))
    return [kept[index] for index in order]


def _without_odd_starts(cues: Sequence[Cue], remarks: list[Remark]) -> list[Cue]:
    rising = _longest_rise([cue.start_ms for cue in cues])
    kept: list[Cue] = []
    for index, cue in enumerate(cues):
        is_odd = index not in rising and cue.start_ms is not None and cue.end_ms is None
        if is_odd:
            time = format_clock(cue.start_ms or 0)
            message = f"The time {time} is out of order; the file's order was kept and the time left out."
            remarks.append(Remark("warning", cue.where, message))
        kept.append(replace(cue, start_ms=None) if is_odd else cue)
    return kept


def _longest_rise(starts: Sequence[int | None]) -> set[int]:
    """Places of the most times that never go back; of two that would do, the earlier is among them."""
    timed = [(index, start_ms) for index, start_ms in enumerate(starts) if start_ms is not None]
    # From the end, so that of 9 and 8 before 20 the 9 is kept.
    falls: list[int] = []
    at: list[int] = []
    after: dict[int, int | None] = {}
    for index, start_ms in reversed(timed):
        length = bisect_right(falls, -start_ms)
        falls[length : length + 1] = [-start_ms]
        at[length : length + 1] = [index]
        after[index] = at[length - 1] if length else None
    rise: set[int] = set()
    place = at[-1] if at else None
    while place is not None:
        rise.add(place)
        place = after[place]
    return rise
