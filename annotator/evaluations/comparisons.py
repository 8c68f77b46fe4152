"""Which runs are compared: those of one release that differ in nothing but what the model was given.

It does not matter whether one click started them. A run that failed or was cancelled is not among them; of an arm that
was repeated, the run that finished latest counts.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from django.db.models import QuerySet

from annotator.evaluations.selectors import NOT_LISTED
from annotator.runs.models import Run
from annotator.runs.presets import ABLATION_NAMES
from annotator.wording import listed
from training.config import Ablation

_ARMS = list(ABLATION_NAMES)


@dataclass(frozen=True)
class Comparison:
    """One run for each arm, and those that were repeated."""

    runs: tuple[Run, ...]
    """In the order of arms: finished, or else waiting or going on. A repeated run comes last on its own page."""
    repeated: tuple[Run, ...]
    """Finished runs in whose place a later one of the same arm is compared."""

    @property
    def names(self) -> dict[int, str]:
        """What the model was given, by the run's id."""
        return {run.pk: arm_name(run, is_repeated=run in self.repeated) for run in self.runs}

    @property
    def note(self) -> str:
        """Which runs were repeated, in sentences; empty where none was."""
        return " ".join(self._repeats())

    def _repeats(self) -> Iterator[str]:
        for run in self.runs:
            before = [str(each.number) for each in self.repeated if _arm(each) == _arm(run)]
            if before and run not in self.repeated:
                earlier = f"run{'' if len(before) == 1 else 's'} {listed(before)}"
                yield f"Run {run.number} repeats {earlier}, and the latest counts in this comparison."


def comparison_of(run: Run) -> Comparison:
    """The comparison that the run belongs to, or would belong to if it had not stopped."""
    found = _compared(each for each in _candidates([run]).defer(*NOT_LISTED) if _likeness(each) == _likeness(run))
    runs = (*found.runs, run) if run in found.repeated else found.runs
    whole = _candidates([run]).in_bulk([each.pk for each in runs])  # The figures of these alone, which are large.
    return replace(found, runs=tuple(whole[each.pk] for each in runs))


def arm_name(run: Run, *, is_repeated: bool = False) -> str:
    """`words only`; `words only, run 2` where a later run counts for the arm."""
    name = ABLATION_NAMES[_arm(run)]
    return f"{name}, run {run.number}" if is_repeated else name


@dataclass(frozen=True)
class Place:
    """Where a run is among others, by their numbers."""

    compared_with: tuple[int, ...] = ()
    repeated_by: int | None = None


def places_of(runs: Collection[Run]) -> dict[int, Place]:
    """For each of these runs, by its id, which others it is compared with, or which run counts in its stead."""
    alike: dict[str, list[Run]] = defaultdict(list)
    for each in _candidates(runs).defer(*NOT_LISTED):
        alike[_likeness(each)].append(each)
    compared = {likeness: _compared(candidates) for likeness, candidates in alike.items()}
    return {run.pk: place_of(run, compared[_likeness(run)]) for run in runs}


def place_of(run: Run, comparison: Comparison) -> Place:
    """Its place among those alike; alone where it has stopped."""
    if run in comparison.repeated:
        return Place(repeated_by=next(each.number for each in comparison.runs if _arm(each) == _arm(run)))
    if run not in comparison.runs:
        return Place()
    return Place(compared_with=tuple(sorted(each.number for each in comparison.runs if each != run)))


def _candidates(runs: Collection[Run]) -> QuerySet[Run]:
    releases = {run.release_id for run in runs}
    every = Run.objects.filter(release__in=releases).select_related("release__study", "job", "evaluation")
    return every.order_by("number")


def _compared(alike: Iterable[Run]) -> Comparison:
    by_arm: dict[Ablation, list[Run]] = defaultdict(list)
    for run in alike:
        by_arm[_arm(run)].append(run)
    chosen, repeated = [], []
    for arm in sorted(by_arm, key=_ARMS.index):
        done = sorted(filter(_is_done, by_arm[arm]), key=lambda run: (run.finished_at or run.created_at, run.number))
        go_on = [run for run in by_arm[arm] if not run.has_ended]
        chosen += done[-1:] or go_on[-1:]
        repeated += done[:-1]
    return Comparison(tuple(chosen), tuple(repeated))


def _is_done(run: Run) -> bool:
    return run.state == Run.State.SUCCEEDED and hasattr(run, "evaluation")


def _likeness(run: Run) -> str:
    """What runs that are compared share: their release, and every setting but the arm, the seed among them.

    By the settings as they were written: a run of a version that knew fewer was trained in another way.
    """
    settings = {name: value for name, value in run.config.items() if name != "ablation"}
    return f"{run.release_id} {json.dumps(settings, sort_keys=True)}"


def _arm(run: Run) -> Ablation:
    arm: Ablation = run.config["ablation"]
    return arm
