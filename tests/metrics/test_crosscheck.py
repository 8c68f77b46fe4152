"""Our alpha and that of the krippendorff package are the same number."""

import krippendorff
import numpy as np
import pytest

from metrics.agreement import agreement_estimates
from metrics.rating_scale import Scale, ScaleKind
from metrics.ratings import Ratings


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("kind", ["nominal", "ordinal", "interval", "ratio"])
def test_the_package_gives_the_same_alpha(kind: ScaleKind, seed: int) -> None:
    rng = np.random.default_rng(seed)
    values = (rng.integers(5, size=40) + rng.integers(-1, 2, size=(4, 40))).clip(0, 4) * 1.0
    values[1:][rng.random((3, 40)) < 0.5] = np.nan
    levels = ("1", "2", "3", "4", "5") if kind in ("nominal", "ordinal") else ()
    ratings = Ratings(values, Scale(kind, levels), tuple("ABCD"), tuple((None, str(unit)) for unit in range(40)))

    ours = agreement_estimates(ratings, names=["alpha"], bootstrap=0)["alpha"].value

    theirs = krippendorff.alpha(reliability_data=values, level_of_measurement=kind)
    assert ours == pytest.approx(theirs)
