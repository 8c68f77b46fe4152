"""Humans and model are set against the same targets."""

import numpy as np
import pytest

from metrics.ceiling import human_ceiling
from metrics.intervals import Resamples

ASHA_BEN_CHI = ("Asha", "Ben", "Chi")
LABELS = np.array(
    [
        [1, 1, 0, 0],
        [1, 1, 0, 1],
        [1, 0, 0, np.nan],
    ]
)


def test_each_rater_meets_the_majority_of_the_others() -> None:
    # Unit 0: the others of each say yes, each agrees. Unit 1: Asha and Ben face an even vote, Chi's no a yes.
    # Unit 2: all no. Unit 3: Asha's no faces yes, Ben's yes faces no. So of the 9 rows with a majority:
    # hits 3, false alarms 1 (Ben), misses 2 (Chi, Asha), and F1 = 6 / (6 + 1 + 2).
    ceiling = human_ceiling(
        LABELS,
        np.array([0.9, 0.9, 0.1, 0.9]),
        threshold=0.5,
        raters=ASHA_BEN_CHI,
        resamples=Resamples.draw(["S1", "S2", "S3", "S4"]),
    )

    assert ceiling is not None
    assert ceiling.n_ties == 2
    assert ceiling.humans["f1"].value == pytest.approx(6 / 9)
    assert (ceiling.humans["f1"].n_units, ceiling.humans["f1"].n_raters) == (9, 3)
    # The model calls units 0, 1 and 3: hits in the 3 rows of unit 0, Chi's of unit 1 and Asha's of unit 3, and a false
    # alarm in Ben's row of unit 3.
    assert ceiling.model["f1"].value == pytest.approx(10 / 11)


def test_the_share_of_the_others_is_the_human_score() -> None:
    ceiling = human_ceiling(
        LABELS, np.array([0.9, 0.9, 0.1, 0.9]), threshold=0.5, raters=ASHA_BEN_CHI, resamples=Resamples.draw("abcd")
    )

    assert ceiling is not None
    # Squared gaps: unit 0 none, unit 1 1/4 + 1/4 + 1, unit 2 none, unit 3 1 + 1; over 11 rows.
    assert ceiling.humans["brier"].value == pytest.approx(3.5 / 11)
    # Of the model: unit 0 3 * .01, unit 1 2 * .01 + .81, unit 2 3 * .01, unit 3 .81 + .01.
    assert ceiling.model["brier"].value == pytest.approx(1.71 / 11)
    assert ceiling.by_rater["Chi"]["brier"].value == pytest.approx(1 / 3)


def test_raters_who_all_agree_are_a_ceiling_of_one() -> None:
    truth = np.tile([0.0, 1, 0, 0], 6)

    ceiling = human_ceiling(
        np.stack([truth] * 3),
        np.full(24, 0.25),
        threshold=0.5,
        raters=ASHA_BEN_CHI,
        resamples=Resamples.draw([f"S{unit // 4}" for unit in range(24)]),
    )

    assert ceiling is not None
    humans = {name: (estimate.value, estimate.low, estimate.high) for name, estimate in ceiling.humans.items()}
    assert humans["auroc"] == humans["f1"] == humans["mcc"] == (1, 1, 1)
    assert ceiling.model["auroc"].value == 0.5


def test_without_two_ratings_of_a_unit_there_is_no_ceiling() -> None:
    labels = np.array([[1, np.nan], [np.nan, 0]])

    ceiling = human_ceiling(
        labels, np.array([0.5, 0.5]), threshold=0.5, raters=("Asha", "Ben"), resamples=Resamples.draw("ab")
    )

    assert ceiling is None
