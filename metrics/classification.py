"""How well predicted types fit the gold ones: macro-F1 and the confusion matrix.

`truth` and `predicted` are level numbers of the codebook, shape (n_units,).
"""

import numpy as np

from metrics.arrays import IntArray, divide
from metrics.estimate import Estimate
from metrics.intervals import Resamples


def classification_estimates(
    truth: IntArray, predicted: IntArray, *, levels: tuple[str, ...], resamples: Resamples, n_raters: int | None = None
) -> dict[str, Estimate]:
    """`accuracy`, `macro_f1` and `f1:LEVEL` of each level.

    Macro-F1 is the plain mean over the levels that occur in truth or prediction; the others have no F1.
    """
    cells = (truth[:, None, None] == np.arange(len(levels))[:, None]) & (
        predicted[:, None, None] == np.arange(len(levels))
    )
    table = resamples.totals(cells * 1.0)
    hits = np.diagonal(table, axis1=1, axis2=2)
    f1 = divide(2 * hits, table.sum(axis=1) + table.sum(axis=2))
    values = {
        "accuracy": divide(hits.sum(axis=1), table.sum(axis=(1, 2))),
        "macro_f1": divide(np.nansum(f1, axis=1), (~np.isnan(f1)).sum(axis=1) * 1.0),
        **{f"f1:{level}": f1[:, code] for code, level in enumerate(levels)},
    }
    used = np.ones(len(truth), dtype=bool)
    reason = "the level occurs neither in truth nor in prediction"
    return {
        name: resamples.estimate(value, used=used, n_raters=n_raters, why_undefined=reason)
        for name, value in values.items()
    }


def confusion_matrix(truth: IntArray, predicted: IntArray, *, n_levels: int) -> IntArray:
    """Units by true level (row) and predicted level (column), shape (n_levels, n_levels)."""
    matrix = np.zeros((n_levels, n_levels), dtype=np.int64)
    np.add.at(matrix, (truth, predicted), 1)
    return matrix


def majority_level(truth: IntArray) -> int:
    """The most frequent level of training data; predicted for every unit it is the baseline to beat."""
    return int(np.bincount(truth).argmax())
