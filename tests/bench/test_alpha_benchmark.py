"""The benchmark compares two ways to the same interval."""

import pytest

from bench.alpha import SCALES, loop_over_package, simulated_ratings
from metrics.agreement import agreement_estimates


@pytest.mark.parametrize("scale", SCALES)
def test_theloop_over_package_over_krippendorff_reaches_our_interval(scale) -> None:
    ratings = simulated_ratings(scale)

    ours = agreement_estimates(ratings, names=["alpha"], bootstrap=40)["alpha"]

    assert loop_over_package(ratings, ratings.draw(bootstrap=40)) == pytest.approx([ours.low, ours.high])
