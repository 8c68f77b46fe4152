"""The human ceiling of detection: how well one rater matches the others, and the model on the very same targets."""

from dataclasses import dataclass

import numpy as np

from metrics.arrays import BoolArray, FloatArray
from metrics.detection import call_estimates, no_calls, score_estimates
from metrics.estimate import Estimate
from metrics.intervals import Resamples


@dataclass(frozen=True)
class Ceiling:
    """Every rating is left out once and set against the others of its unit; a row of data is (rater, unit).

    For `f1 mcc precision recall` the target is the majority of the others: the human side calls what the rater left
    out said, the model side what its score says at its threshold. For `base_rate auroc auprc brier` the target is
    what the rater left out said: the human side scores the share of the others who say positive, the model its own.
    """

    humans: dict[str, Estimate]
    by_rater: dict[str, dict[str, Estimate]]
    """As `humans`, from the rows of one rater."""
    model: dict[str, Estimate]
    n_ties: int
    """Rows in which the others were divided evenly: they have no majority, so they are left out of the calls."""


def human_ceiling(
    labels: FloatArray,
    score: FloatArray,
    *,
    threshold: float | str,
    raters: tuple[str, ...],
    resamples: Resamples,
) -> Ceiling | None:
    """Set each rater, and the model, against the other raters; None where no unit has two ratings.

    Args:
        labels: shape (n_raters, n_units); 1 positive, 0 not, NaN where the rater gave no label.
        score: shape (n_units,); the model's probability of positive.
        threshold: from which score on the model calls a unit positive, or why there is none.
        resamples: of the units; the intervals of humans and model rest on the same draws.
    """
    given = ~np.isnan(labels)
    rater, unit = np.nonzero(given & (given.sum(axis=0) >= 2))
    if len(unit) == 0:
        return None
    own = labels[rater, unit]
    share = (np.nansum(labels, axis=0)[unit] - own) / (given.sum(axis=0)[unit] - 1)

    def against_others(score: FloatArray, called: FloatArray | str, rows: BoolArray) -> dict[str, Estimate]:
        decided = rows & (share != 0.5)
        n_raters = len(np.unique(rater[rows]))
        of_score = score_estimates(own[rows], score[rows], resamples=resamples.of_units(unit[rows]), n_raters=n_raters)
        target = (share[decided] > 0.5).astype(np.float64)
        here = resamples.of_units(unit[decided])
        if isinstance(called, str):
            return of_score | no_calls(called, target, resamples=here, n_raters=n_raters)
        return of_score | call_estimates(target, called[decided], resamples=here, n_raters=n_raters)

    everyone = np.ones(len(unit), dtype=bool)
    called = threshold if isinstance(threshold, str) else (score[unit] >= threshold).astype(np.float64)
    return Ceiling(
        humans=against_others(share, own, everyone),
        by_rater={raters[number]: against_others(share, own, rater == number) for number in np.unique(rater).tolist()},
        model=against_others(score[unit], called, everyone),
        n_ties=int((share == 0.5).sum()),
    )
