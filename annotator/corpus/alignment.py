"""Which turn of an old transcript is which turn of a new one. No Django: lines in, pairs out.

Each possible pair has a likeness, from the words by their letter triples and from the time. Of all ways to pair the two
transcripts without crossing, the one with the greatest sum is taken (Needleman and Wunsch, 1970), and a pair counts
only by what it has above `ENOUGH`, so two lines with little in common stay apart: one is gone, the other new. Lines
that certainly went elsewhere (`moves.py`) are paired first, and the others then without them.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby, pairwise
from statistics import median

import numpy as np

from annotator.corpus.likeness import NEAR_MS, FloatMatrix, likeness
from annotator.corpus.lines import Line, once_in_both, same_words
from annotator.corpus.moves import Said, out_of_order, told_by_place, told_by_words

ENOUGH = 0.45
"""The likeness, 0 to 1, above which two lines are one turn: as for the same moment with wholly other words."""
ENOUGH_IN_PLACE = 0.25
"""The same where lines have no times and both stand alone between the same neighbours. Of two lines of a real session
(MIBot) 95 in 100 are less alike, and of lines of which a quarter of the words were heard otherwise none."""
STRAYS_MS = 2 * NEAR_MS
"""Words as short and frequent as "Mm-hm." that went further than the turns around them are others."""
MOST_CELLS = 30_000_000
"""Pairs that are compared at once; about 5,500 turns against as many that are all different."""

_SAME_MOMENT_MS = 250
_FAR_COSTS = 1e-4  # Of likeness, from one end of a stretch to the other: it decides where nothing else does.
_TELLING_LENGTH = 12  # Characters; shorter texts, such as "mm-hm", say little about where a turn went.


class AlignmentTooLarge(Exception):
    """The two transcripts are too long and too different to be compared."""


@dataclass(frozen=True)
class Pair:
    """One turn before and after, by index; None where it is new or gone."""

    old: int | None
    new: int | None
    is_moved: bool = False
    """Whether it passed others, which kept their order."""


def align(old: Sequence[Line], new: Sequence[Line]) -> list[Pair]:
    """Pair the lines of two transcripts, each line once, in the order of the new one; what is gone stands where it was.

    Raises:
        AlignmentTooLarge: more than `MOST_CELLS` comparisons in one stretch without a common line.
    """
    told_ms = _common_shift_ms(old, new)
    pairs = _in_order(old, new, told_ms)
    shift_ms = _shift_of(old, new, pairs) if told_ms is None else told_ms
    before, after = [_said(line, shift_ms) for line in old], [_said(line, 0) for line in new]
    moved: dict[int, int] = {}
    while more := told_by_words(before, after, _found(pairs) | moved):
        moved |= more
        stayed, come = sorted(set(range(len(old))) - set(moved)), sorted(set(range(len(new))) - set(moved.values()))
        rest = _in_order([old[here] for here in stayed], [new[there] for there in come], told_ms)
        pairs = _placed(rest, stayed, come)
    return _with_moves(pairs, told_by_place(before, after, _found(pairs), moved))


def _common_shift_ms(old: Sequence[Line], new: Sequence[Line]) -> int | None:
    """By how much the new times lie behind the old ones, as the texts tell that stand in both once.

    None where no text tells it.
    """
    telling = [Pair(here, there) for here, there in _same_once(old, new) if _is_telling(old[here])]
    return _shift_of(old, new, telling) if telling else None


def _in_order(old: Sequence[Line], new: Sequence[Line], told_ms: int | None) -> list[Pair]:
    """The pairs that don't cross; `told_ms` is the shift that the texts tell, if they do."""
    return list(_without_strays(old, new, _by_time_or_order(old, new, told_ms)))


def _without_strays(old: Sequence[Line], new: Sequence[Line], pairs: Sequence[Pair]) -> Iterator[Pair]:
    """The pairs but those of short words that recur, as "Mm-hm.", which went elsewhere than what surrounds them."""
    once = {here for here, _ in _same_once(old, new)}
    shifts = [next(iter(_shifts(old, new, [pair])), None) for pair in pairs]
    telling = [
        shift_ms if pair.old is not None and (pair.old in once or _is_telling(old[pair.old])) else None
        for pair, shift_ms in zip(pairs, shifts, strict=True)
    ]
    before = accumulate(telling, _latest)
    after = list(accumulate(reversed(telling), _latest))[::-1]
    for pair, shift_ms, *around in zip(pairs, shifts, before, after, strict=True):
        apart_ms = [abs(shift_ms - each) for each in around if shift_ms is not None and each is not None]
        if min(apart_ms, default=0) <= STRAYS_MS:
            yield pair
        else:
            yield from (Pair(pair.old, None), Pair(None, pair.new))


def _latest(before: int | None, here: int | None) -> int | None:
    return before if here is None else here


def _by_time_or_order(old: Sequence[Line], new: Sequence[Line], told_ms: int | None) -> list[Pair]:
    by_time = _pairs_about(old, new, told_ms or 0)
    if told_ms is not None:
        return by_time
    # No text tells a place, as in "Mhm." a hundred times. Where the whole file was moved, the order alone tells by how
    # much; it is believed where more lines then come to lie on each other.
    untimed = [[replace(line, start_ms=None, end_ms=None) for line in lines] for lines in (old, new)]
    by_order = _pairs_about(old, new, _shift_of(old, new, _pairs_at(untimed[0], untimed[1], 0)))
    return max(by_time, by_order, key=lambda pairs: _nearness(old, new, pairs))


def _said(line: Line, shift_ms: int) -> Said:
    return Said(line.role, same_words(line.text), None if line.start_ms is None else line.start_ms + shift_ms)


def _found(pairs: Sequence[Pair]) -> dict[int, int]:
    return {pair.old: pair.new for pair in pairs if pair.old is not None and pair.new is not None}


def _with_moves(pairs: Sequence[Pair], moved: Mapping[int, int]) -> list[Pair]:
    """All pairs, those that were moved at their new places, and what is gone right after what it came after."""
    passed, found = out_of_order(_found(pairs), moved), {**_found(pairs), **moved}
    stayed, arrived = sorted(set(found) - passed), set(found.values())
    places = [(there, 0, Pair(here, there, here in passed)) for here, there in found.items()]
    places += [(pair.new, 0, pair) for pair in pairs if pair.new is not None and pair.new not in arrived]
    for here in sorted(pair.old for pair in pairs if pair.old is not None and pair.old not in found):
        n_before = bisect_left(stayed, here)
        places.append((found[stayed[n_before - 1]] if n_before else -1, 1, Pair(here, None)))
    return [pair for *_, pair in sorted(places, key=lambda place: place[:2])]


def _pairs_about(old: Sequence[Line], new: Sequence[Line], shift_ms: int) -> list[Pair]:
    """The pairs for about that shift, which they themselves say more exactly where no text stayed as it was."""
    pairs = _pairs_at(old, new, shift_ms)
    seen_ms = _shift_of(old, new, pairs)
    return pairs if abs(seen_ms - shift_ms) <= _SAME_MOMENT_MS else _pairs_at(old, new, seen_ms)


def _nearness(old: Sequence[Line], new: Sequence[Line], pairs: Sequence[Pair]) -> float:
    """How near in time the pairs lie when the new times are moved by what they have in common, summed."""
    shifts = _shifts(old, new, pairs)
    common = median(shifts) if shifts else 0
    return sum(max(0.0, 1 - abs(shift - common) / NEAR_MS) for shift in shifts)


def _pairs_at(old: Sequence[Line], new: Sequence[Line], shift_ms: int) -> list[Pair]:
    """The pairs when new times lie `shift_ms` behind old ones, a stretch between two certain pairs at a time."""
    pairs: list[Pair] = []
    ends = [*_anchors(old, new, shift_ms), (len(old), len(new))]
    for (old_from, new_from), (old_to, new_to) in pairwise([(-1, -1), *ends]):
        stretch = _aligned(old[old_from + 1 : old_to], new[new_from + 1 : new_to], shift_ms)
        pairs += _placed(stretch, range(old_from + 1, old_to), range(new_from + 1, new_to))
        if old_to < len(old):
            pairs.append(Pair(old_to, new_to))
    return pairs


def _shift_of(old: Sequence[Line], new: Sequence[Line], pairs: Sequence[Pair]) -> int:
    """The median of how far the new times of these pairs lie behind the old ones; 0 where none has both."""
    shifts = _shifts(old, new, pairs)
    return round(median(shifts)) if shifts else 0


def _shifts(old: Sequence[Line], new: Sequence[Line], pairs: Sequence[Pair]) -> list[int]:
    return [
        there - here
        for pair in pairs
        if pair.old is not None and pair.new is not None
        for here, there in [(old[pair.old].start_ms, new[pair.new].start_ms)]
        if here is not None and there is not None
    ]


def _aligned(old: Sequence[Line], new: Sequence[Line], shift_ms: int) -> list[Pair]:
    """The pairs of one stretch, all of its lines compared with all."""
    if not old or not new:
        return [*(Pair(index, None) for index in range(len(old))), *(Pair(None, index) for index in range(len(new)))]
    if len(old) * len(new) > MOST_CELLS:
        raise AlignmentTooLarge
    alike = likeness(old, new, shift_ms=shift_ms)
    # Of ways that are as good, the one that moves lines least, as in "A, B, C" that became "C, B, A".
    far = np.abs(np.arange(len(old))[:, None] - np.arange(len(new))[None, :]) / max(len(old), len(new))
    path = _best_path(alike - np.float32(ENOUGH) - far.astype(np.float32) * np.float32(_FAR_COSTS))
    return list(_with_those_in_place(old, new, path, alike))


def _with_those_in_place(
    old: Sequence[Line], new: Sequence[Line], path: Iterable[Pair], alike: FloatMatrix
) -> Iterator[Pair]:
    """The path, with lines without times paired too that stand between the same neighbours and are a little alike."""
    for is_paired, group in groupby(path, key=lambda pair: pair.old is not None and pair.new is not None):
        pairs = list(group)
        gone = [pair.old for pair in pairs if pair.old is not None]
        come = [pair.new for pair in pairs if pair.new is not None]
        are_as_many = [old[here].role for here in gone] == [new[there].role for there in come]
        if is_paired or not are_as_many:
            yield from pairs
            continue
        for here, there in zip(gone, come, strict=True):
            is_timed = old[here].start_ms is not None and new[there].start_ms is not None
            if is_timed or alike[here, there] < ENOUGH_IN_PLACE:
                yield from (Pair(here, None), Pair(None, there))
            else:
                yield Pair(here, there)


def _best_path(gains: FloatMatrix) -> Iterator[Pair]:
    """The pairs with the greatest sum of gains that do not cross. Leaving a line alone gains nothing."""
    n_old, n_new = gains.shape
    best = np.zeros((n_old + 1, n_new + 1), np.float32)
    for row in range(n_old):
        paired = best[row, :-1] + gains[row]
        best[row + 1, 1:] = np.maximum.accumulate(np.maximum(paired, best[row, 1:]))
    backwards: list[Pair] = []
    row, column = n_old, n_new
    while row or column:
        here = best[row, column]
        if row and column and here == best[row - 1, column - 1] + gains[row - 1, column - 1]:
            row, column = row - 1, column - 1
            backwards.append(Pair(row, column))
        elif column and here == best[row, column - 1]:
            column -= 1
            backwards.append(Pair(None, column))
        else:
            row -= 1
            backwards.append(Pair(row, None))
    return reversed(backwards)


def _anchors(old: Sequence[Line], new: Sequence[Line], shift_ms: int) -> list[tuple[int, int]]:
    """Lines that nobody would pair otherwise: the same words once in each, by the same role, at the same moment."""
    found: list[tuple[int, int]] = []
    for here, there in _same_once(old, new):
        before, after = old[here].start_ms, new[there].start_ms
        is_same_moment = before is not None and after is not None and abs(before + shift_ms - after) <= _SAME_MOMENT_MS
        is_after = not found or there > found[-1][1]
        if is_same_moment and is_after and old[here].role == new[there].role:
            found.append((here, there))
    return found


def _same_once(old: Sequence[Line], new: Sequence[Line]) -> list[tuple[int, int]]:
    """Lines whose words stand in one line of each transcript alone, whoever says them."""
    return once_in_both(*(enumerate(same_words(line.text) for line in lines) for lines in (old, new)))


def _is_telling(line: Line) -> bool:
    return len(same_words(line.text)) >= _TELLING_LENGTH


def _placed(pairs: Iterable[Pair], old_places: Sequence[int], new_places: Sequence[int]) -> list[Pair]:
    """Pairs of a part of the lines, by the indexes that these have in the whole."""
    return [
        Pair(None if pair.old is None else old_places[pair.old], None if pair.new is None else new_places[pair.new])
        for pair in pairs
    ]
