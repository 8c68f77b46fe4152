"""How well a score finds the units that are positive: incongruence detection on a hold-out.

`truth` is 0 or 1, `score` a probability from 0 to 1, `called` 0 or 1, each of shape (n_units,).
"""

from dataclasses import dataclass

import numpy as np

from metrics.arrays import BoolArray, FloatArray, IntArray, divide
from metrics.estimate import Estimate
from metrics.intervals import Resamples

CALLS = ("f1", "mcc", "precision", "recall")
MOST_BINS = 10
FEWEST_A_BIN = 20
"""Units of a bin of the reliability curve: of fewer, half a bin's share is chance."""
ONE_CLASS = "all units are of one class"


def detection_estimates(
    truth: FloatArray, score: FloatArray, *, threshold: float | str, resamples: Resamples, n_raters: int | None = None
) -> dict[str, Estimate]:
    """`base_rate auroc auprc brier` of the score, `f1 mcc precision recall` of the units at or above the threshold.

    Args:
        threshold: from `choose_threshold` on units that neither the score was fitted on nor stand here: either would
            flatter. Or the reason why there is none; what needs one is undefined then.
        n_raters: people whose labels are the truth.
    """
    of_score = score_estimates(truth, score, resamples=resamples, n_raters=n_raters)
    if isinstance(threshold, str):
        return of_score | no_calls(threshold, truth, resamples=resamples, n_raters=n_raters)
    called = (score >= threshold).astype(np.float64)
    return of_score | call_estimates(truth, called, resamples=resamples, n_raters=n_raters)


def no_calls(
    reason: str, truth: FloatArray, *, resamples: Resamples, n_raters: int | None = None
) -> dict[str, Estimate]:
    """The estimates of `call_estimates`, undefined for this reason."""
    used = np.ones(len(truth), dtype=bool)
    return {name: resamples.undefined(reason, used=used, n_raters=n_raters) for name in CALLS}


def score_estimates(
    truth: FloatArray, score: FloatArray, *, resamples: Resamples, n_raters: int | None = None
) -> dict[str, Estimate]:
    """`base_rate` (the chance line of `auprc`), `auroc`, `auprc` (average precision) and `brier`; 0 is the best Brier.

    Raises:
        ValueError: a score is not a probability. A failed prediction has no score: leave it out and report it.
    """
    if not ((score >= 0) & (score <= 1)).all():
        raise ValueError("scores must be probabilities, 0 to 1, without gaps")
    used = np.ones(len(truth), dtype=bool)
    n, n_positive, squared_error = resamples.totals(np.column_stack([used, truth, (score - truth) ** 2])).T
    auroc, auprc = _areas(truth, score, resamples)
    values = {
        "base_rate": divide(n_positive, n),
        "auroc": auroc,
        "auprc": auprc,
        "brier": divide(squared_error, n),
    }
    return {
        name: resamples.estimate(value, used=used, n_raters=n_raters, why_undefined=ONE_CLASS)
        for name, value in values.items()
    }


def call_estimates(
    truth: FloatArray, called: FloatArray, *, resamples: Resamples, n_raters: int | None = None
) -> dict[str, Estimate]:
    """`f1`, `mcc` (-1 to 1), `precision` and `recall` of yes-or-no calls."""
    cells = [truth * called, (1 - truth) * called, truth * (1 - called), (1 - truth) * (1 - called)]
    hits, false_alarms, misses, rejections = resamples.totals(np.column_stack(cells)).T
    margins = (hits + false_alarms) * (hits + misses) * (rejections + false_alarms) * (rejections + misses)
    values = {
        "f1": (divide(2 * hits, 2 * hits + false_alarms + misses), "no unit is positive or called so"),
        "mcc": (
            divide(hits * rejections - false_alarms * misses, np.sqrt(margins)),
            "truth or calls hold one class only",
        ),
        "precision": (divide(hits, hits + false_alarms), "no unit was called positive"),
        "recall": (divide(hits, hits + misses), "no unit is positive"),
    }
    used = np.ones(len(truth), dtype=bool)
    return {
        name: resamples.estimate(value, used=used, n_raters=n_raters, why_undefined=reason)
        for name, (value, reason) in values.items()
    }


def choose_threshold(truth: FloatArray, score: FloatArray) -> float:
    """The score from which calling units positive gives the highest F1; of equals, the highest score.

    Raises:
        ValueError: no unit is positive.
    """
    if not truth.any():
        raise ValueError("no unit is positive; a threshold cannot be chosen")
    candidates = np.unique(score)[::-1]
    called = score[None, :] >= candidates[:, None]
    f1 = 2 * (called @ truth) / (called.sum(axis=1) + truth.sum())
    return float(candidates[f1.argmax()])


@dataclass(frozen=True)
class ReliabilityBin:
    """Units of neighbouring scores, `low` to `high`: a calibrated score's mean equals the share that is positive."""

    low: float
    high: float
    n_units: int
    mean_score: float
    share_positive: float
    share_low: float | None = None
    """The interval of the share that is positive, and `share_high`; whole clusters are resampled."""
    share_high: float | None = None
    why_no_interval: str | None = None


def reliability_bins(truth: FloatArray, score: FloatArray, *, resamples: Resamples) -> list[ReliabilityBin]:
    """The reliability curve over bins of about as many units each, by rising score.

    At most `MOST_BINS` bins, and none of fewer than `FEWEST_A_BIN` units unless there are fewer in all: a share of one
    or two units is no evidence, and stretches of equal width hold as few of them. Equal scores are never parted.
    """
    numbers = _bin_numbers(score)
    return [_reliability_bin(truth, score, numbers == number, resamples) for number in range(numbers.max() + 1)]


def _bin_numbers(score: FloatArray) -> IntArray:
    """The bin of each unit, from 0."""
    n_bins = min(MOST_BINS, max(1, len(score) // FEWEST_A_BIN))
    smallest = len(score) // n_bins
    _, place, sizes = np.unique(score, return_inverse=True, return_counts=True)
    bin_of_value = np.zeros(len(sizes), dtype=np.int64)
    number, held, left = 0, 0, len(score)
    for value, size in enumerate(sizes.tolist()):
        bin_of_value[value] = number
        held, left = held + size, left - size
        if held >= smallest and left >= smallest:
            number, held = number + 1, 0
    return bin_of_value[place]


def _reliability_bin(truth: FloatArray, score: FloatArray, used: BoolArray, resamples: Resamples) -> ReliabilityBin:
    n, n_positive = resamples.totals(np.column_stack([used, used * truth]).astype(np.float64)).T
    share = resamples.estimate(divide(n_positive, n), used=used, why_undefined="the bin is empty")
    return ReliabilityBin(
        low=float(score[used].min()),
        high=float(score[used].max()),
        n_units=int(used.sum()),
        mean_score=float(score[used].mean()),
        share_positive=float(truth[used].mean()),
        share_low=share.low,
        share_high=share.high,
        why_no_interval=share.why_no_interval,
    )


def _areas(truth: FloatArray, score: FloatArray, resamples: Resamples) -> tuple[FloatArray, FloatArray]:
    """Areas under the ROC curve and under precision over recall, equal scores taken as one step."""
    order = np.argsort(-score, kind="stable")
    _, sizes = np.unique(-score, return_counts=True)
    starts = np.cumsum(sizes) - sizes
    weights = resamples.unit_weights()[:, order]
    positives = np.add.reduceat(weights * truth[order], starts, axis=1)
    negatives = np.add.reduceat(weights * (1 - truth[order]), starts, axis=1)
    found, alarms = positives.cumsum(axis=1), negatives.cumsum(axis=1)
    n_positive, n_negative = found[:, -1], alarms[:, -1]
    # A positive beats the negatives that score lower and draws with those that score the same.
    wins = (positives * (n_negative[:, None] - alarms + negatives / 2)).sum(axis=1)
    precision = np.nan_to_num(divide(found, found + alarms))
    return divide(wins, n_positive * n_negative), divide((positives * precision).sum(axis=1), n_positive)
