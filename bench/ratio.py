"""What a benchmark answers with."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True, kw_only=True)
class Ratio:
    """How many times faster, dearer or larger one thing is than another, and how many times it should be."""

    name: str
    value: float
    target: float
    at_most: bool = False
    """Whether the target is a ceiling; else it is a floor."""
    detail: str
    """The two measured figures, with their units."""

    @property
    def is_met(self) -> bool:
        return self.value <= self.target if self.at_most else self.value >= self.target


def cpu_seconds(work: Callable[[], object], *, repeats: int = 1) -> float:
    """Processor time of the cheapest of `repeats` runs, that of child processes included: others on the machine count
    less in it than in what a clock shows."""
    spent = []
    for _ in range(repeats):
        before = os.times()
        work()
        spent.append(sum(os.times()[:4]) - sum(before[:4]))
    return min(spent)


def seconds(work: Callable[[], object], *, repeats: int = 1) -> float:
    """The quickest of `repeats` runs: other processes only ever add to a time."""
    times = []
    for _ in range(repeats):
        started = perf_counter()
        work()
        times.append(perf_counter() - started)
    return min(times)
