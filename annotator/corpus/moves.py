"""Lines that stand elsewhere in a new transcript, as where two turns changed places. No Django: lines in, pairs out.

Pairs that keep the order of both can't hold them: of two turns that swap, they hold one. The other is found again by
its words, as far as these can mean no other line.
"""

from bisect import bisect_left, insort
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

ANYWHERE = 20
"""Characters. Words as long as these that one role says once in both are one line, however far it went: in the 40
sessions of MIBot, which have one course, no two clients said as much in the same words."""
SAME_MOMENT_MS = 1_000
"""Where two people speak at once, either may come first, and each still begins about when it began."""


class Said(NamedTuple):
    """A line as its new place is looked for."""

    role: str
    words: str
    start_ms: int | None
    """On the clock of both transcripts."""


def told_by_words(old: Sequence[Said], new: Sequence[Said], paired: Mapping[int, int]) -> dict[int, int]:
    """Lines of long words that their role says once in both and that `paired` holds apart, old to new index."""
    once = _only_ones(dict(enumerate(map(_key, old))), dict(enumerate(map(_key, new))))
    return {here: there for here, there in once if len(old[here].words) >= ANYWHERE and paired.get(here) != there}


def told_by_place(
    old: Sequence[Said], new: Sequence[Said], paired: Mapping[int, int], moved: Mapping[int, int]
) -> dict[int, int]:
    """Of the lines that neither `paired` nor `moved` holds, those that went elsewhere, old to new index.

    A short line that passed one other, one that begins when it began, the beginning of one that was cut or joined, and
    the lines beside such a line that went with it.
    """
    search = _Search(old, new, paired, moved)
    search.add(search.beside())
    search.add(search.at_the_same_moment())
    search.add(search.cut_or_joined())
    search.add_neighbours()
    return search.moved


def out_of_order(paired: Mapping[int, int], moved: Mapping[int, int]) -> set[int]:
    """Of the lines that were moved, by old index, those that passed another; the rest have the place they had."""
    chain = sorted((here, there) for here, there in paired.items() if here not in moved)
    passed = set()
    for here, there in sorted(moved.items()):
        place = bisect_left(chain, (here, there))
        if (place == 0 or chain[place - 1][1] < there) and (place == len(chain) or there < chain[place][1]):
            insort(chain, (here, there))
        else:
            passed.add(here)
    return passed


class _Search:
    """The lines of both transcripts, and which are found so far."""

    def __init__(
        self, old: Sequence[Said], new: Sequence[Said], paired: Mapping[int, int], moved: Mapping[int, int]
    ) -> None:
        self.moved = dict(moved)
        self._old, self._new, self._paired = old, new, paired
        taken = {*paired.values(), *moved.values()}
        self._gone = [here for here in range(len(old)) if here not in paired and here not in moved]
        self._come = [there for there in range(len(new)) if there not in taken]

    def add(self, pairs: Iterable[tuple[int, int]]) -> None:
        self.moved |= pairs
        taken = set(self.moved.values())
        self._gone = [here for here in self._gone if here not in self.moved]
        self._come = [there for there in self._come if there not in taken]

    def beside(self) -> list[tuple[int, int]]:
        """Lines whose words their role says once in both transcripts, and that passed no more than one pair."""
        once = _only_ones(dict(enumerate(map(_key, self._old))), dict(enumerate(map(_key, self._new))))
        gone, come = set(self._gone), set(self._come)
        return [
            (here, there) for here, there in once if here in gone and there in come and self._n_passed(here, there) <= 1
        ]

    def at_the_same_moment(self) -> list[tuple[int, int]]:
        """The same words that begin at about the same time, the nearest of them."""
        places: dict[tuple[str, str], list[int]] = {}
        for there in self._come:
            places.setdefault(_key(self._new[there]), []).append(there)
        apart = [
            (abs(before - after), here, there)
            for here in self._gone
            for there in places.get(_key(self._old[here]), [])
            for before, after in [(self._old[here].start_ms, self._new[there].start_ms)]
            if before is not None and after is not None
        ]
        found: dict[int, int] = {}
        for ms, here, there in sorted(apart):
            if ms <= SAME_MOMENT_MS and here not in found and there not in found.values():
                found[here] = there
        return list(found.items())

    def cut_or_joined(self) -> list[tuple[int, int]]:
        """Long lines that begin alike and of which one ends where the other goes on."""
        begins = [
            {
                index: (lines[index].role, words[:ANYWHERE])
                for index in left
                if len(words := lines[index].words) >= ANYWHERE
            }
            for lines, left in ((self._old, self._gone), (self._new, self._come))
        ]
        return [
            (here, there)
            for here, there in _only_ones(*begins)
            for before, after in [(f"{self._old[here].words} ", f"{self._new[there].words} ")]
            if before.startswith(after) or after.startswith(before)
        ]

    def add_neighbours(self) -> None:
        """The same words right beside a line that was moved, before or after it, and so on."""
        gone, come = set(self._gone), set(self._come)
        for here, there in sorted(self.moved.items()):
            for step in (1, -1):
                before, after = here + step, there + step
                while before in gone and after in come and _key(self._old[before]) == _key(self._new[after]):
                    self.moved[before] = after
                    gone.remove(before)
                    come.remove(after)
                    before, after = before + step, after + step

    def _n_passed(self, here: int, there: int) -> int:
        """How many pairs would be passed by a line that went from one place to the other."""
        return sum((before < here) != (after < there) for before, after in self._paired.items())


def _key(said: Said) -> tuple[str, str]:
    return said.role, said.words


def _only_ones(old: Mapping[int, tuple[str, str]], new: Mapping[int, tuple[str, str]]) -> list[tuple[int, int]]:
    """The indexes of what stands once in both."""
    places = [_single(old), _single(new)]
    return [(here, places[1][key]) for key, here in places[0].items() if key in places[1]]


def _single(keys: Mapping[int, tuple[str, str]]) -> dict[tuple[str, str], int]:
    places: dict[tuple[str, str], int | None] = {}
    for index, key in keys.items():
        places[key] = None if key in places else index
    return {key: index for key, index in places.items() if index is not None}
