"""The agreement page over HTTP: who sees it, what it says, and that it follows the annotations."""

import csv
import io
import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.annotations.models import Annotation
from annotator.audit.models import Entry
from annotator.corpus.models import Turn
from annotator.studies.models import Rater
from bench.made_study import make_study
from metrics.__main__ import main
from tests.annotator.conftest import NOW

TOGETHER = "/api/v1/studies/couples-pilot/agreement/"


@pytest.fixture
def page_of(client_of, run_jobs):
    """A function from a construct, or none for all of them, to the figures of the labels as they are now."""

    def read(construct=""):
        assert client_of("chi").post(TOGETHER).status_code == 202
        run_jobs()
        shown = client_of("chi").get(f"{TOGETHER}{construct and construct + '/'}").json()
        assert (shown["is_stale"], shown["job"]) == (False, None)
        return shown["figures"]

    return read


@pytest.fixture
def rated(study, add_session, rate):
    """Six sessions of four client turns: Asha and Ben agree on three turns of each, and on the subtype of none."""
    for number in range(6):
        session = add_session(study, client=f"C-{number:02d}")
        turns = session.turns.filter(role=Turn.Role.CLIENT)
        pairs = [("none", "none"), ("none", "none"), ("minimizing", "contradiction"), ("contradiction", "minimizing")]
        for turn, (asha, ben) in zip(turns, pairs, strict=True):
            rate("asha", turn, incongruence=asha, engagement=4, valence_face=3)
            rate("ben", turn, incongruence=ben, engagement=4 if asha == "none" else 2, valence_face=4)
    return study


@pytest.mark.parametrize(
    ("who", "status"), [("chi", 200), ("asha", 403), ("eve", 403), ("finn", 403), ("sam", 403), ("dev", 404)]
)
@pytest.mark.parametrize(
    "page", ["agreement/", "agreement/incongruence/", "agreement.csv", "annotations.csv", "consensus/"]
)
def test_only_a_lead_sees_what_raters_said(who, status, page, client_of, rated, page_of):
    if page == "agreement.csv" and who == "chi":
        page_of()

    response = client_of(who).get(f"/api/v1/studies/couples-pilot/{page}")

    assert response.status_code == status


def test_the_headline_says_what_can_be_used(page_of, rated):
    page = page_of()

    assert page["headline"] == "Presence is usable, the subtype is not yet."
    assert page["text"] == "Of the turns that two raters both call incongruent, 0 % get the same type."
    assert (page["n_sessions"], page["n_turns"], page["n_raters"], page["raters"]) == (6, 24, 2, ["R1", "R2"])
    assert page["pass"] == "together"
    presence = page["constructs"][0]
    assert (presence["key"], presence["main"]["value"], presence["reading"]) == (
        "incongruence_present",
        1.0,
        "reliable",
    )
    assert presence["main"]["n_clusters"] == 6
    assert set(presence["beside"]) == {"ac1", "percent", "positive_agreement", "negative_agreement"}


def test_an_interval_scale_shows_its_icc_where_raters_have_a_part_of_the_turns_too(page_of, rated, rate, add_session):
    before = page_of()
    rate("asha", add_session(rated).turns.first(), incongruence="none", valence_face=5)

    after = page_of()

    lines = [next(c for c in page["constructs"] if c["key"] == "valence_face") for page in (before, after)]
    assert [line["coefficient"] for line in lines] == ["icc_a_1", "icc_a_1"]
    assert None not in [line["main"]["value"] for line in lines]
    assert [line["main"]["n_units"] for line in lines] == [24, 25]


def test_a_construct_page_shows_classes_pairs_and_the_worst_turns(page_of, rated):
    page = page_of("incongruence")

    assert page["confusion"] == {
        "levels": ["none", "minimizing", "contradiction"],
        "counts": [[24, 0, 0], [0, 0, 12], [0, 12, 0]],
    }
    assert page["pairs"]["coefficient"] == "cohen_kappa"
    (pair,) = page["pairs"]["pairs"]
    assert (pair["first"], pair["second"]) == ("R1", "R2")
    assert (pair["estimate"]["n_units"], pair["estimate"]["n_clusters"]) == (24, 6)
    assert pair["estimate"]["low"] <= pair["estimate"]["value"] <= pair["estimate"]["high"]
    assert page["subtype_agreement"]["value"] == 0
    assert [each["level"] for each in page["per_class"]] == ["none", "minimizing", "contradiction"]
    assert page["per_class"][0]["specific_agreement"]["value"] == 1
    worst = page["worst"]
    assert len(worst) == 12
    assert worst[0]["votes"] == [{"rater": "R1", "value": "minimizing"}, {"rater": "R2", "value": "contradiction"}]


def test_cannot_judge_is_missing_and_its_share_is_told(page_of, rated, add_session, rate):
    rate("asha", add_session(rated).turns.first(), cannot_judge="The face is hidden.")

    page = page_of("incongruence_present")

    assert page["cannot_judge_share"] == pytest.approx(1 / 49)
    assert page["main"]["n_units"] == 24


def test_machines_and_imported_raters_never_enter(page_of, rated, rate, people):
    rated.raters.filter(user=people["ben"]).update(kind=Rater.Kind.MACHINE)

    page = page_of()

    assert page["raters"] == ["R1"]
    assert page["headline"] == "Nothing can be compared yet."


def test_a_study_without_annotations_says_so(page_of, study):
    page = page_of()

    assert page["headline"] == "Nothing can be compared yet."
    assert page["constructs"][0]["main"]["why_undefined"] == "no rating is finished yet"
    assert page_of("incongruence")["worst"] == []


def test_ratings_that_are_begun_are_not_counted_and_the_page_says_how_many(page_of, study, add_session, rate):
    first, second, *_ = add_session(study).turns.filter(role=Turn.Role.CLIENT)
    rate("ben", second, incongruence="none")
    before = page_of()
    for turn in (first, second):
        asha = rate("asha", turn, incongruence="none")
        Annotation.objects.filter(pk=asha.pk).update(is_complete=False)
    empty = rate("ben", first)  # Every answer was taken back: nothing of it is lost to the figures.
    Annotation.objects.filter(pk=empty.pk).update(is_complete=False)

    after = page_of()

    assert before["begun"] == {"n_ratings": 0, "raters": []}
    assert after["begun"] == {"n_ratings": 2, "raters": ["R1"]}
    assert after["n_turns"] == 1
    assert page_of("direction")["begun"] == after["begun"]


def test_a_construct_that_the_pass_does_not_ask_is_not_there(client_of, rated):
    assert client_of("chi").get(f"{TOGETHER}incongruence/", {"pass": "words"}).status_code == 404
    assert client_of("chi").get(TOGETHER, {"pass": "smell"}).status_code == 400


def test_the_csv_holds_the_numbers_of_the_page(client_of, page_of, rated):
    page = page_of()

    rows = list(
        csv.DictReader(
            io.StringIO(client_of("chi").get("/api/v1/studies/couples-pilot/agreement.csv").getvalue().decode())
        )
    )

    assert len(rows) == sum(1 + len(construct["beside"]) for construct in page["constructs"])
    assert float(rows[0]["low"]) == page["constructs"][0]["main"]["low"]


def test_the_annotations_download_is_not_in_the_order_in_which_raters_joined(client_of, rated):
    rated.raters.filter(user__username="asha").update(pseudonym="R9")  # She joined first.

    text = client_of("chi").get("/api/v1/studies/couples-pilot/annotations.csv", {"construct": "engagement"}).getvalue()

    assert [row["rater"] for row in csv.DictReader(io.StringIO(text.decode()))] == ["R2", "R9"] * 24


def test_the_annotations_download_is_what_the_command_line_reads_and_leaves_a_trace(
    client_of, page_of, rated, tmp_path, capsys
):
    response = client_of("chi").get("/api/v1/studies/couples-pilot/annotations.csv", {"construct": "engagement"})
    text = response.getvalue().decode()

    rows = list(csv.DictReader(io.StringIO(text)))
    assert set(rows[0]) == {"unit", "rater", "value", "session", "client", "construct"}
    assert len(rows) == 48
    assert response.streaming
    assert response["Cache-Control"] == "no-store"
    assert Entry.objects.filter(action="annotations.downloaded", study=rated).count() == 1
    file = tmp_path / "annotations.csv"
    file.write_text(text)
    main(["agreement", str(file), "--scale", "ordinal", "--levels", "1,2,3,4,5"])
    assert json.loads(capsys.readouterr().out)["estimates"]["alpha"] == page_of("engagement")["estimates"]["alpha"]


def test_the_annotations_of_presence_follow_from_those_of_incongruence(client_of, rated):
    tables = {}
    for construct in ("incongruence_present", ""):
        file = client_of("chi").get(
            "/api/v1/studies/couples-pilot/annotations.csv", {"construct": construct} if construct else {}
        )
        tables[construct] = list(csv.DictReader(io.StringIO(file.getvalue().decode())))

    presence = tables["incongruence_present"]
    assert {row["construct"] for row in presence} == {"incongruence_present"}
    assert [row["value"] for row in presence[:6]] == ["absent"] * 4 + ["present"] * 2
    assert [row for row in tables[""] if row["construct"] == "incongruence_present"] == presence
    assert len(tables[""]) == 4 * 48


def test_the_annotations_download_reads_a_session_at_a_time(client_of, people):
    """As many queries for few turns as for many, so none for a row; and no list of all rows before the first leaves."""
    asked = []
    for name, client_turns in (("Few", 2), ("Many", 20)):
        study = make_study(name=name, n_sessions=2, client_turns=client_turns)
        study.memberships.create(user=people["chi"], role="lead", created_at=NOW)
        with CaptureQueriesContext(connection) as queries:
            client_of("chi").get(f"/api/v1/studies/{study.slug}/annotations.csv").getvalue()
        asked.append(len(queries))

    assert asked[0] == asked[1]


def test_the_headline_calls_nothing_usable_that_its_row_does_not(page_of, study, add_session, rate):
    """On presence the interval reaches down to .63, which the row calls "may be under .67"."""
    for number, n_split in enumerate((0, 0, 0, 0, 1, 1, 1, 1, 1, 1)):
        turns = add_session(study, client=f"C-{number:02d}").turns.filter(role=Turn.Role.CLIENT)
        for index, turn in enumerate(turns):
            asha = "minimizing" if index < 2 else "none"
            rate("asha", turn, incongruence=asha)
            rate("ben", turn, incongruence="none" if index < n_split else asha)

    page = page_of()

    presence = page["constructs"][0]
    assert 0.5 < presence["main"]["low"] < 0.667
    assert presence["reading"] == "low"
    assert page["headline"].startswith("Presence and the subtype are not usable yet.")
