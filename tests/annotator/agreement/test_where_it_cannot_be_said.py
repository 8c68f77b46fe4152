"""Where a coefficient cannot be computed, page and CSV say why: never NaN, 0 or 1 in its place."""

import csv
import io

import pytest

from annotator.corpus.models import Turn
from annotator.studies.services import add_member, draw_numbers
from tests.annotator.conftest import NOW

STUDY = "/api/v1/studies/couples-pilot"
NUMBERS = ("value", "low", "high")


@pytest.fixture
def turns(study, add_session, people):
    """Three client turns of a study in which Dev rates as well."""
    add_member(study=study, username="dev", role="rater", actor=people["chi"], now=NOW)
    draw_numbers(study=study, actor=people["chi"], now=NOW)
    return list(add_session(study).turns.filter(role=Turn.Role.CLIENT)[:3])


@pytest.fixture
def told(client_of, run_jobs):
    """Of one construct: what its page and its CSV say of each coefficient, which must be the same."""

    def read(construct):
        client_of("chi").post(f"{STUDY}/agreement/")
        run_jobs()
        page = client_of("chi").get(f"{STUDY}/agreement/").json()["figures"]
        shown = next(each for each in page["constructs"] if each["key"] == construct)
        estimates = {shown["coefficient"]: shown["main"], **shown["beside"]}
        file = client_of("chi").get(f"{STUDY}/agreement.csv").getvalue().decode()
        rows = {row["coefficient"]: row for row in csv.DictReader(io.StringIO(file)) if row["construct"] == construct}
        for name, estimate in estimates.items():
            assert "nan" not in rows[name].values()
            assert [float(rows[name][each]) if rows[name][each] else None for each in NUMBERS] == [
                estimate[each] for each in NUMBERS
            ]
            assert rows[name]["why_undefined"] == (estimate["why_undefined"] or "")
        return estimates

    return read


def test_a_missing_rating_is_no_category(told, rate, turns):
    one, two, three = turns
    for rater, turn, score in [("asha", one, 1), ("asha", two, 5), ("ben", one, 1), ("dev", two, 5)]:
        rate(rater, turn, incongruence="none", engagement=score)
    rate("ben", three, incongruence="none", engagement=3)

    assert told("engagement")["alpha"]["value"] == 1.0


def test_one_label_alone_leaves_chance_undefined(told, rate, turns):
    for turn in turns:
        for rater in ("asha", "ben"):
            rate(rater, turn, incongruence="none", engagement=3)

    estimates = told("engagement")

    assert estimates["alpha"]["value"] is None
    assert estimates["alpha"]["why_undefined"] == "only one label was used; observed agreement 100 %"


def test_turns_with_unlike_numbers_of_raters_all_count(told, rate, turns):
    for rater, score in [("asha", 2), ("ben", 2), ("dev", 2)]:
        rate(rater, turns[0], incongruence="none", engagement=score)
    for rater, score in [("asha", 2), ("ben", 4)]:
        rate(rater, turns[1], incongruence="none", engagement=score)

    alpha = told("engagement")["alpha"]

    assert alpha["value"] is not None
    assert alpha["n_units"] == 2


def test_two_who_rated_no_turn_in_common_have_no_agreement(told, rate, turns):
    rate("asha", turns[0], incongruence="none", engagement=3)
    rate("ben", turns[1], incongruence="none", engagement=4)

    estimates = told("engagement")

    assert {estimate["value"] for estimate in estimates.values()} == {None}
    assert estimates["alpha"]["why_undefined"] == "no turn has two ratings"


def test_reasons_name_turns_and_answers_as_people_see_them(told, rate, turns, client_of):
    for rater, direction in [("asha", "opposed"), ("ben", "opposed")]:
        rate(rater, turns[0], incongruence="contradiction", direction=direction)
    told("direction")

    page = client_of("chi").get(f"{STUDY}/agreement/direction/").json()["figures"]

    reasons = {each["label"]: each["specific_agreement"]["why_undefined"] for each in page["per_class"]}
    assert reasons["Words more than face"] == "no turn with two ratings was given “Words more than face”"
    assert not [each for each in page["estimates"].values() if "unit" in (each["why_undefined"] or "")]
