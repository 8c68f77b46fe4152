"""Predicted types and predictions on a scale, against scikit-learn, SciPy and by hand."""

import numpy as np
import pytest
from scipy import stats
from sklearn import metrics as sklearn_metrics

from metrics.classification import classification_estimates, confusion_matrix, majority_level
from metrics.intervals import Resamples
from metrics.scales import continuous_estimates

LEVELS = ("none", "minimizing", "contradiction")
SESSIONS = [f"S{unit // 5}" for unit in range(40)]


def each_resample(n: int = 10):
    """The draws one by one, with the units that each holds."""
    drawn = Resamples.draw(SESSIONS, bootstrap=n)
    for row in range(1 + n):
        copies = np.repeat(np.arange(40), drawn.unit_weights()[row].astype(int))
        yield Resamples(drawn.cluster_of_unit, drawn.weights[[row]], "session", seed=0), copies


def test_types_are_scored_as_scikit_learn_does_on_every_resample() -> None:
    rng = np.random.default_rng(1)
    truth = rng.integers(3, size=40)
    predicted = np.where(rng.random(40) < 0.6, truth, rng.integers(3, size=40))

    for one, copies in each_resample():
        estimates = classification_estimates(truth, predicted, levels=LEVELS, resamples=one)
        y, p = truth[copies], predicted[copies]
        assert estimates["macro_f1"].value == pytest.approx(sklearn_metrics.f1_score(y, p, average="macro"))
        assert estimates["accuracy"].value == pytest.approx(sklearn_metrics.accuracy_score(y, p))
        assert [estimates[f"f1:{level}"].value for level in LEVELS] == pytest.approx(
            sklearn_metrics.f1_score(y, p, average=None)
        )


def test_a_level_that_never_occurs_has_no_f1_and_stays_out_of_the_mean() -> None:
    truth, predicted = np.array([0, 1, 1]), np.array([0, 0, 1])

    estimates = classification_estimates(truth, predicted, levels=LEVELS, resamples=Resamples.draw("abc", bootstrap=0))

    assert estimates["f1:contradiction"].why_undefined == "the level occurs neither in truth nor in prediction"
    assert estimates["macro_f1"].value == pytest.approx(2 / 3)


def test_the_confusion_matrix_counts_unused_levels_too() -> None:
    matrix = confusion_matrix(np.array([0, 1, 1]), np.array([0, 0, 1]), n_levels=3)

    assert matrix.tolist() == [[1, 0, 0], [1, 1, 0], [0, 0, 0]]


def test_the_majority_level_is_that_of_training() -> None:
    assert majority_level(np.array([2, 0, 2, 1])) == 2


def test_numbers_are_scored_as_scipy_does_on_every_resample() -> None:
    rng = np.random.default_rng(1)
    truth = rng.normal(5, 2, size=40)
    predicted = truth + rng.normal(1, 1, size=40)

    for one, copies in each_resample():
        y, p = truth[copies], predicted[copies]
        concordance = 2 * np.cov(y, p, ddof=0)[0, 1] / (y.var() + p.var() + (y.mean() - p.mean()) ** 2)
        estimates = continuous_estimates(truth, predicted, resamples=one)
        assert {name: estimate.value for name, estimate in estimates.items()} == pytest.approx(
            {"ccc": concordance, "pearson": stats.pearsonr(y, p)[0], "rmse": np.sqrt(((y - p) ** 2).mean())}
        )


def test_a_constant_prediction_has_an_error_but_no_correlation() -> None:
    truth, predicted = np.array([1.1, 2.1, 3.1]), np.full(3, 0.1)
    resamples = Resamples.draw("abc", bootstrap=0)

    continuous = continuous_estimates(truth, predicted, resamples=resamples)

    assert continuous["pearson"].why_undefined == "truth or prediction does not vary"
    assert continuous["ccc"].value == pytest.approx(0, abs=1e-12)
    assert continuous["rmse"].value == pytest.approx(np.sqrt((1 + 4 + 9) / 3))


def test_a_resample_without_any_of_the_units_counts_as_undefined() -> None:
    # Only turns of S0 and S1 have a prediction; (6/8)^8 = .1 of the resamples hold neither session.
    resamples = Resamples.draw(SESSIONS).of_units(np.arange(10))
    truth, predicted = np.arange(10.0) % 3, np.arange(10.0) % 2

    estimates = [
        continuous_estimates(truth, predicted, resamples=resamples)["rmse"],
        classification_estimates(truth.astype(int), predicted.astype(int), levels=LEVELS, resamples=resamples)[
            "accuracy"
        ],
    ]

    assert [estimate.n_clusters for estimate in estimates] == [2, 2]
    assert [estimate.undefined_resamples for estimate in estimates] == [pytest.approx(200, abs=50)] * 2
