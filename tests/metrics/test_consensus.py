"""One label from several raters."""

import numpy as np
import pytest

from metrics.consensus import RATINGS_WITHOUT_BIAS, bias_corrected_means, majority
from metrics.disagreement import disagreement_by_unit
from metrics.rating_scale import Scale

TYPES = Scale("nominal", ("none", "minimizing", "contradiction"))


def test_most_votes_win_and_a_tie_goes_to_review(ratings_of) -> None:
    ratings = ratings_of(
        {
            "Asha": ["none", "minimizing", "contradiction"],
            "Ben": ["none", "contradiction", None],
            "Chi": ["minimizing", None, None],
        },
        TYPES,
        sessions=["S1", "S1", "S2"],
    )

    labels = majority(ratings)

    assert [(label.session, label.unit, label.level) for label in labels] == [
        ("S1", "0", "none"),
        ("S1", "1", None),
        ("S2", "2", "contradiction"),
    ]
    assert labels[0].votes == {"none": 2, "minimizing": 1}


def test_a_harsh_rater_does_not_lower_the_units_they_got() -> None:
    # Ben scores one below Asha on the hundred units they share, and two above Chi, who shares a hundred others with
    # him; on the last unit Ben and Chi say 4 and 2.
    asha, ben = np.full(201, np.nan), np.full(201, 4.0)
    chi = np.full(201, np.nan)
    asha[:100], chi[100:] = 5, 2
    values = np.vstack([asha, ben, chi])

    corrected = bias_corrected_means(values)

    assert corrected.biases == pytest.approx([4 / 3, 1 / 3, -5 / 3], abs=0.2)
    assert corrected.means[-1] == pytest.approx(3 + 2 / 3, abs=0.2)


def test_what_one_rater_alone_says_stays_their_number() -> None:
    values = np.array([[3.0, 5, 4, np.nan], [2.0, 4, 3, 2]])

    corrected = bias_corrected_means(values)

    assert corrected.means == pytest.approx([2.5, 4.5, 3.5, 2])


def test_one_common_unit_moves_nobody_far() -> None:
    # Asha and Ben share one unit alone, and are eight steps apart there. Each shares another with somebody who agrees.
    values = np.array([[9.0, 5, np.nan], [1.0, np.nan, 5], [np.nan, 5, 5]])

    corrected = bias_corrected_means(values)

    assert np.abs(corrected.biases).max() < 1
    assert corrected.means == pytest.approx([5, 5, 5], abs=0.5)


def test_raters_without_a_common_unit_are_left_as_they_are() -> None:
    values = np.array([[3.0, np.nan], [np.nan, 2]])

    corrected = bias_corrected_means(values)

    assert corrected.means == pytest.approx([3, 2])
    assert corrected.biases == pytest.approx([0, 0])


def test_biases_are_those_of_least_squares_that_costs_a_bias_its_square() -> None:
    rng = np.random.default_rng(2)
    values = rng.integers(1, 10, size=(4, 30)) * 1.0
    values[1:][rng.random((3, 30)) < 0.4] = np.nan
    rater, unit = np.nonzero(~np.isnan(values))
    design = np.zeros((len(unit) + 4, 34))
    design[np.arange(len(unit)), unit] = 1
    design[np.arange(len(unit)), 30 + rater] = 1
    design[len(unit) :, 30:] = np.eye(4) * np.sqrt(RATINGS_WITHOUT_BIAS)

    corrected = bias_corrected_means(values)

    solution = np.linalg.lstsq(design, np.append(values[rater, unit], np.zeros(4)))[0]
    alone = (~np.isnan(values)).sum(axis=0) == 1
    assert corrected.biases == pytest.approx(solution[30:])
    assert corrected.means[~alone] == pytest.approx(solution[:30][~alone])
    assert corrected.means[alone] == pytest.approx(values[0][alone])


def test_the_most_disputed_units_come_first(ratings_of) -> None:
    ratings = ratings_of(
        {
            "Asha": ["none", "none", "none", "none"],
            "Ben": ["none", "minimizing", "none", None],
            "Chi": ["minimizing", "contradiction", "none", None],
        },
        TYPES,
    )

    ranking = disagreement_by_unit(ratings)

    assert [(one.unit, pytest.approx(one.disagreement), one.n_raters) for one in ranking] == [
        ("1", 1, 3),
        ("0", 2 / 3, 3),
        ("2", 0, 3),
    ]


@pytest.mark.parametrize(
    ("scale", "expected"),
    [
        # Of the whole scale, 4 steps, one step is (1/4)^2 and three are (3/4)^2.
        (Scale("ordinal", ("1", "2", "3", "4", "5")), [("1", 9 / 16), ("0", 1 / 16)]),
        (Scale("interval"), [("1", 9), ("0", 1)]),
    ],
)
def test_far_apart_counts_more_than_next_to_each_other(scale: Scale, expected, ratings_of) -> None:
    ranking = disagreement_by_unit(ratings_of({"Asha": [1, 1], "Ben": [2, 4]}, scale))

    assert [(one.unit, one.disagreement) for one in ranking] == [
        (unit, pytest.approx(disagreement)) for unit, disagreement in expected
    ]
