"""How well predictions on a scale fit the gold values: valence, arousal, dominance, continuous traces.

`truth` and `predicted` have shape (n_units,).
"""

from typing import NamedTuple

import numpy as np

from metrics.arrays import ROUNDING, FloatArray, divide
from metrics.estimate import Estimate
from metrics.intervals import Resamples
from metrics.ranks import midranks


def continuous_estimates(
    truth: FloatArray, predicted: FloatArray, *, resamples: Resamples, n_raters: int | None = None
) -> dict[str, Estimate]:
    """`ccc` (see `concordance`), `pearson` and `rmse` (in the scale's unit, 0 is best)."""
    moments = _moments(truth, predicted, resamples)
    n, squares = resamples.totals(np.column_stack([np.ones(len(truth)), (truth - predicted) ** 2])).T
    values = {
        "ccc": _concordance(moments),
        "pearson": _correlation(moments),
        "rmse": np.sqrt(divide(squares, n)),
    }
    return _estimates(values, resamples, n_raters)


def concordance(x: FloatArray, y: FloatArray, resamples: Resamples) -> FloatArray:
    """Concordance correlation, -1 to 1, one value a row of the resamples; variances over n. Source: Lin (1989)."""
    return _concordance(_moments(x, y, resamples))


def spearman(x: FloatArray, y: FloatArray, resamples: Resamples) -> FloatArray:
    """Spearman's rank correlation, ties sharing the middle rank, one value a row of the resamples."""

    def of_block(weights: FloatArray) -> FloatArray:
        n = weights.sum(axis=1)
        ranks = np.stack([midranks(values, weights)[0] for values in (x, y)]) - (n[:, None] + 1) / 2  # Mean 0.
        products = [divide((weights * ranks[a] * ranks[b]).sum(axis=1), n) for a, b in ((0, 0), (1, 1), (0, 1))]
        squares = products[0] * products[1]
        return divide(products[2], np.sqrt(np.where(squares > ROUNDING * n**4, squares, 0.0)))

    return resamples.in_blocks(of_block)


class _Moments(NamedTuple):
    """Each of shape (1 + bootstrap,), one value a resample; variances over n, exactly 0 where nothing varies."""

    difference: FloatArray
    """Mean of x less mean of y."""
    variance_x: FloatArray
    variance_y: FloatArray
    covariance: FloatArray


def _moments(x: FloatArray, y: FloatArray, resamples: Resamples) -> _Moments:
    from_x, from_y = x - x.mean(), y - y.mean()  # Squares of values far from 0 would lose the digits that differ.
    sums = resamples.totals(np.column_stack([np.ones(len(x)), from_x, from_y, from_x**2, from_y**2, from_x * from_y]))
    mean_x, mean_y, square_x, square_y, product = divide(sums[:, 1:], sums[:, :1]).T
    return _Moments(
        difference=mean_x - mean_y + (x.mean() - y.mean()),
        variance_x=_variance(square_x, mean_x),
        variance_y=_variance(square_y, mean_y),
        covariance=product - mean_x * mean_y,
    )


def _variance(square: FloatArray, mean: FloatArray) -> FloatArray:
    variance = square - mean**2
    return np.where(variance > ROUNDING * square, variance, 0.0)


def _concordance(moments: _Moments) -> FloatArray:
    apart = moments.variance_x + moments.variance_y + moments.difference**2
    return divide(2 * moments.covariance, apart)


def _correlation(moments: _Moments) -> FloatArray:
    return divide(moments.covariance, np.sqrt(moments.variance_x * moments.variance_y))


def _estimates(values: dict[str, FloatArray], resamples: Resamples, n_raters: int | None) -> dict[str, Estimate]:
    used = np.ones(len(resamples.cluster_of_unit), dtype=bool)
    reason = "truth or prediction does not vary"
    return {
        name: resamples.estimate(value, used=used, n_raters=n_raters, why_undefined=reason)
        for name, value in values.items()
    }
