"""ICCs of tables with gaps, by REML: against the textbook's own maximum, and against mean squares without gaps."""

import numpy as np
import pytest
from scipy.optimize import minimize

from metrics.agreement import agreement_estimates
from metrics.icc import FORMS
from metrics.intervals import Resamples
from metrics.mixed import MOST_RATERS, icc_of, variance_ratios
from metrics.rating_scale import Scale
from metrics.ratings import Ratings


def simulated(rng: np.random.Generator, *, n_units: int, n_raters: int, of_unit: tuple[int, int]) -> np.ndarray:
    """Values of raters who differ; of each unit a number of ratings between the two, the others NaN."""
    spread = rng.normal(scale=1.5, size=n_units), rng.normal(scale=0.7, size=(n_raters, 1))
    values = 5 + spread[0] + spread[1] + rng.normal(size=(n_raters, n_units))
    for unit in range(n_units):
        left_out = rng.permutation(n_raters)[rng.integers(of_unit[0], of_unit[1] + 1) :]
        values[left_out, unit] = np.nan
    return values


def components_by_the_textbook(values: np.ndarray) -> tuple[float, float, float]:
    """Variances of units, raters and error at the maximum of the restricted likelihood, written out in full matrices.

    -2 log L = log|V| + log|X'V^-1 X| + (y - Xb)'V^-1(y - Xb): Searle, Casella and McCulloch (1992), ch. 6.6.
    """
    rater, unit = np.nonzero(~np.isnan(values))
    y = values[rater, unit]
    units, raters = (1.0 * (each[:, None] == np.unique(each)) for each in (unit, rater))
    x = np.ones((len(y), 1))

    def deviance(logs: np.ndarray) -> float:
        of_units, of_raters, of_error = np.exp(logs.clip(-20, 20))
        v = of_units * units @ units.T + of_raters * raters @ raters.T + of_error * np.eye(len(y))
        inverse = np.linalg.inv(v)
        information = x.T @ inverse @ x
        residual = y - x @ np.linalg.solve(information, x.T @ inverse @ y)
        return float(np.linalg.slogdet(v)[1] + np.linalg.slogdet(information)[1] + residual @ inverse @ residual)

    starts = ([0.0, 0.0, 0.0], [0.0, -3.0, 0.0])
    options = {"xatol": 1e-9, "fatol": 1e-12, "maxiter": 5000}
    fits = [minimize(deviance, start, method="Nelder-Mead", options=options) for start in starts]
    return tuple(np.exp(min(fits, key=lambda fit: fit.fun).x))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("of_unit", [(2, 2), (1, 3)])
def test_the_components_are_those_at_the_textbooks_maximum(seed: int, of_unit: tuple[int, int]) -> None:
    values = simulated(np.random.default_rng(seed), n_units=25, n_raters=5, of_unit=of_unit)
    ratios = variance_ratios(values, Resamples.draw(range(25), bootstrap=0))

    units, raters, error = components_by_the_textbook(values)

    assert ratios.units[0] == pytest.approx(units / error, rel=1e-4)
    assert ratios.raters[0] == pytest.approx(raters / error, rel=1e-4, abs=1e-5)
    assert icc_of(ratios, "a_1")[0] == pytest.approx(units / (units + raters + error), abs=1e-5)
    assert icc_of(ratios, "a_k")[0] == pytest.approx(units / (units + (raters + error) / ratios.k[0]), abs=1e-5)


def test_six_targets_of_four_judges_have_the_published_iccs() -> None:
    """Shrout and Fleiss (1979), tables 2 to 4; its components are positive, so REML is the same."""
    ratings = np.array([[9, 6, 8, 7, 10, 6], [2, 1, 4, 1, 5, 2], [5, 3, 6, 2, 6, 4], [8, 2, 8, 6, 9, 7]]) * 1.0
    draws = Resamples.draw(range(6), bootstrap=0)
    crossed, one_way = (variance_ratios(ratings, draws, has_raters=has_raters) for has_raters in (True, False))

    published = {"1_1": 0.17, "a_1": 0.29, "c_1": 0.71, "1_k": 0.44, "a_k": 0.62, "c_k": 0.91}

    for form in FORMS:
        icc = icc_of(one_way if form.startswith("1") else crossed, form)[0]
        assert icc == pytest.approx(published[form], abs=0.005), form


def test_one_missing_cell_moves_an_icc_by_little_where_mean_squares_would_drop_its_unit() -> None:
    values = simulated(np.random.default_rng(3), n_units=60, n_raters=3, of_unit=(3, 3))
    gap = values.copy()
    gap[1, 7] = np.nan
    units = tuple((f"S{unit // 5}", str(unit)) for unit in range(60))

    whole, part = (
        agreement_estimates(Ratings(each, Scale("interval"), ("Asha", "Ben", "Chi"), units), names=["icc_a_1"])
        for each in (values, gap)
    )

    assert part["icc_a_1"].n_units == 60
    for end in ("value", "low", "high"):
        assert getattr(part["icc_a_1"], end) == pytest.approx(getattr(whole["icc_a_1"], end), abs=0.02)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ([[1, np.nan], [np.nan, 2]], "no unit has two ratings"),
        ([[4, 4, np.nan], [4, np.nan, 4], [np.nan, 4, 4]], "all ratings are equal"),
        ([[4, np.nan], [2, np.nan]], "there is one unit only"),
        ([[1, 2, np.nan]], "there is one rater only"),
    ],
)
def test_what_cannot_be_fitted_is_undefined_with_the_reason(values: list[list[float]], reason: str) -> None:
    table = np.array(values, dtype=float)
    table = table[:, ~np.isnan(table).all(axis=0)]
    units = tuple((None, str(unit)) for unit in range(table.shape[1]))
    ratings = Ratings(table, Scale("interval"), tuple("ABC")[: len(table)], units)

    estimate = agreement_estimates(ratings, names=["icc_a_1"], bootstrap=20)["icc_a_1"]

    assert (estimate.value, estimate.why_undefined) == (None, reason)


def test_raters_who_never_differ_agree_wholly_and_raters_by_chance_not_at_all() -> None:
    rng = np.random.default_rng(0)
    scores = rng.integers(1, 10, size=200) * 1.0
    is_missing = rng.random((5, 200)).argsort(axis=0) >= 2
    draws = Resamples.draw([unit // 10 for unit in range(200)], bootstrap=100)

    alike = icc_of(variance_ratios(np.where(is_missing, np.nan, scores), draws), "a_1")
    chance = rng.integers(1, 10, size=(5, 200)) * 1.0
    by_chance = icc_of(variance_ratios(np.where(is_missing, np.nan, chance), draws), "a_1")

    assert alike == pytest.approx(np.ones(101), abs=1e-6)
    assert (by_chance >= 0).all() and by_chance[0] < 0.15


def test_a_lab_of_fifty_raters_of_whom_two_rate_each_unit_has_an_icc() -> None:
    n, rng = 50, np.random.default_rng(3)
    units = np.arange(3 * n)
    values = np.full((n, len(units)), np.nan)
    for rater in (units % n, (units + 1 + units // n) % n):
        values[rater, units] = units % 7 + rng.normal(size=len(units))
    ratings = Ratings(values, Scale("interval"), tuple(map(str, range(n))), tuple((None, str(u)) for u in units))

    estimate = agreement_estimates(ratings, names=["icc_a_1"], bootstrap=0)["icc_a_1"]

    assert estimate.value == pytest.approx(0.8, abs=0.1)  # Variances of 4 and 1.


def test_more_raters_than_the_model_takes_are_refused_with_the_reason() -> None:
    n = MOST_RATERS + 1
    values = np.where(np.eye(n) + np.eye(n, k=1) + np.eye(n, k=-1) > 0, np.arange(n) * 1.0, np.nan)
    ratings = Ratings(values, Scale("interval"), tuple(map(str, range(n))), tuple((None, str(u)) for u in range(n)))

    estimate = agreement_estimates(ratings, names=["icc_a_1"], bootstrap=0)["icc_a_1"]

    assert estimate.why_undefined == f"it has a mixed model for 50 raters at most, and here are {n}"
