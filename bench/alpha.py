"""Krippendorff's alpha with 2,000 session bootstraps of 789 units by 5 raters, against a loop over krippendorff."""

from functools import partial

import krippendorff
import numpy as np

from bench.ratio import Ratio, seconds
from metrics.agreement import agreement_estimates
from metrics.arrays import FloatArray
from metrics.intervals import Resamples
from metrics.rating_scale import Scale
from metrics.ratings import Ratings

N_UNITS, N_RATERS, N_SESSIONS, BOOTSTRAP = 789, 5, 18, 2000
SCALES = (Scale("nominal", ("none", "minimizing", "contradiction")), Scale("ordinal", ("1", "2", "3", "4", "5")))


def measure() -> list[Ratio]:
    return [_measure(scale) for scale in SCALES]


def _measure(scale: Scale) -> Ratio:
    ratings = simulated_ratings(scale)
    ours = seconds(lambda: agreement_estimates(ratings, names=["alpha"], bootstrap=BOOTSTRAP), repeats=5)
    resamples = ratings.draw(bootstrap=BOOTSTRAP)
    loop = seconds(partial(loop_over_package, ratings, resamples))
    return Ratio(
        name=f"alpha ({scale.kind}), {BOOTSTRAP:,} session bootstraps of {N_UNITS} x {N_RATERS}",
        value=loop / ours,
        target=30,
        detail=f"{ours * 1000:.1f} ms; loop over krippendorff {loop * 1000:.0f} ms",
    )


def loop_over_package(ratings: Ratings, resamples: Resamples) -> FloatArray:
    """The plain way, in the package's quicker form: units are counted once, then copied for each resample."""
    counts = ratings.level_counts.astype(int)
    of_session = [np.flatnonzero(resamples.cluster_of_unit == session) for session in range(N_SESSIONS)]
    alphas = [
        krippendorff.alpha(
            value_counts=counts[np.concatenate([np.tile(of_session[s], int(n)) for s, n in enumerate(weights)])],
            level_of_measurement=ratings.scale.kind,
        )
        for weights in resamples.weights[1:]
    ]
    return np.quantile(alphas, [0.025, 0.975])


def simulated_ratings(scale: Scale) -> Ratings:
    """Raters who hit the unit's own level in about 70 % of cases and skip every twentieth unit."""
    rng = np.random.default_rng(0)
    levels = len(scale.levels)
    truth = rng.integers(levels, size=N_UNITS)
    values = np.where(rng.random((N_RATERS, N_UNITS)) < 0.7, truth, rng.integers(levels, size=(N_RATERS, N_UNITS)))
    given = np.where(rng.random(values.shape) < 0.95, values, np.nan)
    units = tuple((f"S{unit % N_SESSIONS}", str(unit)) for unit in range(N_UNITS))
    return Ratings(given, scale, ("Asha", "Ben", "Chi", "Dev", "Eli"), units)
