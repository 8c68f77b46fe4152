"""Detection figures against scikit-learn, by hand, and at their edges."""

from itertools import pairwise

import numpy as np
import pytest
from sklearn import metrics as sklearn_metrics

from metrics.arrays import FloatArray
from metrics.detection import choose_threshold, detection_estimates, reliability_bins, score_estimates
from metrics.intervals import Resamples


def hold_out(*, n_sessions: int = 8, seed: int = 3) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """Ten turns a session, a fifth of them positive, scores in steps of .1 so that many are equal."""
    rng = np.random.default_rng(seed)
    truth = (rng.random(10 * n_sessions) < 0.2) * 1.0
    score = (0.3 * truth + 0.7 * rng.random(len(truth))).round(1)
    return truth, score, [f"S{unit // 10}" for unit in range(len(truth))]


def test_every_resample_equals_scikit_learn_on_the_copied_units() -> None:
    truth, score, sessions = hold_out()
    drawn = Resamples.draw(sessions, bootstrap=20)

    for row in range(21):
        copies = np.repeat(np.arange(len(truth)), drawn.unit_weights()[row].astype(int))
        one = Resamples(drawn.cluster_of_unit, drawn.weights[[row]], "session", seed=0)
        estimates = detection_estimates(truth, score, threshold=0.5, resamples=one)
        y, s = truth[copies], score[copies]
        assert {name: estimate.value for name, estimate in estimates.items()} == pytest.approx(
            {
                "base_rate": y.mean(),
                "auroc": sklearn_metrics.roc_auc_score(y, s),
                "auprc": sklearn_metrics.average_precision_score(y, s),
                "brier": sklearn_metrics.brier_score_loss(y, s),
                "f1": sklearn_metrics.f1_score(y, s >= 0.5),
                "mcc": sklearn_metrics.matthews_corrcoef(y, s >= 0.5),
                "precision": sklearn_metrics.precision_score(y, s >= 0.5),
                "recall": sklearn_metrics.recall_score(y, s >= 0.5),
            }
        )


def test_intervals_hold_the_value_and_name_the_sessions() -> None:
    truth, score, sessions = hold_out()

    estimates = detection_estimates(truth, score, threshold=0.5, resamples=Resamples.draw(sessions), n_raters=3)

    for estimate in estimates.values():
        assert estimate.low <= estimate.value <= estimate.high
        assert (estimate.n_units, estimate.n_raters, estimate.n_clusters, estimate.resampled) == (80, 3, 8, "session")


def test_two_held_out_sessions_give_values_without_intervals() -> None:
    truth, score, sessions = hold_out(n_sessions=2)

    estimates = detection_estimates(truth, score, threshold=0.5, resamples=Resamples.draw(sessions))

    assert {estimate.why_no_interval for estimate in estimates.values()} == {"2 sessions; an interval needs at least 5"}


def test_auroc_counts_a_draw_as_half() -> None:
    # The positive at .5 draws with one negative and beats the other: 1.5 of 2.
    truth, score = np.array([1.0, 0, 0]), np.array([0.5, 0.5, 0.1])

    estimates = score_estimates(truth, score, resamples=Resamples.draw("abc", bootstrap=0))

    assert estimates["auroc"].value == 0.75
    assert estimates["auprc"].value == 0.5


def test_one_class_leaves_the_areas_undefined_in_words() -> None:
    truth, score = np.zeros(3), np.array([0.1, 0.2, 0.3])

    estimates = detection_estimates(truth, score, threshold=0.5, resamples=Resamples.draw("abc", bootstrap=0))

    assert {name: estimate.why_undefined for name, estimate in estimates.items() if estimate.value is None} == {
        "auroc": "all units are of one class",
        "auprc": "all units are of one class",
        "f1": "no unit is positive or called so",
        "mcc": "truth or calls hold one class only",
        "precision": "no unit was called positive",
        "recall": "no unit is positive",
    }


@pytest.mark.parametrize("bad", [np.nan, 1.5, -0.1])
def test_a_score_that_is_no_probability_is_refused(bad: float) -> None:
    with pytest.raises(ValueError, match="probabilities"):
        score_estimates(np.array([1.0, 0]), np.array([bad, 0.2]), resamples=Resamples.draw("ab", bootstrap=0))


def test_the_threshold_is_where_training_f1_is_highest() -> None:
    # F1 from .9 on: 2/3; from .6 on: 2 * 2 / (3 + 2) = .8; from .2 on: 2 * 2 / (4 + 2) = .67.
    assert choose_threshold(np.array([1.0, 0, 1, 0]), np.array([0.9, 0.8, 0.6, 0.2])) == 0.6


def test_without_a_positive_unit_no_threshold_is_chosen() -> None:
    with pytest.raises(ValueError, match="no unit is positive"):
        choose_threshold(np.zeros(3), np.array([0.1, 0.2, 0.3]))


def test_reliability_bins_hold_about_as_many_units_each() -> None:
    # 45 units make two bins of 22 at least, by rising score; the last five units share one score and stay together.
    score = np.concatenate([np.linspace(0, 0.4, 22), np.linspace(0.5, 0.8, 18), np.full(5, 0.9)])
    truth = np.concatenate([np.ones(11), np.zeros(11), np.ones(23)])

    first, last = reliability_bins(truth, score, resamples=Resamples.draw(np.arange(45) % 9))

    assert (first.low, first.high, first.n_units, first.share_positive) == (0, 0.4, 22, 0.5)
    assert (last.low, last.high, last.n_units, last.share_positive) == (0.5, 0.9, 23, 1)
    assert first.mean_score == pytest.approx(0.2)
    assert first.share_low is not None and first.share_low < 0.5 < (first.share_high or 0)
    assert first.why_no_interval is None


@pytest.mark.parametrize(
    "score",
    [
        np.array([0.1, 0.2]),
        np.full(50, 0.3),
        np.concatenate([np.linspace(0, 0.2, 5), np.full(40, 0.5)]),
        np.concatenate([np.full(40, 0.5), np.linspace(0.6, 0.9, 5)]),
        np.linspace(0, 1, 419),
    ],
)
def test_no_bin_rests_on_a_handful_of_units_and_none_is_lost(score: FloatArray) -> None:
    bins = reliability_bins(np.zeros(len(score)), score, resamples=Resamples.draw(range(len(score))))

    assert sum(one.n_units for one in bins) == len(score)
    assert all(one.n_units >= min(20, len(score)) for one in bins)
    assert len(bins) <= 10
    assert all(one.high < other.low for one, other in pairwise(bins))


def test_a_bin_of_few_clusters_has_no_interval_and_says_why() -> None:
    (only,) = reliability_bins(np.array([0.0, 1, 1]), np.array([0.1, 0.2, 0.3]), resamples=Resamples.draw("aab"))

    assert (only.share_low, only.share_high) == (None, None)
    assert only.why_no_interval == "2 sessions; an interval needs at least 5"


def test_without_a_threshold_calls_are_undefined_with_the_reason_and_scores_are_not() -> None:
    truth, score = np.array([1.0, 0, 1, 0]), np.array([0.9, 0.8, 0.6, 0.2])

    estimates = detection_estimates(truth, score, threshold="nobody was set aside", resamples=Resamples.draw("abcd"))

    for name in ("f1", "mcc", "precision", "recall"):
        assert (estimates[name].value, estimates[name].why_undefined) == (None, "nobody was set aside")
        assert estimates[name].n_units == 4
    assert estimates["auroc"].value == 0.75
