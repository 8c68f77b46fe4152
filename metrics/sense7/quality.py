"""How well a judge's scores fit people's ratings from 1 to 5."""

from collections.abc import Iterator, Mapping
from itertools import combinations

import numpy as np

from metrics.arrays import BoolArray, FloatArray, IntArray, divide
from metrics.classification import classification_estimates
from metrics.estimate import Estimate
from metrics.intervals import Resamples
from metrics.scales import spearman

LEVELS = ("1", "2", "3", "4", "5")


def judge_quality(ratings: FloatArray, scores: FloatArray, resamples: Resamples) -> dict[str, Estimate]:
    """`spearman`, `accuracy`, `within_1`, `macro_f1` and `mae` of scores against people's mean ratings.

    Accuracy, within-1 and macro-F1 compare levels: both sides are rounded half up. All are of shape (n_units,).
    """
    used = np.ones(len(ratings), dtype=bool)
    estimates = {
        name: resamples.estimate(values, used=used, why_undefined="ratings or scores do not vary")
        for name, values in closeness(ratings, scores, resamples).items()
    }
    f1 = classification_estimates(to_level(ratings) - 1, to_level(scores) - 1, levels=LEVELS, resamples=resamples)
    return estimates | {"macro_f1": f1["macro_f1"]}


def people_quality(ratings: FloatArray, resamples: Resamples) -> dict[str, Estimate]:
    """The same of people among themselves, the mean over pairs of raters: what a judge can hope for.

    Args:
        ratings: shape (n_raters, n_units); NaN where a rater skipped a unit.
    """
    pairs = [closeness(a, b, part) for a, b, part in _pairs(ratings, resamples)]
    used = (~np.isnan(ratings)).sum(axis=0) >= 2
    return {
        name: resamples.estimate(
            defined_mean(np.array([pair[name] for pair in pairs]).reshape(-1, len(resamples.weights))),
            used=used,
            n_raters=len(ratings),
            why_undefined="no two people rated two units in common, or their ratings do not vary",
        )
        for name in ("spearman", "accuracy", "within_1", "mae")
    }


def closeness(ratings: FloatArray, scores: FloatArray, resamples: Resamples) -> dict[str, FloatArray]:
    """`spearman`, `accuracy`, `within_1`, `mae`: one value a row of the resamples, NaN where undefined."""
    apart = np.abs(to_level(ratings) - to_level(scores))
    cells = np.column_stack([apart == 0, apart <= 1, np.abs(ratings - scores), np.ones(len(ratings))])
    same, near, error, n = resamples.totals(cells.astype(np.float64)).T
    # A resample may hold no unit of a small part: 0 / 0, which is undefined, not a fault.
    with np.errstate(invalid="ignore"):
        rank_correlation = spearman(ratings, scores, resamples)
    return {
        "spearman": rank_correlation,
        "accuracy": divide(same, n),
        "within_1": divide(near, n),
        "mae": divide(error, n),
    }


def part_of(resamples: Resamples, units: BoolArray | IntArray) -> Resamples:
    """The same draws, seen by some of the units."""
    return Resamples(resamples.cluster_of_unit[units], resamples.weights, resamples.resampled, resamples.seed)


def to_level(values: FloatArray) -> IntArray:
    """Rounded half up, from 1 to 5."""
    return np.clip(np.floor(values + 0.5), 1, 5).astype(np.int64)


def to_json(estimates: Mapping[str, Estimate]) -> dict[str, dict[str, float | int | str | None]]:
    """Estimates by their names, each by its fields."""
    return {name: estimate.to_json() for name, estimate in estimates.items()}


def _pairs(ratings: FloatArray, resamples: Resamples) -> Iterator[tuple[FloatArray, FloatArray, Resamples]]:
    for a, b in combinations(ratings, 2):
        both = ~np.isnan(a) & ~np.isnan(b)
        if both.sum() > 1:
            yield a[both], b[both], part_of(resamples, both)


def defined_mean(table: FloatArray) -> FloatArray:
    """The mean of each column over the rows that are not NaN; NaN where none is."""
    return divide(np.nansum(table, axis=0), (~np.isnan(table)).sum(axis=0) * 1.0)
