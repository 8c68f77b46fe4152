"""Ranks, and what is made of them, in every resample at once."""

from itertools import combinations

import numpy as np

from metrics.arrays import FloatArray, divide
from metrics.intervals import Resamples

FEW_VALUES = 20
"""So many can be counted pair by pair, as those of a scale can, and not those of a measurement."""


def kendall_w(values: FloatArray, resamples: Resamples) -> FloatArray:
    """Kendall's W of complete values, shape (n_raters, n_units): 0 no concordance to 1; corrected for ties.

    NaN where no rater tells any two units apart. Source: Kendall and Gibbons (1990), Rank Correlation Methods, ch. 6.
    """
    distinct, codes = np.unique(values, return_inverse=True)
    if len(distinct) > FEW_VALUES:
        return resamples.in_blocks(lambda weights: _w_of_ranks(values, weights))
    # Equal values have equal ranks, so the table of how often two raters' values meet says all of many units.
    n_values, m = len(distinct), len(values)
    codes = codes.reshape(values.shape)
    tied = np.stack([resamples.counts(row, n_values) for row in codes])
    n = tied[0].sum(axis=1)
    ranks = tied.cumsum(axis=2) - (tied - 1) / 2 - (n[:, None] + 1) / 2  # Less their mean.
    spread = (tied * ranks**2).sum(axis=(0, 2))
    for first, second in combinations(range(m), 2):
        meet = resamples.counts(codes[first] * n_values + codes[second], n_values**2).reshape(-1, n_values, n_values)
        spread += 2 * np.einsum("ra,rab,rb->r", ranks[first], meet, ranks[second])
    return _w(spread, n, m, (tied**3 - tied).sum(axis=(0, 2)))


def _w_of_ranks(values: FloatArray, weights: FloatArray) -> FloatArray:
    m, n = len(values), weights.sum(axis=1)
    rank_sums = np.zeros_like(weights)
    ties = np.zeros(len(weights))
    for row in values:
        ranks, tied = midranks(row, weights)
        rank_sums += ranks
        ties += (tied**3 - tied).sum(axis=1)
    return _w((weights * (rank_sums - m * (n[:, None] + 1) / 2) ** 2).sum(axis=1), n, m, ties)


def _w(spread: FloatArray, n: FloatArray, m: int, ties: FloatArray) -> FloatArray:
    return divide(12 * spread, m**2 * (n**3 - n) - m * ties)


def midranks(values: FloatArray, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Ranks from 1, equal values sharing the middle, where unit u counts `weights[:, u]` times.

    Returns:
        The ranks, shape of `weights`, and how often each distinct value counts, shape (n_rows, n_distinct).
    """
    order = np.argsort(values, kind="stable")
    _, position, sizes = np.unique(values, return_inverse=True, return_counts=True)
    tied = np.add.reduceat(weights[:, order], np.cumsum(sizes) - sizes, axis=1)
    return (tied.cumsum(axis=1) - (tied - 1) / 2)[:, position], tied
