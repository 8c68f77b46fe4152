"""Ranks, and what is made of them, in every resample at once."""

import numpy as np

from metrics.arrays import FloatArray, divide
from metrics.intervals import Resamples


def kendall_w(values: FloatArray, resamples: Resamples) -> FloatArray:
    """Kendall's W of complete values, shape (n_raters, n_units): 0 no concordance to 1; corrected for ties.

    NaN where no rater tells any two units apart. Source: Kendall and Gibbons (1990), Rank Correlation Methods, ch. 6.
    """
    m = len(values)

    def of_block(weights: FloatArray) -> FloatArray:
        n = weights.sum(axis=1)
        rank_sums = np.zeros_like(weights)
        ties = np.zeros(len(weights))
        for row in values:
            ranks, tied = midranks(row, weights)
            rank_sums += ranks
            ties += (tied**3 - tied).sum(axis=1)
        spread = (weights * (rank_sums - m * (n[:, None] + 1) / 2) ** 2).sum(axis=1)
        return divide(12 * spread, m**2 * (n**3 - n) - m * ties)

    return resamples.in_blocks(of_block)


def midranks(values: FloatArray, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Ranks from 1, equal values sharing the middle, where unit u counts `weights[:, u]` times.

    Returns:
        The ranks, shape of `weights`, and how often each distinct value counts, shape (n_rows, n_distinct).
    """
    order = np.argsort(values, kind="stable")
    _, position, sizes = np.unique(values, return_inverse=True, return_counts=True)
    tied = np.add.reduceat(weights[:, order], np.cumsum(sizes) - sizes, axis=1)
    return (tied.cumsum(axis=1) - (tied - 1) / 2)[:, position], tied
