"""How many labels are on turns. Later folders say so here, since none is imported from here."""

from collections import Counter
from collections.abc import Callable, Collection
from uuid import UUID

Counting = Callable[[Collection[UUID]], Counter[UUID]]

_countings: list[Counting] = []
_countings_of_second_looks: list[Counting] = []


def counts_labels(counting: Counting) -> Counting:
    """Register a function that counts what people recorded on each of these turns."""
    _countings.append(counting)
    return counting


def label_counts(turns: Collection[UUID]) -> Counter[UUID]:
    """How many labels there are on each of the turns, retired ones among them."""
    total: Counter[UUID] = Counter()
    for counting in _countings:
        total += counting(turns)
    return total


def counts_second_looks(counting: Counting) -> Counting:
    """Register a function that counts what on each of these turns waits for its rater to look again."""
    _countings_of_second_looks.append(counting)
    return counting


def second_look_counts(turns: Collection[UUID]) -> Counter[UUID]:
    """How many labels on each of the turns wait for a second look, since the turn was changed after them."""
    total: Counter[UUID] = Counter()
    for counting in _countings_of_second_looks:
        total += counting(turns)
    return total
