"""Krippendorff's alpha: agreement of any number of raters beyond chance, with gaps allowed.

At most 1: 1 is perfect, 0 is chance, below 0 is systematic disagreement. Every function returns one value a row of
the resamples, NaN where no unit has two ratings or all paired ratings are equal.

Source: Krippendorff (2019), Content Analysis, 4th ed., ch. 12.
"""

import numpy as np

from metrics.arrays import ROUNDING, FloatArray, divide
from metrics.intervals import Resamples


def alpha_of_levels(counts: FloatArray, resamples: Resamples, *, ordinal: bool) -> FloatArray:
    """Alpha from how many raters gave each unit each level, shape (n_units, n_levels); nominal unless `ordinal`."""
    coincidences = resamples.totals(_coincidences(counts))
    marginals = coincidences.sum(axis=2)
    if ordinal:
        # The distance of two levels is the number of ratings between their middles, in each resample its own.
        middles = marginals.cumsum(axis=1) - marginals / 2
        distances = (middles[:, :, None] - middles[:, None, :]) ** 2
    else:
        distances = 1 - np.eye(counts.shape[1])
    observed = (coincidences * distances).sum(axis=(1, 2))
    expected = (marginals[:, :, None] * marginals[:, None, :] * distances).sum(axis=(1, 2))
    return _alpha(observed=observed, expected=expected, n_values=marginals.sum(axis=1))


def alpha_of_intervals(values: FloatArray, resamples: Resamples) -> FloatArray:
    """Alpha with squared distances, from values of shape (n_raters, n_units) with NaN where a rating is missing.

    Sums of values and of squares say all there is to know, so any number of distinct values costs the same.
    """
    centred = values - np.nanmin(values)  # Far from 0, squares would lose the digits that differ.
    n, paired = _paired(centred)
    sums, squares = np.nansum(paired, axis=0), np.nansum(paired**2, axis=0)
    within = np.nan_to_num(divide(2 * n * squares - 2 * sums**2, n - 1.0))
    n_values, sums, squares, observed = resamples.totals(np.column_stack([n, sums, squares, within])).T
    expected = 2 * n_values * squares - 2 * sums**2
    expected = np.where(expected > ROUNDING * n_values * squares, expected, 0.0)
    return _alpha(observed=observed, expected=expected, n_values=n_values)


def alpha_of_ratios(values: FloatArray, resamples: Resamples) -> FloatArray:
    """Alpha with distances ((a - b) / (a + b))^2, from values of shape (n_raters, n_units), 0 or more, NaN for gaps."""
    n, paired = _paired(values)
    between_raters = np.nansum(_ratio_distances(paired, paired), axis=(0, 1))
    within = np.nan_to_num(divide(between_raters, n - 1.0))
    distinct = np.unique(paired[~np.isnan(paired)])
    marginals = resamples.totals((paired[:, :, None] == distinct).sum(axis=0) * 1.0)
    expected = (marginals @ _ratio_distances(distinct, distinct) * marginals).sum(axis=1)
    return _alpha(observed=resamples.totals(within), expected=expected, n_values=marginals.sum(axis=1))


def _coincidences(counts: FloatArray) -> FloatArray:
    """Pairs of values within each unit, each weighing 1 / (ratings - 1); shape (n_units, n_levels, n_levels)."""
    n_ratings = counts.sum(axis=1)
    pairs = counts[:, :, None] * counts[:, None, :] - counts[:, :, None] * np.eye(counts.shape[1])
    return np.nan_to_num(divide(pairs, (n_ratings - 1).clip(min=0)[:, None, None]))


def _paired(values: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Ratings of each unit and the values, both without the units that have one rating only."""
    n = (~np.isnan(values)).sum(axis=0)
    return np.where(n > 1, n, 0) * 1.0, np.where(n > 1, values, np.nan)


def _ratio_distances(left: FloatArray, right: FloatArray) -> FloatArray:
    difference = left[:, None] - right[None, :]
    return np.where(difference == 0, 0.0, divide(difference, left[:, None] + right[None, :]) ** 2)


def _alpha(*, observed: FloatArray, expected: FloatArray, n_values: FloatArray) -> FloatArray:
    return 1 - divide(observed * (n_values - 1), expected)
