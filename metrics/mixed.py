"""Variance components of crossed units and raters by REML, for tables in which a unit has a part of the raters only.

The model is value = mean + unit + rater + error, the last three independent and normal. A complete table gives the
components that its mean squares give, as long as those are positive.

Units drop out of the equations, which leaves one a rater: a resample costs the same whatever the number of units, and
all resamples are solved at once.

Sources: Patterson and Thompson (1971), Biometrika 58, 545-554; Searle, Casella and McCulloch (1992), Variance
Components, ch. 6. The ICCs are those of McGraw and Wong (1996) with these components put in.
"""

from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np

from metrics.arrays import ROUNDING, BoolArray, FloatArray, IntArray, divide
from metrics.icc import Form
from metrics.intervals import Resamples

MOST_RATERS = 50  # As many as a lab has. The sums have its square for each resample.
_LEAST_ERROR = 1e-9
"""A share of the squares that always counts as error: raters who never differ would have no maximum otherwise."""
_LIMITS = (-16.0, 25.0)
"""Of the logarithm of a ratio: at the first it is 0, at the second the error is."""
_SHIFT = 1e-5
_LONGEST_STEP = 3.0
_LEAST_GAIN = 1e-12
_MOST_STEPS, _MOST_HALVINGS = 50, 8


class Ratios(NamedTuple):
    """Variances in units of that of the error, each of shape (n_rows,), one value a resample; NaN where undefined."""

    units: FloatArray
    raters: FloatArray
    k: FloatArray
    """Ratings of a unit: their harmonic mean, since the error of a mean is in proportion to 1 / k."""


def variance_ratios(values: FloatArray, resamples: Resamples, *, has_raters: bool = True) -> Ratios:
    """Fit the model to the data and to each resample.

    Args:
        values: shape (n_raters, n_units), one rating a unit at least and NaN where missing; at most `MOST_RATERS`.
        resamples: of the units.
        has_raters: False leaves what raters differ by in the error, as the one-way forms have it.
    """
    sums = _Sums.of(values, resamples)
    logs = np.full((len(sums.n), 2), np.nan)
    is_solvable = sums.are_solvable()
    if is_solvable[0]:
        logs[:1] = _fit(sums.rows(np.array([0])), np.array([[0.0, -2.0]]), has_raters=has_raters)
        others = np.flatnonzero(is_solvable)[1:]
        logs[others] = _fit(sums.rows(others), logs[:1].repeat(len(others), axis=0), has_raters=has_raters)
    ratios = np.where(logs > _LIMITS[0], np.exp(logs), np.where(np.isnan(logs), np.nan, 0.0))
    return Ratios(ratios[:, 0], ratios[:, 1] if has_raters else 0.0 * ratios[:, 0], sums.ratings_of_a_unit())


def icc_of(ratios: Ratios, form: Form) -> FloatArray:
    """One form, 0 to 1, one value a resample; those that begin with `1` take ratios without raters."""
    error = 1 + ratios.raters if form.startswith("a") else np.ones_like(ratios.raters)
    return ratios.units / (ratios.units + (error / ratios.k if form.endswith("k") else error))


@dataclass(frozen=True)
class _Sums:
    """All that the likelihood depends on, one row a resample; groups are of units with equally many ratings."""

    sizes: FloatArray
    """Ratings of a unit, shape (n_groups,)."""
    n: FloatArray
    """Of all ratings, shape (n_rows,)."""
    squares: FloatArray
    by_rater: FloatArray
    """Sum of each rater's values, shape (n_rows, n_raters)."""
    n_units: FloatArray
    """Shape (n_rows, n_groups)."""
    pairs: FloatArray
    """In how many units two raters stand together, shape (n_rows, n_groups, n_raters, n_raters)."""
    of_units: FloatArray
    """Each rater's total of the sums of their units, shape (n_rows, n_groups, n_raters)."""
    of_units_squared: FloatArray
    """Squares of the sums of the units, shape (n_rows, n_groups)."""

    @classmethod
    def of(cls, values: FloatArray, resamples: Resamples) -> Self:
        centred = values - np.nanmean(values)  # Squares of values far from 0 would lose the digits that differ.
        given, centred = (~np.isnan(centred)).T * 1.0, np.nan_to_num(centred).T
        n_ratings, sums = given.sum(axis=1), centred.sum(axis=1)
        sizes = np.unique(n_ratings)
        groups = []
        for size in sizes:
            units = np.flatnonzero(n_ratings == size)
            draws, raters, total = resamples.of_units(units), given[units], sums[units]
            # A rater at a time, or many units of many raters would fill the memory.
            pairs = np.stack([draws.totals(raters * one[:, None]) for one in raters.T], axis=1)
            rest = draws.totals(np.column_stack([np.ones(len(units)), total**2, raters * total[:, None]]))
            groups.append((rest[:, 0], pairs, rest[:, 2:], rest[:, 1]))
        n_units, all_pairs, of_units, squared = (np.stack(each, axis=1) for each in zip(*groups, strict=True))
        plain = resamples.totals(np.column_stack([n_ratings, (centred**2).sum(axis=1), centred]))
        return cls(sizes, plain[:, 0], plain[:, 1], plain[:, 2:], n_units, all_pairs, of_units, squared)

    def rows(self, rows: IntArray) -> "_Sums":
        return _Sums(
            self.sizes,
            self.n[rows],
            self.squares[rows],
            self.by_rater[rows],
            self.n_units[rows],
            self.pairs[rows],
            self.of_units[rows],
            self.of_units_squared[rows],
        )

    def are_solvable(self) -> BoolArray:
        """Which rows have two raters, two units, one of them rated twice, and values that differ."""
        n_raters = (self.pairs.diagonal(axis1=2, axis2=3).sum(axis=1) > 0).sum(axis=1)
        spread = self.squares - divide(self.by_rater.sum(axis=1) ** 2, self.n)
        is_paired = self.n_units[:, self.sizes > 1].sum(axis=1) > 0
        several = self.n_units.sum(axis=1) > 1
        solvable: BoolArray = (n_raters > 1) & several & is_paired & (spread > ROUNDING * self.squares)
        return solvable

    def ratings_of_a_unit(self) -> FloatArray:
        return divide(self.n_units.sum(axis=1), (self.n_units / self.sizes).sum(axis=1))


def _fit(sums: _Sums, logs: FloatArray, *, has_raters: bool) -> FloatArray:
    """Newton's steps from these logarithms of the ratios, shape (n_rows, 2), until each row is at its maximum."""
    fitted = logs.copy()
    if not has_raters:
        fitted[:, 1] = -np.inf
    moving = np.arange(len(logs))
    at = fitted
    deviance, slope = _deviance(sums, at)
    for _ in range(_MOST_STEPS):
        step = _newton_step(sums, at, slope)
        gain = -(step * slope).sum(axis=1)
        going = gain > _LEAST_GAIN
        if not going.any():
            break
        moving, sums, at, step = moving[going], sums.rows(np.flatnonzero(going)), at[going], step[going]
        deviance, slope = deviance[going], slope[going]
        for _ in range(_MOST_HALVINGS):
            there = np.where(np.isfinite(at), (at + step).clip(*_LIMITS), at)
            new_deviance, new_slope = _deviance(sums, there)
            is_worse = new_deviance > deviance + ROUNDING * np.abs(deviance)
            if not is_worse.any():
                break
            step[is_worse] /= 4
        at, deviance, slope = there, new_deviance, new_slope
        fitted[moving] = at
    return fitted


def _newton_step(sums: _Sums, at: FloatArray, slope: FloatArray) -> FloatArray:
    """Downhill even where the deviance is not convex; none beyond the limits."""
    curvature = np.stack([(_deviance(sums, at + shift)[1] - slope) / _SHIFT for shift in _SHIFT * np.eye(2)], axis=2)
    values, vectors = np.linalg.eigh((curvature + curvature.transpose(0, 2, 1)) / 2)
    along = divide((vectors * slope[:, :, None]).sum(axis=1), np.abs(values))
    step = -(vectors * np.nan_to_num(along)[:, None, :]).sum(axis=2)
    step = step.clip(-_LONGEST_STEP, _LONGEST_STEP)
    is_beyond = ((at <= _LIMITS[0]) & (step < 0)) | ((at >= _LIMITS[1]) & (step > 0))
    return np.where(is_beyond, 0.0, step)


def _deviance(sums: _Sums, logs: FloatArray) -> tuple[FloatArray, FloatArray]:
    """-2 log of the restricted likelihood but for a constant, shape (n_rows,), and its slope, shape (n_rows, 2).

    With H the covariance over the error's variance, W its inverse without raters, Z the raters' columns: A = Z'WZ,
    b = Z'Wy, c = y'Wy, and D = (I + raters A)^-1 has 1'H^-1 1 = 1'AD1, 1'H^-1 y = 1'Db, y'H^-1 y = c - raters b'Db.
    """
    units, raters = np.exp(logs).T
    shrunk = 1 + units[:, None] * sums.sizes
    weights, falls = units[:, None] / shrunk, -1 / shrunk**2  # Of a unit's sum in W, and what of it more units take.
    n_raters = sums.by_rater.shape[1]

    def of_units(weights: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        return (
            np.einsum("rg,rgjk->rjk", weights, sums.pairs),
            np.einsum("rg,rgj->rj", weights, sums.of_units),
            (weights * sums.of_units_squared).sum(axis=1),
        )

    less_a, less_b, less_c = of_units(weights)
    a = np.eye(n_raters) * np.einsum("rgjj->rj", sums.pairs)[:, None, :] - less_a
    b, c = sums.by_rater - less_b, sums.squares * (1 + _LEAST_ERROR) - less_c
    a_slope, b_slope, c_slope = of_units(falls)
    with_raters = np.eye(n_raters) + raters[:, None, None] * a
    d = np.linalg.inv(with_raters)
    db, d1 = np.einsum("rjk,rk->rj", d, b), d.sum(axis=2)
    ones, values = (a * d1[:, None, :]).sum(axis=(1, 2)), db.sum(axis=1)
    squares = c - raters * (b * db).sum(axis=1) - values**2 / ones
    of_all = (sums.n_units * np.log(shrunk)).sum(axis=1) + np.linalg.slogdet(with_raters)[1]
    deviance = (sums.n - 1) * np.log(squares) + of_all + np.log(ones)

    def slope(
        ones_slope: FloatArray, values_slope: FloatArray, c_slope: FloatArray, all_slope: FloatArray
    ) -> FloatArray:
        squares_slope = c_slope - 2 * values * values_slope / ones + values**2 * ones_slope / ones**2
        total: FloatArray = (sums.n - 1) * squares_slope / squares + all_slope + ones_slope / ones
        return total

    a_d1 = np.einsum("rjk,rk->rj", a_slope, d1)
    a_db = np.einsum("rjk,rk->rj", a_slope, db)
    by_units = slope(
        (d1 * a_d1).sum(axis=1),
        (d1 * (b_slope - raters[:, None] * a_db)).sum(axis=1),
        c_slope - 2 * raters * (b_slope * db).sum(axis=1) + raters**2 * (db * a_db).sum(axis=1),
        (sums.n_units * sums.sizes / shrunk).sum(axis=1) + raters * (d * a_slope).sum(axis=(1, 2)),
    )
    da1 = np.einsum("rjk,rk->rj", a, d1)
    by_raters = slope(
        -(da1**2).sum(axis=1),
        -(da1 * db).sum(axis=1),
        -(db**2).sum(axis=1),
        (d * a).sum(axis=(1, 2)),
    )
    return deviance, np.column_stack([by_units * units, by_raters * raters])
