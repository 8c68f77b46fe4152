"""Lines that stand elsewhere in a new transcript, as where two turns changed places. No Django: lines in, pairs out.

Pairs that keep the order of both can't hold them: of two turns that swap, they hold one. The other is found again by
its words, as far as these can mean no other line.
"""

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from annotator.corpus.lines import once_in_both

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
    once = _said_once(old, new)
    return {here: there for here, there in once if len(old[here].words) >= ANYWHERE and paired.get(here) != there}


def told_by_place(
    old: Sequence[Said], new: Sequence[Said], paired: Mapping[int, int], moved: Mapping[int, int]
) -> dict[int, int]:
    """Of the lines that neither `paired` nor `moved` holds, those that went elsewhere, old to new index.

    A short line that passed one other, one that begins when it began, the beginning of one that was cut or joined, and
    the lines beside such a line that went with it.
    """
    search = _Search(old, new, paired, moved)
    search.find_beside()
    search.find_at_the_same_moment()
    search.find_cut_or_joined()
    search.find_neighbours()
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
    """The lines of both transcripts, and which are found so far. Each method finds more of those that are left."""

    def __init__(
        self, old: Sequence[Said], new: Sequence[Said], paired: Mapping[int, int], moved: Mapping[int, int]
    ) -> None:
        self.moved = dict(moved)
        self._old, self._new, self._paired = old, new, paired
        self._gone = set(range(len(old))) - {*paired, *moved}
        self._come = set(range(len(new))) - {*paired.values(), *moved.values()}

    def find_beside(self) -> None:
        """Lines whose words their role says once in both transcripts, and that passed no more than one pair."""
        for here, there in _said_once(self._old, self._new):
            if self._are_left(here, there) and self._n_passed(here, there) <= 1:
                self._add(here, there)

    def find_at_the_same_moment(self) -> None:
        """The same words that begin at about the same time, the nearest of them."""
        places = defaultdict(list)
        for there in self._come:
            places[_key(self._new[there])].append(there)
        apart = [
            (abs(before - after), here, there)
            for here in self._gone
            for there in places[_key(self._old[here])]
            for before, after in [(self._old[here].start_ms, self._new[there].start_ms)]
            if before is not None and after is not None
        ]
        for ms, here, there in sorted(apart):
            if ms <= SAME_MOMENT_MS and self._are_left(here, there):
                self._add(here, there)

    def find_cut_or_joined(self) -> None:
        """Long lines that begin alike and of which one ends where the other goes on."""
        for here, there in once_in_both(_beginnings(self._old, self._gone), _beginnings(self._new, self._come)):
            before, after = f"{self._old[here].words} ", f"{self._new[there].words} "
            if before.startswith(after) or after.startswith(before):
                self._add(here, there)

    def find_neighbours(self) -> None:
        """The same words right beside a line that was moved, before or after it, and so on."""
        for here, there in sorted(self.moved.items()):
            for step in (1, -1):
                before, after = here + step, there + step
                while self._are_left(before, after) and _key(self._old[before]) == _key(self._new[after]):
                    self._add(before, after)
                    before, after = before + step, after + step

    def _add(self, here: int, there: int) -> None:
        self.moved[here] = there
        self._gone.remove(here)
        self._come.remove(there)

    def _are_left(self, here: int, there: int) -> bool:
        return here in self._gone and there in self._come

    def _n_passed(self, here: int, there: int) -> int:
        """How many pairs would be passed by a line that went from one place to the other."""
        return sum((before < here) != (after < there) for before, after in self._paired.items())


def _key(said: Said) -> tuple[str, str]:
    return said.role, said.words


def _said_once(old: Sequence[Said], new: Sequence[Said]) -> list[tuple[int, int]]:
    return once_in_both(enumerate(map(_key, old)), enumerate(map(_key, new)))


def _beginnings(lines: Sequence[Said], left: Iterable[int]) -> Iterator[tuple[int, tuple[str, str]]]:
    """Of the long ones among the lines that are left: index, role, and how they begin."""
    for index in left:
        role, words, _ = lines[index]
        if len(words) >= ANYWHERE:
            yield index, (role, words[:ANYWHERE])
