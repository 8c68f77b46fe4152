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
    weights = resamples.unit_weights()
    moments = _moments(truth, predicted, weights)
    values = {
        "ccc": _concordance(moments),
        "pearson": _correlation(moments),
        "rmse": np.sqrt(divide(weights @ (truth - predicted) ** 2, weights.sum(axis=1))),
    }
    return _estimates(values, resamples, n_raters)


def concordance(x: FloatArray, y: FloatArray, resamples: Resamples) -> FloatArray:
    """Concordance correlation, -1 to 1, one value a row of the resamples; variances over n. Source: Lin (1989)."""
    return _concordance(_moments(x, y, resamples.unit_weights()))


def spearman(x: FloatArray, y: FloatArray, resamples: Resamples) -> FloatArray:
    """Spearman's rank correlation, ties sharing the middle rank, one value a row of the resamples."""
    weights = resamples.unit_weights()
    return _correlation(_moments(midranks(x, weights)[0], midranks(y, weights)[0], weights))


class _Moments(NamedTuple):
    """Each of shape (n_rows,), one value a row of the weights; variances over n, exactly 0 where nothing varies."""

    mean_x: FloatArray
    mean_y: FloatArray
    variance_x: FloatArray
    variance_y: FloatArray
    covariance: FloatArray


def _moments(x: FloatArray, y: FloatArray, weights: FloatArray) -> _Moments:
    n = weights.sum(axis=1)
    mean_x, mean_y = divide((weights * x).sum(axis=1), n), divide((weights * y).sum(axis=1), n)
    from_x, from_y = x - mean_x[:, None], y - mean_y[:, None]
    variance_x, variance_y = divide((weights * from_x**2).sum(axis=1), n), divide((weights * from_y**2).sum(axis=1), n)
    return _Moments(
        mean_x,
        mean_y,
        np.where(variance_x > ROUNDING * mean_x**2, variance_x, 0.0),
        np.where(variance_y > ROUNDING * mean_y**2, variance_y, 0.0),
        divide((weights * from_x * from_y).sum(axis=1), n),
    )


def _concordance(moments: _Moments) -> FloatArray:
    apart = moments.variance_x + moments.variance_y + (moments.mean_x - moments.mean_y) ** 2
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
