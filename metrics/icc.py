"""Intraclass correlations from two-way mean squares, and Cronbach's alpha.

`1` is the one-way form, `a` absolute agreement (Shrout-Fleiss 2), `c` consistency (Shrout-Fleiss 3); a second part
`1` is the reliability of a single rater, `k` that of the mean of all raters.

Sources: Shrout and Fleiss (1979); McGraw and Wong (1996); Feldt (1965) for the interval of Cronbach's alpha.
"""

from dataclasses import dataclass
from typing import Literal, Self, get_args

import numpy as np

from metrics.arrays import ROUNDING, FloatArray, divide
from metrics.intervals import Resamples

Form = Literal["1_1", "a_1", "c_1", "1_k", "a_k", "c_k"]
FORMS: tuple[Form, ...] = get_args(Form)


@dataclass(frozen=True)
class MeanSquares:
    """Of a complete table of units by raters; every field of shape (1 + bootstrap,), one value a resample."""

    n: FloatArray
    k: int
    between_units: FloatArray
    between_raters: FloatArray
    within_units: FloatArray
    residual: FloatArray

    @classmethod
    def of(cls, values: FloatArray, resamples: Resamples) -> Self:
        """From values of shape (n_raters, n_units) without gaps."""
        k = len(values)
        centred = (values - values.mean()).T  # Squares of values far from 0 would lose the digits that differ.
        sums = resamples.totals(np.column_stack([centred, centred.sum(axis=1) ** 2, (centred**2).sum(axis=1)]))
        n = resamples.totals(np.ones(len(centred)))
        rater_sums, units_squared, squares = sums[:, :k], sums[:, k], sums[:, k + 1]
        overall = rater_sums.sum(axis=1) ** 2 / (n * k)
        units = units_squared / k - overall
        raters = (rater_sums**2).sum(axis=1) / n - overall
        within = squares - units_squared / k
        floor = ROUNDING * squares

        def mean(sum_of_squares: FloatArray, freedom: FloatArray) -> FloatArray:
            return divide(np.where(sum_of_squares > floor, sum_of_squares, 0.0), freedom)

        return cls(
            n=n,
            k=k,
            between_units=mean(units, n - 1),
            between_raters=mean(raters, np.array(k - 1.0)),
            within_units=mean(within, n * (k - 1)),
            residual=mean(within - raters, (n - 1) * (k - 1)),
        )


def icc(squares: MeanSquares, form: Form) -> FloatArray:
    """One form, at most 1, one value a resample; NaN where the raters do not tell the units apart."""
    n, k = squares.n, squares.k
    units, raters = squares.between_units, squares.between_raters
    within, residual = squares.within_units, squares.residual
    match form:
        case "1_1":
            return divide(units - within, units + (k - 1) * within)
        case "1_k":
            return divide(units - within, units)
        case "a_1":
            return divide(units - residual, units + (k - 1) * residual + k * (raters - residual) / n)
        case "a_k":
            variance = units + (raters - residual) / n  # An estimate; below 0 it is the variance of nothing.
            return divide(units - residual, variance.clip(min=0))
        case "c_1":
            return divide(units - residual, units + (k - 1) * residual)
        case "c_k":
            return divide(units - residual, units)


def f_interval(squares: MeanSquares, form: Form) -> tuple[float, float] | None:
    """95 % interval of the data as they are, for independent units; None where the mean squares leave it open."""
    n, k = float(squares.n[0]), squares.k
    units, raters = float(squares.between_units[0]), float(squares.between_raters[0])
    error = float((squares.within_units if form in ("1_1", "1_k") else squares.residual)[0])
    if units == 0 or error == 0:
        return None
    if form in ("a_1", "a_k"):
        low, high = _interval_of_agreement(n=n, k=k, units=units, raters=raters, error=error)
        if form == "a_1":
            return low, high
        # Spearman-Brown: the reliability of the mean of k raters from that of one, which must be above -1 / (k - 1).
        return (_of_mean(low, k), _of_mean(high, k)) if low * (k - 1) > -1 else None
    error_freedom = n * (k - 1) if form in ("1_1", "1_k") else (n - 1) * (k - 1)
    lowest = units / error / _f_quantile(n - 1, error_freedom)
    highest = units / error * _f_quantile(error_freedom, n - 1)
    if form in ("1_k", "c_k"):
        return 1 - 1 / lowest, 1 - 1 / highest
    return (lowest - 1) / (lowest + k - 1), (highest - 1) / (highest + k - 1)


def _interval_of_agreement(*, n: float, k: int, units: float, raters: float, error: float) -> tuple[float, float]:
    """Of ICC(A,1), with Satterthwaite's degrees of freedom (McGraw and Wong 1996, table 7)."""
    agreement = (units - error) / (units + (k - 1) * error + k * (raters - error) / n)
    a = k * agreement / (n * (1 - agreement))
    b = 1 + k * agreement * (n - 1) / (n * (1 - agreement))
    freedom = (a * raters + b * error) ** 2 / ((a * raters) ** 2 / (k - 1) + (b * error) ** 2 / ((n - 1) * (k - 1)))
    upper_f, lower_f = _f_quantile(n - 1, freedom), _f_quantile(freedom, n - 1)
    noise = k * raters + (k * n - k - n) * error
    low = n * (units - upper_f * error) / (upper_f * noise + n * units)
    high = n * (lower_f * units - error) / (noise + n * lower_f * units)
    return float(low), float(high)


def _of_mean(single: float, k: int) -> float:
    return k * single / (1 + (k - 1) * single)


def _f_quantile(freedom: float, other_freedom: float) -> float:
    """What F with these degrees of freedom falls below in 97.5 % of cases."""
    from scipy.special import fdtri  # Loading it would take a tenth of the web server's start.

    return float(fdtri(freedom, other_freedom, 0.975))
