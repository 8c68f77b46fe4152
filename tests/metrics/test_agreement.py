"""Coefficients at hand-worked values and at their edges."""

import json

import numpy as np
import pytest

from metrics.agreement import agreement_estimates, measures_for, subtype_agreement
from metrics.rating_scale import Scale
from metrics.ratings import Ratings
from metrics.refusal import InputRefusedError

XY = Scale("nominal", ("x", "y"))
TYPES = Scale("nominal", ("none", "minimizing", "contradiction"))
ONE_TO_FIVE = Scale("ordinal", ("1", "2", "3", "4", "5"))
ONE_TO_NINE = Scale("interval")


def test_alpha_of_two_raters_on_three_units(ratings_of) -> None:
    # Pairs (2,2) (2,3) (1,1): observed disagreement 2/6, expected 22/30, so alpha = 1 - 10/22.
    ratings = ratings_of({"Asha": [2, 2, 1], "Ben": [2, 3, 1]}, Scale("nominal", ("1", "2", "3")))

    assert agreement_estimates(ratings, names=["alpha"])["alpha"].value == pytest.approx(12 / 22)


def test_a_missing_rating_is_no_category(ratings_of) -> None:
    # Dropped, the gaps leave one agreeing pair of x and one of y. Taken as a category they would give .167.
    ratings = ratings_of({"Asha": ["x", "y"], "Ben": ["x", None], "Chi": [None, "y"]}, XY)

    assert agreement_estimates(ratings, names=["alpha"])["alpha"].value == 1


@pytest.mark.parametrize("name", ["alpha", "fleiss_kappa", "conger_kappa", "scott_pi", "cohen_kappa:Asha|Ben"])
def test_one_label_leaves_chance_corrected_agreement_undefined_in_words(name: str, ratings_of) -> None:
    ratings = ratings_of({"Asha": ["x"] * 3, "Ben": ["x"] * 3}, XY)

    estimate = agreement_estimates(ratings, names=[name])[name]

    assert (estimate.value, estimate.low, estimate.high) == (None, None, None)
    assert estimate.why_undefined == "only one label was used; observed agreement 100 %"
    assert estimate.why_no_interval == "the value itself is undefined"


def test_one_label_is_full_agreement_for_ac1_and_for_percent(ratings_of) -> None:
    ratings = ratings_of({"Asha": ["x"] * 3, "Ben": ["x"] * 3}, XY)

    estimates = agreement_estimates(ratings, names=["ac1", "percent", "bennett_s"])

    assert [estimate.value for estimate in estimates.values()] == [1, 1, 1]


def test_a_codebook_of_one_level_leaves_everything_but_percent_undefined(ratings_of) -> None:
    ratings = ratings_of({"Asha": ["x"] * 3, "Ben": ["x"] * 3}, Scale("nominal", ("x",)))

    estimates = agreement_estimates(ratings, names=["ac1", "alpha", "bennett_s"])

    assert {estimate.why_undefined for estimate in estimates.values()} == {"the scale has one level only"}


def test_fleiss_kappa_takes_units_with_unlike_numbers_of_raters(ratings_of) -> None:
    # Agreement of the units 1 and 0, mean 1/2; shares of a (1 + 1/2) / 2 = 3/4, of b 1/4, by chance 10/16.
    ratings = ratings_of({"Asha": "aa", "Ben": "ab", "Chi": ["a", None]}, Scale("nominal", ("a", "b")))

    kappa = agreement_estimates(ratings, names=["fleiss_kappa"])["fleiss_kappa"]

    assert kappa.value == pytest.approx((1 / 2 - 10 / 16) / (1 - 10 / 16))


@pytest.mark.parametrize("scale", [XY, ONE_TO_FIVE, ONE_TO_NINE, Scale("ratio")])
@pytest.mark.parametrize("by_rater", [{"Asha": [1, None], "Ben": [None, 2]}, {"Asha": [1, 2]}])
def test_without_a_unit_that_two_rated_nothing_is_defined(by_rater, scale: Scale, ratings_of) -> None:
    if scale is XY:
        by_rater = {rater: [value and "xy"[value - 1] for value in values] for rater, values in by_rater.items()}
    ratings = ratings_of(by_rater, scale)

    estimates = agreement_estimates(ratings, names=[name for name in measures_for(ratings) if "prev" not in name])

    assert [estimate.value for estimate in estimates.values()] == [None] * len(estimates)
    assert all(estimate.why_undefined for estimate in estimates.values())
    assert estimates["alpha"].why_undefined == "no unit has two ratings"


def test_a_single_unit_breaks_nothing(ratings_of) -> None:
    for scale in (ONE_TO_FIVE, ONE_TO_NINE, Scale("ratio")):
        estimates = agreement_estimates(ratings_of({"Asha": [1], "Ben": [2]}, scale))

        # With one unit of two values, observed and expected disagreement are the same pair.
        assert estimates["alpha"].value == pytest.approx(0)
        assert estimates["icc_a_1"].why_undefined == "there is one unit only"


def test_the_levels_of_the_codebook_count_not_those_used(ratings_of) -> None:
    # The mean squared gap is 13/6, by chance 72/6 + 63/6 - 2 * 18 * 17/36 = 5.5: kappa = 1 - 13/33. With the places
    # 0-3 of the levels used, 1 2 4 5, it would be .706.
    ratings = ratings_of({"Asha": [1, 2, 4, 5, 5, 1], "Ben": [1, 4, 4, 5, 2, 1]}, ONE_TO_FIVE)

    kappa = agreement_estimates(ratings, names=["weighted_kappa:Asha|Ben"])["weighted_kappa:Asha|Ben"]

    assert kappa.value == pytest.approx(20 / 33)


@pytest.mark.parametrize(("prevalence", "kappa", "ac1"), [(50, 0.64, 0.64), (20, 0.53, 0.71), (5, 0.25, 0.76)])
def test_kappa_falls_with_prevalence_where_ac1_rises(prevalence: int, kappa: float, ac1: float, ratings_of) -> None:
    # Two raters of 90 % sensitivity and specificity: of 10,000 units the rarer state is true in 100 * prevalence.
    true, false = 100 * prevalence, 100 * (100 - prevalence)
    both = true * 81 // 100 + false // 100
    neither = true // 100 + false * 81 // 100
    apart = (10000 - both - neither) // 2
    asha = "y" * (both + apart) + "x" * (apart + neither)
    ben = "y" * both + "x" * apart + "y" * apart + "x" * neither
    ratings = ratings_of({"Asha": asha, "Ben": ben}, XY)

    estimates = agreement_estimates(ratings, names=["percent", "cohen_kappa:Asha|Ben", "ac1"], bootstrap=0)

    assert [estimate.value for estimate in estimates.values()] == [
        pytest.approx(0.82, abs=0.001), pytest.approx(kappa, abs=0.005), pytest.approx(ac1, abs=0.005),
    ]  # fmt: skip


def test_what_needs_every_rater_on_every_unit_is_refused_with_the_reason(ratings_of) -> None:
    ratings = ratings_of({"Asha": [1, 5, 3], "Ben": [2, None, 3]}, ONE_TO_NINE)

    estimates = agreement_estimates(ratings, names=["cronbach_alpha", "kendall_w"])

    assert [estimate.value for estimate in estimates.values()] == [None, None]
    assert {estimate.why_undefined for estimate in estimates.values()} == {
        "it needs every rater on every unit; 1 of 3 units lack a rating"
    }


def test_perfect_agreement_on_numbers_is_one_without_an_f_interval(ratings_of) -> None:
    ratings = ratings_of({"Asha": [0.1, 0.3, 0.7], "Ben": [0.1, 0.3, 0.7]}, ONE_TO_NINE)

    estimate = agreement_estimates(ratings, names=["icc_a_1"])["icc_a_1"]

    assert (estimate.value, estimate.low) == (pytest.approx(1), None)
    assert estimate.why_no_interval == "the mean squares leave the F-based interval undefined"


@pytest.mark.parametrize("value", [0.1, 1e9 + 0.1])
def test_equal_numbers_are_undefined_however_they_round(value: float, ratings_of) -> None:
    ratings = ratings_of({"Asha": [value] * 7, "Ben": [value] * 7, "Chi": [value] * 7}, ONE_TO_NINE)

    estimates = agreement_estimates(ratings)

    assert {estimate.why_undefined for estimate in estimates.values()} == {"all ratings are equal"}


def test_numbers_far_from_zero_agree_as_well_as_near_it(ratings_of) -> None:
    near = {"Asha": [1, 2, 4, 5], "Ben": [1, 3, 4, 4]}
    far = {rater: [value + 1e8 for value in values] for rater, values in near.items()}

    for name in ("alpha", "icc_1_1", "icc_a_1", "icc_c_k", "kendall_w"):
        value_near, value_far = (
            agreement_estimates(ratings_of(values, ONE_TO_NINE), names=[name])[name].value for values in (near, far)
        )
        assert value_far == pytest.approx(value_near)


def test_the_icc_of_sessions_gets_an_interval_that_resamples_sessions(ratings_of) -> None:
    sessions = [f"S{unit // 2}" for unit in range(12)]
    asha = [1, 2, 4, 5, 5, 1, 7, 8, 3, 2, 9, 6]
    ratings = ratings_of({"Asha": asha, "Ben": [min(9, a + 1) for a in asha]}, ONE_TO_NINE, sessions=sessions)

    estimate = agreement_estimates(ratings, names=["icc_a_1"])["icc_a_1"]

    assert (estimate.resampled, estimate.n_clusters) == ("session", 6)
    assert estimate.low < estimate.value < estimate.high


def test_subtypes_are_compared_among_those_who_both_see_incongruence(ratings_of) -> None:
    asha = ["none", "minimizing", "minimizing", "contradiction", "none"]
    ben = ["none", "minimizing", "contradiction", "contradiction", "minimizing"]
    ratings = ratings_of({"Asha": asha, "Ben": ben}, TYPES)

    estimate = subtype_agreement(ratings, subtypes=["minimizing", "contradiction"])

    assert (estimate.value, estimate.n_units) == (pytest.approx(2 / 3), 3)


def test_each_level_has_its_own_agreement_and_prevalence(ratings_of) -> None:
    asha = ["none", "minimizing", "minimizing", "contradiction", "none"]
    ben = ["none", "minimizing", "contradiction", "contradiction", "minimizing"]

    estimates = agreement_estimates(ratings_of({"Asha": asha, "Ben": ben}, TYPES))

    # Four ratings "minimizing", two of them matched by the other rater.
    assert estimates["specific_agreement:minimizing"].value == pytest.approx(2 / 4)
    assert estimates["prevalence:minimizing"].value == pytest.approx(4 / 10)


def test_worded_levels_of_an_ordinal_scale_stand_in_their_order(ratings_of) -> None:
    words = {"1": "poor", "2": "neutral", "3": "good"}
    numbers = {"Asha": list("1123"), "Ben": list("1233")}
    worded = {rater: [words[value] for value in values] for rater, values in numbers.items()}

    by_number = agreement_estimates(ratings_of(numbers, Scale("ordinal", ("1", "2", "3"))))
    by_word = agreement_estimates(ratings_of(worded, Scale("ordinal", ("poor", "neutral", "good"))))

    assert by_word["weighted_kappa:Asha|Ben"] == by_number["weighted_kappa:Asha|Ben"]
    assert by_word["alpha"] == by_number["alpha"]


def test_light_kappa_needs_every_pair(ratings_of) -> None:
    ratings = ratings_of({"Asha": ["x", "y", None], "Ben": ["x", "y", "x"], "Chi": [None, None, "x"]}, XY)

    estimate = agreement_estimates(ratings, names=["light_kappa"])["light_kappa"]

    assert estimate.why_undefined == "Cohen's kappa is undefined for 2 of 3 pairs"


def test_scotts_pi_is_for_two_raters(ratings_of) -> None:
    ratings = ratings_of({"Asha": "xyx", "Ben": "xyy", "Chi": "xyx"}, XY)

    estimate = agreement_estimates(ratings, names=["scott_pi"])["scott_pi"]

    assert estimate.why_undefined == "it is for two raters, not 3; Fleiss’ kappa is for more"


def test_a_level_off_the_scale_is_refused(ratings_of) -> None:
    with pytest.raises(InputRefusedError, match="'z' is not one of the levels x, y"):
        ratings_of({"Asha": "xz"}, XY)


def test_listed_levels_limit_the_numbers_of_an_interval_scale(ratings_of) -> None:
    one_to_three = Scale("interval", ("1", "2", "3"))

    assert ratings_of({"Asha": [3, 1]}, one_to_three).values.tolist() == [[3, 1]]
    with pytest.raises(InputRefusedError, match="'33' is not one of the levels 1, 2, 3"):
        ratings_of({"Asha": [33, 1]}, one_to_three)


def test_raters_who_tell_no_units_apart_leave_consistency_undefined(ratings_of) -> None:
    ratings = ratings_of({"Asha": [1, 1, 1], "Ben": [2, 2, 2]}, ONE_TO_NINE)

    estimates = agreement_estimates(ratings, names=["icc_c_1", "kendall_w", "icc_a_1"])

    assert estimates["icc_c_1"].why_undefined == estimates["kendall_w"].why_undefined
    assert estimates["kendall_w"].why_undefined == "the raters do not tell the units apart"
    assert estimates["icc_a_1"].value == 0


def test_opposite_raters_get_the_lowest_values_without_a_crash(ratings_of) -> None:
    ratings = ratings_of({"Asha": [1, 2, 3, 4], "Ben": [4, 3, 2, 1]}, ONE_TO_NINE)

    estimates = agreement_estimates(ratings)

    # Every unit has the mean 2.5, so nothing lies between units.
    assert estimates["icc_1_1"].value == estimates["icc_c_1"].value == -1
    assert estimates["icc_1_k"].value is None
    assert estimates["kendall_w"].value == 0


@pytest.mark.parametrize("seed", range(40))
def test_whatever_the_ratings_every_estimate_is_a_number_or_a_reason(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n_raters, n_units, n_levels = rng.integers(1, 5), rng.integers(1, 9), int(rng.integers(1, 4))
    values = rng.integers(n_levels, size=(n_raters, n_units)) * 1.0
    values[1:][rng.random((n_raters - 1, n_units)) < rng.choice([0, 0.5])] = np.nan
    levels = tuple(str(level) for level in range(n_levels))
    units = tuple((f"S{unit // 2}" if seed % 2 else None, str(unit)) for unit in range(n_units))
    raters = tuple("ABCD"[:n_raters])

    for scale in (Scale("nominal", levels), Scale("ordinal", levels), Scale("interval"), Scale("ratio")):
        estimates = agreement_estimates(Ratings(values, scale, raters, units), bootstrap=60, seed=seed)

        for name, estimate in estimates.items():
            json.dumps(estimate.to_json(), allow_nan=False)
            assert (estimate.value is None) == bool(estimate.why_undefined), name
            assert (estimate.low is None) == (estimate.high is None) == bool(estimate.why_no_interval), name
            assert estimate.value is None or estimate.value <= 1 + 1e-9, name
            assert estimate.low is None or estimate.low <= estimate.high, name
