"""Agreement from how many raters gave each unit each level, whoever they are.

Every function takes `counts`, shape (n_units, n_levels), and returns one value a row of the resamples, NaN where
undefined. A unit with a single rating says nothing about agreement but, where noted, something about prevalence.

Source: Gwet (2014), Handbook of Inter-Rater Reliability, 4th ed., ch. 2 to 5.
"""

import numpy as np

from metrics.arrays import FloatArray, beyond_chance, divide
from metrics.intervals import Resamples


def agreement_of_units(counts: FloatArray, closeness: FloatArray) -> FloatArray:
    """Mean closeness of two raters of each unit, 0 to 1, shape (n_units,); NaN below two ratings.

    Args:
        closeness: shape (n_levels, n_levels), 1 on the diagonal; the identity asks for equal levels.
    """
    n_ratings = counts.sum(axis=1)
    close = (counts @ closeness * counts).sum(axis=1) - n_ratings
    return divide(close, n_ratings * (n_ratings - 1))


def percent(counts: FloatArray, resamples: Resamples, *, closeness: FloatArray | None = None) -> FloatArray:
    """Share of agreeing pairs of raters, 0 to 1: the mean over units, each unit counting once."""
    agreement = agreement_of_units(counts, _identity(counts) if closeness is None else closeness)
    paired = ~np.isnan(agreement)
    totals = resamples.totals(np.column_stack([np.nan_to_num(agreement), paired]))
    return divide(totals[:, 0], totals[:, 1])


def gwet_ac(counts: FloatArray, resamples: Resamples, *, closeness: FloatArray | None = None) -> FloatArray:
    """Gwet's AC1, or AC2 where `closeness` gives neighbouring levels part of the credit; undefined with one level."""
    closeness = _identity(counts) if closeness is None else closeness
    n_levels = counts.shape[1]
    if n_levels == 1:
        return np.full(len(resamples.weights), np.nan)
    shares = level_shares(counts, resamples)
    expected = closeness.sum() / (n_levels * (n_levels - 1)) * (shares * (1 - shares)).sum(axis=1)
    return beyond_chance(percent(counts, resamples, closeness=closeness), expected)


def fleiss_kappa(counts: FloatArray, resamples: Resamples) -> FloatArray:
    """Fleiss' kappa in its generalised form: units may have unequal numbers of raters."""
    shares = level_shares(counts, resamples)
    return beyond_chance(percent(counts, resamples), (shares**2).sum(axis=1))


def scott_pi(counts: FloatArray, resamples: Resamples) -> FloatArray:
    """Scott's pi of two raters, over the units that both rated."""
    return fleiss_kappa(np.where(counts.sum(axis=1, keepdims=True) == 2, counts, 0), resamples)


def bennett_s(counts: FloatArray, resamples: Resamples) -> FloatArray:
    """Bennett's S (Brennan-Prediger for more than two raters): every level of the codebook is as likely by chance."""
    return beyond_chance(percent(counts, resamples), np.array(1 / counts.shape[1]))


def specific_agreement(counts: FloatArray, resamples: Resamples, *, level: int) -> FloatArray:
    """Of the ratings that gave `level`, the share that another rater of the unit gave too; pooled over pairs."""
    n_ratings = counts.sum(axis=1)
    given = counts[:, level]
    totals = resamples.totals(np.column_stack([given * (given - 1), given * (n_ratings - 1)]))
    return divide(totals[:, 0], totals[:, 1])


def subtype_agreement(counts: FloatArray, resamples: Resamples, *, subtypes: list[int]) -> FloatArray:
    """Of the pairs of raters who both chose one of `subtypes`, the share that chose the same; pooled over pairs."""
    chosen = counts[:, subtypes]
    both = chosen.sum(axis=1) * (chosen.sum(axis=1) - 1)
    totals = resamples.totals(np.column_stack([(chosen * (chosen - 1)).sum(axis=1), both]))
    return divide(totals[:, 0], totals[:, 1])


def level_shares(counts: FloatArray, resamples: Resamples) -> FloatArray:
    """Prevalence of each level: mean over all rated units, one rating enough; shape (1 + bootstrap, n_levels)."""
    n_ratings = counts.sum(axis=1, keepdims=True)
    shares = np.nan_to_num(divide(counts, n_ratings))
    totals = resamples.totals(np.column_stack([shares, n_ratings > 0]))
    return divide(totals[:, :-1], totals[:, -1:])


def quadratic_closeness(positions: FloatArray) -> FloatArray:
    """1 - (distance / longest distance)^2 between levels at these positions; shape (n_levels, n_levels)."""
    distance = (positions[:, None] - positions[None, :]) ** 2
    longest = distance.max()
    return 1 - distance / longest if longest else np.ones_like(distance)


def _identity(counts: FloatArray) -> FloatArray:
    return np.eye(counts.shape[1])
