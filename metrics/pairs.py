"""Agreement of named raters: Cohen's kappa of a pair, and what is made of all pairs.

Sources: Cohen (1960, 1968); Light (1971); Conger (1980) as generalised to gaps by Gwet (2014), ch. 2.
"""

import numpy as np

from metrics.arrays import FloatArray, beyond_chance, divide
from metrics.intervals import Resamples
from metrics.nominal import percent


def cohen_kappa(first: FloatArray, second: FloatArray, resamples: Resamples, *, closeness: FloatArray) -> FloatArray:
    """Kappa of two raters over the units that both rated, one value a row of the resamples.

    Args:
        first, second: shape (n_units,), level numbers, NaN where missing.
        closeness: shape (n_levels, n_levels); the identity for Cohen's kappa, quadratic for the weighted one.
    """
    n_levels = len(closeness)
    both = np.flatnonzero(~np.isnan(first + second))
    codes = (first[both] * n_levels + second[both]).astype(np.int64)
    table = resamples.of_units(both).counts(codes, n_levels**2).reshape(-1, n_levels, n_levels)
    n = table.sum(axis=(1, 2))
    observed = divide((table * closeness).sum(axis=(1, 2)), n)
    rows, columns = table.sum(axis=2), table.sum(axis=1)
    expected = divide((rows @ closeness * columns).sum(axis=1), n**2)
    return beyond_chance(observed, expected)


def conger_kappa(values: FloatArray, counts: FloatArray, resamples: Resamples) -> FloatArray:
    """Conger's kappa: Fleiss' question, but chance uses each rater's own shares of the levels.

    Args:
        values: shape (n_raters, n_units), level numbers, NaN where missing.
        counts: shape (n_units, n_levels), the same ratings counted.
    """
    gave = values.T[:, :, None] == np.arange(counts.shape[1])
    by_rater = resamples.totals(gave * 1.0)
    shares = divide(by_rater, by_rater.sum(axis=2, keepdims=True))
    n_raters = (~np.isnan(shares[:, :, 0])).sum(axis=1)  # A resample can miss every unit of a rater.
    shares = np.nan_to_num(shares)
    chance_of_pairs = (shares.sum(axis=1) ** 2 - (shares**2).sum(axis=1)).sum(axis=1)
    return beyond_chance(percent(counts, resamples), divide(chance_of_pairs, n_raters * (n_raters - 1.0)))
