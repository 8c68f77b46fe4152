"""Sample weights, worked by hand."""

import math

import numpy as np
import pytest

from training import weights


def test_the_distance_of_opposite_corners_is_the_longest_there_is():
    assert weights.vad_distance((9, 9, 9), (1, 1, 1)) == pytest.approx(2 * math.sqrt(3))
    assert weights.vad_distance((7, 5, 5), (5, 5, 5)) == pytest.approx(0.5)
    assert math.isnan(weights.vad_distance(None, (5, 5, 5)))


def test_embeddings_that_point_apart_are_far_and_a_zero_one_is_orthogonal():
    x = np.array([2.0, 0.0])

    assert weights.embedding_distance(x, x) == pytest.approx(0)
    assert weights.embedding_distance(x, -x) == pytest.approx(2)
    assert weights.embedding_distance(x, np.zeros(2)) == 1


@pytest.mark.parametrize(("gamma", "weight"), [(0.8, 1.574), (1.0, 1.5), (1.2, 1.435)])
def test_at_tau_with_orthogonal_embeddings_the_weight_is_one_and_a_half_to_the_gamma(gamma, weight):
    # m / (m + tau) = 1/2 and c / 2 = 1/2, so s = 1/2 and w = 1 + 0.5 ** gamma.
    result = weights.continuous(np.array([0.7]), np.array([1.0]), tau=0.7, lambda_=0.5, gamma=gamma)

    assert result[0] == pytest.approx(weight, abs=5e-4)


def test_without_any_distance_the_weight_is_one_even_where_tau_is_unknown():
    result = weights.continuous(np.array([0.0]), np.array([0.0]), tau=math.nan, lambda_=0.5, gamma=1)

    assert result.tolist() == [1]


def test_tau_is_the_median_of_the_positive_distances():
    assert weights.frozen_tau(np.array([0, 0, 0.2, 0.4, 3.0, math.nan])) == 0.4


def test_binary_weights_double_what_is_incongruent():
    assert weights.binary(["none", "minimizing", "contradiction"]).tolist() == [1, 2, 2]


def test_the_less_engaged_a_client_the_more_the_turn_counts():
    assert weights.engagement([1, 3, 5]).tolist() == [2, 1.5, 1]


def test_balanced_classes_count_the_same_in_sum():
    # 4 turns, 2 classes: 4 / (2 * 3) for each of three, 4 / (2 * 1) for the one.
    result = weights.class_balanced(["none", "none", "none", "minimizing"])

    assert result.tolist() == pytest.approx([2 / 3, 2 / 3, 2 / 3, 2])


def test_a_sample_without_a_weight_of_its_own_gets_the_mean():
    assert weights.filled(np.array([1.0, math.nan, 2.0])).tolist() == [1, 1.5, 2]
