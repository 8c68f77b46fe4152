import pytest

from metrics.proportions import wilson_interval


def test_wilson_interval_of_the_published_expert_review():
    # E-THER's experts agreed with 83 of 100 labels: [.745, .891].
    assert wilson_interval(83, 100) == pytest.approx((0.745, 0.891), abs=5e-4)


def test_wilson_interval_of_nine_positives_of_twelve():
    assert wilson_interval(9, 12) == pytest.approx((0.47, 0.91), abs=5e-3)


def test_wilson_interval_at_its_edges():
    assert wilson_interval(0, 0) is None
    assert wilson_interval(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson_interval(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
