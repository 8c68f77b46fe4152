"""Every value of the published tables comes out, to the digits printed."""

import csv
from pathlib import Path

import pytest

from metrics.agreement import agreement_estimates
from metrics.rating_scale import Scale, ScaleKind
from metrics.ratings import Rating, Ratings

LEVELS = {
    "krippendorff_4observers_12units.csv": "12345",
    "krippendorff_3coders_15units.csv": "1234",
    "gwet_raw_4raters.csv": "12345",
    "gwet_raw_5observers.csv": "0123",
    "gwet_raw_ben_gerry.csv": "abcde",
    "irr_diagnoses.csv": ("1. Depression", "2. Personality Disorder", "3. Schizophrenia", "4. Neurosis", "5. Other"),
    "irr_anxiety.csv": "123456",
    "artstein_poesio_example.tsv": ("stat", "ireq", "chck"),
}
NAMES: dict[str, tuple[ScaleKind, str]] = {
    "gwet_ac1": ("nominal", "ac1"),
    "gwet_ac2": ("ordinal", "ac2"),
    "fleiss_kappa": ("nominal", "fleiss_kappa"),
    "light_kappa": ("nominal", "light_kappa"),
    "icc_1_1": ("interval", "icc_1_1"),
    "icc_2_1": ("interval", "icc_a_1"),
    "icc_3_1": ("interval", "icc_c_1"),
    "icc_1_k": ("interval", "icc_1_k"),
    "icc_2_k": ("interval", "icc_a_k"),
    "icc_3_k": ("interval", "icc_c_k"),
    "kendall_w": ("ordinal", "kendall_w"),
    "cohen_kappa_rater1_rater2": ("ordinal", "weighted_kappa:rater1|rater2"),
    "observed_agreement": ("nominal", "percent"),
    "bennett_s": ("nominal", "bennett_s"),
    "scott_pi": ("nominal", "scott_pi"),
    "cohen_kappa": ("nominal", "cohen_kappa:a|b"),
    "cronbach_alpha": ("interval", "cronbach_alpha"),
}


def test_every_published_value_comes_out(public_data: Path) -> None:
    folder = public_data / "agreement-benchmarks"
    with (folder / "expected.csv").open(newline="") as file:
        expected = list(csv.DictReader(file))

    differing = []
    for row in expected:
        kind, name = NAMES.get(row["statistic"], (row["level_or_weights"], "alpha"))
        ratings = read_table(folder / row["table"], kind)
        value = agreement_estimates(ratings, names=[name], bootstrap=0)[name].value
        if value is None or abs(value - float(row["value"])) > 0.5001 * 10 ** -int(row["digits"]):
            differing.append((row, value))

    assert len(expected) == 40
    assert differing == []


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("icc_1_1", -0.13, 0.72),
        ("icc_a_1", 0.02, 0.76),
        ("icc_c_1", 0.34, 0.95),
        ("icc_1_k", -0.88, 0.91),
        ("icc_a_k", 0.07, 0.93),
        ("icc_c_k", 0.68, 0.99),
    ],
)
def test_the_intervals_of_shrout_and_fleiss_come_out(name: str, low: float, high: float, public_data: Path) -> None:
    ratings = read_table(public_data / "agreement-benchmarks" / "shrout_fleiss_1979.csv", "interval")

    estimate = agreement_estimates(ratings, names=[name])[name]

    assert (estimate.low, estimate.high) == (pytest.approx(low, abs=0.00501), pytest.approx(high, abs=0.00501))
    assert estimate.resampled is None


def test_the_interval_of_cronbachs_alpha_comes_out(public_data: Path) -> None:
    ratings = read_table(public_data / "agreement-benchmarks" / "pingouin_cronbach_alpha.csv", "interval")

    estimate = agreement_estimates(ratings, names=["cronbach_alpha"])["cronbach_alpha"]

    assert (estimate.low, estimate.high) == (pytest.approx(0.195, abs=0.0005), pytest.approx(0.840, abs=0.0005))


def test_values_of_gwets_tables_that_other_packages_print(public_data: Path) -> None:
    ratings = read_table(public_data / "agreement-benchmarks" / "gwet_raw_4raters.csv", "nominal")

    estimates = agreement_estimates(ratings, names=["conger_kappa", "bennett_s"], bootstrap=0)

    assert estimates["conger_kappa"].value == pytest.approx(0.763, abs=0.0005)
    assert estimates["bennett_s"].value == pytest.approx(0.773, abs=0.0005)


def read_table(path: Path, kind: str) -> Ratings:
    """The tables differ in form: one column a rater, or one row a rating."""
    with path.open(newline="") as file:
        if path.suffix == ".tsv":
            rows = [Rating(unit, rater, value) for rater, unit, value in csv.reader(file, delimiter="\t")]
        elif path.name == "pingouin_cronbach_alpha.csv":
            rows = [Rating(row["Subj"], row["Items"], row["Scores"]) for row in csv.DictReader(file)]
        else:
            rows = [
                Rating(str(number), rater, value)
                for number, row in enumerate(csv.DictReader(file))
                for rater, value in row.items()
                if rater.lower() not in ("unit", "units", "target", "group")
            ]
    levels = tuple(LEVELS[path.name]) if kind in ("nominal", "ordinal") else ()
    return Ratings.of(rows, Scale(kind, levels))
