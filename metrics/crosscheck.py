"""Alpha once more, by the krippendorff package, so that a page can say that an independent implementation agrees."""

import numpy as np

from metrics.ratings import Ratings


def alpha_by_package(ratings: Ratings) -> float | None:
    """The package's alpha of the same ratings; None where it is not installed or alpha is undefined."""
    try:
        import krippendorff
    except ImportError:
        return None
    paired = ratings.values[:, ratings.n_ratings >= 2]
    if len(np.unique(paired[~np.isnan(paired)])) < 2:
        return None  # The package raises or warns, each version its own way.
    return float(krippendorff.alpha(reliability_data=paired, level_of_measurement=ratings.scale.kind))
