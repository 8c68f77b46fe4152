"""Which units raters disagree on most."""

from dataclasses import dataclass

import numpy as np

from metrics.arrays import FloatArray, divide
from metrics.nominal import agreement_of_units, quadratic_closeness
from metrics.ratings import Ratings


@dataclass(frozen=True)
class UnitDisagreement:
    session: str | None
    unit: str
    disagreement: float
    """Mean over pairs of its raters: on levels 0 to 1, where 1 is the whole scale apart; on numbers the squared gap."""
    n_raters: int


def disagreement_by_unit(ratings: Ratings, *, most: int | None = None) -> list[UnitDisagreement]:
    """Units with two or more ratings, the `most` or all, the most disputed first; equals stay in the ratings' order."""
    disagreement = _squared_gaps(ratings.values) if not ratings.scale.has_levels else 1 - _closeness(ratings)
    ranked = np.argsort(-disagreement, kind="stable")  # NaN, which a single rating leaves, comes last.
    n_ratings = ratings.n_ratings
    return [
        UnitDisagreement(
            session=ratings.units[index][0],
            unit=ratings.units[index][1],
            disagreement=float(disagreement[index]),
            n_raters=int(n_ratings[index]),
        )
        for index in ranked[:most].tolist()
        if n_ratings[index] >= 2
    ]


def _closeness(ratings: Ratings) -> FloatArray:
    counts = ratings.level_counts
    is_ordinal = ratings.scale.kind == "ordinal"
    closeness = quadratic_closeness(np.array(ratings.scale.positions)) if is_ordinal else np.eye(counts.shape[1])
    return agreement_of_units(counts, closeness)


def _squared_gaps(values: FloatArray) -> FloatArray:
    """Mean squared difference of two raters of each unit: twice the unit's variance."""
    n = (~np.isnan(values)).sum(axis=0) * 1.0
    from_mean = values - np.nansum(values, axis=0) / n
    return divide(2 * np.nansum(from_mean**2, axis=0), n - 1)
