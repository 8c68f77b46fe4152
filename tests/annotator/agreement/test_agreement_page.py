"""The agreement page over HTTP: who sees it, what it says, and that it follows the annotations."""

import csv
import io

import pytest

from annotator.annotations.models import Annotation
from annotator.audit.models import Entry
from annotator.corpus.models import Turn
from annotator.studies.models import Rater

TOGETHER = "/api/v1/studies/couples-pilot/agreement/"


@pytest.fixture
def rated(study, add_session, rate):
    """Six sessions of four client turns: Asha and Ben agree on three turns of each, and on the subtype of none."""
    for _ in range(6):
        session = add_session(study)
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
def test_only_a_lead_sees_what_raters_said(who, status, page, client_of, rated):
    response = client_of(who).get(f"/api/v1/studies/couples-pilot/{page}")

    assert response.status_code == status


def test_the_headline_says_what_can_be_used(client_of, rated):
    page = client_of("chi").get(TOGETHER).json()

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


def test_an_interval_scale_shows_its_icc_where_raters_have_a_part_of_the_turns_too(client_of, rated, rate, add_session):
    before = client_of("chi").get(TOGETHER).json()
    rate("asha", add_session(rated).turns.first(), incongruence="none", valence_face=5)

    after = client_of("chi").get(TOGETHER).json()

    lines = [next(c for c in page["constructs"] if c["key"] == "valence_face") for page in (before, after)]
    assert [line["coefficient"] for line in lines] == ["icc_a_1", "icc_a_1"]
    assert None not in [line["main"]["value"] for line in lines]
    assert [line["main"]["n_units"] for line in lines] == [24, 25]


def test_a_construct_page_shows_classes_pairs_and_the_worst_turns(client_of, rated):
    page = client_of("chi").get(f"{TOGETHER}incongruence/").json()

    assert page["confusion"] == {
        "levels": ["none", "minimizing", "contradiction"],
        "counts": [[24, 0, 0], [0, 0, 12], [0, 12, 0]],
    }
    assert page["pairs"]["coefficient"] == "cohen_kappa"
    assert page["pairs"]["matrix"][0][0] is None
    assert page["subtype_agreement"]["value"] == 0
    assert [each["level"] for each in page["per_class"]] == ["none", "minimizing", "contradiction"]
    assert page["per_class"][0]["specific_agreement"]["value"] == 1
    worst = page["worst"]
    assert len(worst) == 12
    assert worst[0]["votes"] == [{"rater": "R1", "value": "minimizing"}, {"rater": "R2", "value": "contradiction"}]


def test_cannot_judge_is_missing_and_its_share_is_told(client_of, rated, add_session, rate):
    rate("asha", add_session(rated).turns.first(), cannot_judge="The face is hidden.")

    page = client_of("chi").get(f"{TOGETHER}incongruence_present/").json()

    assert page["cannot_judge_share"] == pytest.approx(1 / 49)
    assert page["main"]["n_units"] == 24


def test_machines_and_imported_raters_never_enter(client_of, rated, rate, people):
    rated.raters.filter(user=people["ben"]).update(kind=Rater.Kind.MACHINE)

    page = client_of("chi").get(TOGETHER).json()

    assert page["raters"] == ["R1"]
    assert page["headline"] == "Nothing can be compared yet."


def test_a_study_without_annotations_says_so(client_of, study):
    page = client_of("chi").get(TOGETHER).json()

    assert page["headline"] == "Nothing can be compared yet."
    assert page["constructs"][0]["main"]["why_undefined"] == "no rating is finished yet"
    assert client_of("chi").get(f"{TOGETHER}incongruence/").json()["worst"] == []


def test_ratings_that_are_begun_are_not_counted_and_the_page_says_how_many(client_of, study, add_session, rate):
    first, second, *_ = add_session(study).turns.filter(role=Turn.Role.CLIENT)
    rate("ben", second, incongruence="none")
    before = client_of("chi").get(TOGETHER).json()
    for turn in (first, second):
        asha = rate("asha", turn, incongruence="none")
        Annotation.objects.filter(pk=asha.pk).update(is_complete=False)
    empty = rate("ben", first)  # Every answer was taken back: nothing of it is lost to the figures.
    Annotation.objects.filter(pk=empty.pk).update(is_complete=False)

    after = client_of("chi").get(TOGETHER).json()

    assert before["begun"] == {"n_ratings": 0, "raters": []}
    assert after["begun"] == {"n_ratings": 2, "raters": ["R1"]}
    assert after["n_turns"] == 1
    assert client_of("chi").get(f"{TOGETHER}direction/").json()["begun"] == after["begun"]


def test_a_construct_that_the_pass_does_not_ask_is_not_there(client_of, rated):
    assert client_of("chi").get(f"{TOGETHER}incongruence/", {"pass": "words"}).status_code == 404
    assert client_of("chi").get(TOGETHER, {"pass": "smell"}).status_code == 400


def test_the_csv_holds_the_numbers_of_the_page(client_of, rated):
    page = client_of("chi").get(TOGETHER).json()

    rows = list(
        csv.DictReader(
            io.StringIO(client_of("chi").get("/api/v1/studies/couples-pilot/agreement.csv").content.decode())
        )
    )

    assert len(rows) == sum(1 + len(construct["beside"]) for construct in page["constructs"])
    assert float(rows[0]["low"]) == page["constructs"][0]["main"]["low"]


def test_the_annotations_download_is_what_the_command_line_reads_and_leaves_a_trace(client_of, rated):
    response = client_of("chi").get("/api/v1/studies/couples-pilot/annotations.csv", {"construct": "engagement"})

    rows = list(csv.DictReader(io.StringIO(response.content.decode())))
    assert {"unit", "rater", "value", "session"} <= set(rows[0])
    assert len(rows) == 48
    assert response["Cache-Control"] == "no-store"
    assert Entry.objects.filter(action="annotations.downloaded", study=rated).count() == 1


def test_the_headline_calls_nothing_usable_that_its_row_does_not(client_of, study, add_session, rate):
    """On presence the interval reaches down to .63, which the row calls "may be under .67"."""
    for n_split in (0, 0, 0, 0, 1, 1, 1, 1, 1, 1):
        turns = add_session(study).turns.filter(role=Turn.Role.CLIENT)
        for index, turn in enumerate(turns):
            asha = "minimizing" if index < 2 else "none"
            rate("asha", turn, incongruence=asha)
            rate("ben", turn, incongruence="none" if index < n_split else asha)

    page = client_of("chi").get(TOGETHER).json()

    presence = page["constructs"][0]
    assert 0.5 < presence["main"]["low"] < 0.667
    assert presence["reading"] == "low"
    assert page["headline"].startswith("Presence and the subtype are not usable yet.")
