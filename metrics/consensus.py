"""One label from several raters: the majority on levels, means without each rater's bias on numbers."""

from dataclasses import dataclass

import numpy as np

from metrics.arrays import FloatArray
from metrics.ratings import Ratings


@dataclass(frozen=True)
class Majority:
    """What most raters of a unit said."""

    session: str | None
    unit: str
    level: str | None
    """None on a tie: nothing in the votes decides it, so it goes to review."""
    votes: dict[str, int]
    """Votes by level, only the levels that got one, in the codebook's order."""


def majority(ratings: Ratings) -> list[Majority]:
    """The level with the most votes of each unit, in the order of the ratings' units. One vote is a majority of one."""
    levels = ratings.scale.levels
    labels = []
    for (session, unit), counts in zip(ratings.units, ratings.level_counts.astype(int), strict=True):
        winners = np.flatnonzero(counts == counts.max())
        labels.append(
            Majority(
                session=session,
                unit=unit,
                level=levels[winners[0]] if len(winners) == 1 else None,
                votes={level: int(n) for level, n in zip(levels, counts, strict=True) if n},
            )
        )
    return labels


RATINGS_WITHOUT_BIAS = 5
"""So many ratings without any bias are laid beside each rater's own, so that a bias seen on few units is small.

It is the variance of ratings that nothing explains over that of the raters: for the three experts of Lend an Ear it is
2 to 11 on five scales, and much more on a sixth, where they hardly differ.
"""


@dataclass(frozen=True)
class CorrectedMeans:
    """Means that depend less on which raters a unit happened to get."""

    means: FloatArray
    """Shape (n_units,); may lie a little beyond the ends of the scale, since a harsh rater's 5 is more than 5.

    Of a unit with one rating it is that rating: nothing else is known of it."""
    biases: FloatArray
    """Shape (n_raters,); how much higher than the others a rater scores, on average 0."""


def bias_corrected_means(values: FloatArray) -> CorrectedMeans:
    """Fit value = unit + bias of the rater by least squares, where each bias costs its square.

    Biases come from units with two or more ratings alone. Raters that no chain of common units connects are compared
    within their own group only.

    Args:
        values: shape (n_raters, n_units), numbers of a 1-5 or 1-9 scale; NaN where missing, one rating a unit at least.

    Source: Robinson (1991), That BLUP is a good thing, Statistical Science 6, 15-32.
    """
    given = ~np.isnan(values)
    n_ratings = given.sum(axis=0)
    from_mean = np.where(given, values - np.nansum(values, axis=0) / n_ratings, 0.0)
    # The units drop out of the normal equations, which leaves one equation a rater.
    share = given / n_ratings
    normal = np.diag(given.sum(axis=1) + RATINGS_WITHOUT_BIAS) - share @ given.T
    biases = np.linalg.solve(normal, from_mean.sum(axis=1))
    corrected = np.where(given, values - np.where(n_ratings > 1, biases[:, None], 0.0), 0.0)
    return CorrectedMeans(means=corrected.sum(axis=0) / n_ratings, biases=biases)
