"""The mean of a score, with an interval that resamples whole sessions."""

from collections.abc import Sequence

import numpy as np

from metrics.arrays import divide
from metrics.estimate import Estimate
from metrics.intervals import Resamples


def mean_estimate(values: Sequence[float | None], resamples: Resamples, *, why_undefined: str) -> Estimate:
    """The mean over the units that have a value.

    Args:
        values: one a unit, in the order of the resamples' clusters; None is missing and counts nowhere.
        resamples: the clusters and their draws.
        why_undefined: the reason, in case no unit has a value.
    """
    scores = np.array([np.nan if value is None else value for value in values], dtype=np.float64)
    used = ~np.isnan(scores)
    if not used.any():
        return resamples.undefined(why_undefined, used=used)
    totals = resamples.totals(np.column_stack([np.where(used, scores, 0.0), used]))
    return resamples.estimate(divide(totals[:, 0], totals[:, 1]), used=used, why_undefined=why_undefined)
