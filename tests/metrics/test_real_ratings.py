"""Published agreement of real studies comes out: Lend an Ear, EmoBank, MuSe."""

import csv
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from metrics.agreement import agreement_estimates
from metrics.intervals import Resamples
from metrics.rating_scale import Scale
from metrics.ratings import Rating, Ratings
from metrics.scales import continuous_estimates

ONE_TO_FIVE = Scale("ordinal", ("1", "2", "3", "4", "5"))
EXPERTS = ("expert1", "expert2", "expert3")


def lend_an_ear(public_data: Path, dimension: str, scale: Scale = ONE_TO_FIVE) -> Ratings:
    """The ratings of the three experts."""
    rows = []
    for expert in EXPERTS:
        with (public_data / "lend-an-ear" / "ratings" / f"{expert}_ratings.csv").open(newline="") as file:
            rows += [Rating(row["conversation_id"], expert, row[dimension]) for row in csv.DictReader(file)]
    return Ratings.of(rows, scale)


def test_the_kappas_of_lend_an_ear_come_out_as_printed(public_data: Path) -> None:
    with (public_data / "lend-an-ear" / "published_pairs_spearman_kappa.csv").open(newline="") as file:
        published = {
            (row["Dimension"], "|".join(sorted(row["Annotator Pair"].replace("'", "").strip("()").split(", ")))): float(
                row["Weighted Cohen's Kappa"]
            )
            for row in csv.DictReader(file)
            if row["Annotator Pair"].count("expert") == 2
        }
    assert len(published) == 18

    differing = {}
    for (dimension, pair), kappa in published.items():
        name = f"weighted_kappa:{pair}"
        value = agreement_estimates(lend_an_ear(public_data, dimension), names=[name], bootstrap=0)[name].value
        if value is None or abs(value - kappa) > 0.00501:
            differing[dimension, pair] = value

    # Published .82: its weights are places among the levels used, and the pair never used 4.
    assert differing == {("self_oriented", "expert1|expert2"): pytest.approx(0.786, abs=0.0005)}


def test_the_kappa_that_differs_comes_out_with_the_levels_used_as_the_scale(public_data: Path) -> None:
    ratings = lend_an_ear(public_data, "self_oriented", Scale("ordinal", ("1", "2", "3", "4", "5")))
    pair = Ratings(ratings.values[:2], ratings.scale, ratings.raters[:2], ratings.units)
    used = np.unique(pair.values)
    places = Ratings(
        np.searchsorted(used, pair.values) * 1.0,
        Scale("ordinal", tuple(str(place) for place in range(len(used)))),
        pair.raters,
        pair.units,
    )

    estimate = agreement_estimates(places, bootstrap=0)["weighted_kappa:expert1|expert2"]

    assert estimate.value == pytest.approx(0.82, abs=0.005)


@pytest.mark.parametrize(
    ("dimension", "ordinal", "interval", "crowd"),
    [
        ("validating_emotions", 0.3521, 0.3610, 0.2655),
        ("encouraging_elaboration", 0.7007, 0.6768, 0.3627),
        ("demonstrating_understanding", 0.3326, 0.4156, 0.1692),
        ("advice_giving", 0.6921, 0.6487, 0.1344),
        ("self_oriented", 0.6451, 0.6717, 0.2021),
        ("dismissing_emotions", 0.3584, 0.4356, 0.1236),
    ],
)
def test_alpha_of_lend_an_ears_experts_and_crowd(
    dimension: str, ordinal: float, interval: float, crowd: float, public_data: Path
) -> None:
    with (public_data / "lend-an-ear" / "crowd_annotations_per_rater.csv").open(newline="") as file:
        rows = [Rating(row["conversation_id"], row["user_id"], row[dimension]) for row in csv.DictReader(file)]
    of_crowd = Ratings.of(rows, ONE_TO_FIVE)

    values = [
        agreement_estimates(ratings, names=["alpha"], bootstrap=0)["alpha"].value
        for ratings in (
            lend_an_ear(public_data, dimension),
            lend_an_ear(public_data, dimension, Scale("interval")),
            of_crowd,
        )
    ]

    assert values == pytest.approx([ordinal, interval, crowd], abs=0.00005)
    assert all(len(unit) == 20 for _, unit in of_crowd.units)


@pytest.mark.parametrize(
    ("dimension", "nominal", "ordinal", "interval"),
    [("V", 0.2277, 0.3432, 0.3436), ("A", 0.1204, 0.1952, 0.2447), ("D", 0.1462, 0.1642, 0.2202)],
)
def test_alpha_of_emobanks_readers_without_ids(
    dimension: str, nominal: float, ordinal: float, interval: float, public_data: Path
) -> None:
    by_sentence: dict[str, list[str]] = {}
    with (public_data / "emobank" / "individual_reader_ratings.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            by_sentence.setdefault(row["id"], []).append(row[dimension])
    # Rows of one sentence are different people; alpha asks no more than that.
    rows = [
        Rating(sentence, f"reader {number}", str(int(float(value))))
        for sentence, values in by_sentence.items()
        for number, value in enumerate(values)
    ]

    values = [
        agreement_estimates(Ratings.of(rows, scale), names=["alpha"], bootstrap=0)["alpha"].value
        for scale in (Scale("nominal", ONE_TO_FIVE.levels), ONE_TO_FIVE, Scale("interval"))
    ]

    assert values == pytest.approx([nominal, ordinal, interval], abs=0.00005)


@pytest.mark.parametrize(
    ("dimension", "alpha", "icc_a_1", "icc_c_1", "icc_a_k"),
    [
        ("V", 0.1037, 0.1089, 0.1476, 0.9082),
        ("A", 0.0237, 0.0292, 0.0492, 0.7092),
        ("D", 0.0581, 0.0627, 0.0877, 0.8443),
    ],
)
def test_one_reader_of_emobanks_pilot_is_unreliable_and_their_mean_is_not(
    dimension: str, alpha: float, icc_a_1: float, icc_c_1: float, icc_a_k: float, public_data: Path
) -> None:
    with (public_data / "emobank" / "pilot-genre-balanced" / "reader.tsv").open(newline="") as file:
        rows = [
            Rating(column.strip(), f"reader {number:02}", value)
            for number, row in enumerate(csv.DictReader(file, delimiter="\t"))
            for column, value in row.items()
            if column.endswith(f"-{dimension}") and not column.startswith("trial")
        ]
    ratings = Ratings.of(rows, Scale("interval"))
    assert ratings.values.shape == (81, 40)

    estimates = agreement_estimates(ratings, names=["alpha", "icc_a_1", "icc_c_1", "icc_a_k"], bootstrap=0)

    assert [estimate.value for estimate in estimates.values()] == pytest.approx(
        [alpha, icc_a_1, icc_c_1, icc_a_k], abs=0.00005
    )


def test_agreement_of_muses_arousal_traces(public_data: Path) -> None:
    with (public_data / "muse-toolbox" / "raw" / "arousal" / "11.csv").open(newline="") as file:
        traces = np.array([[float(row[rater]) for rater in "123"] for row in csv.DictReader(file)]).T
    units = tuple((None, str(step)) for step in range(traces.shape[1]))
    ratings = Ratings(traces, Scale("interval"), ("1", "2", "3"), units)
    resamples = Resamples.draw(units, bootstrap=0)

    estimates = agreement_estimates(ratings, names=["alpha", "ccc:1|2", "ccc:1|3", "ccc:2|3"], bootstrap=0)
    pairs = [continuous_estimates(traces[a], traces[b], resamples=resamples) for a, b in combinations(range(3), 2)]
    rest = [
        continuous_estimates(traces[a], np.delete(traces, a, axis=0).mean(axis=0), resamples=resamples)
        for a in range(3)
    ]

    assert [estimate.value for estimate in estimates.values()] == pytest.approx(
        [0.7473, 0.7293, 0.7657, 0.7561], abs=0.00005
    )
    assert [pair["pearson"].value for pair in pairs] == pytest.approx([0.7416, 0.7812, 0.8091], abs=0.00005)
    assert [one["pearson"].value for one in rest] == pytest.approx([0.7987, 0.8188, 0.8522], abs=0.00005)
