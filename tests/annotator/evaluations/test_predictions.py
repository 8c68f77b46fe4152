"""What a run says of each held-out turn: by session and kind of error, and as a table to take along."""

import csv
import io

import pytest
from django.utils import timezone

from annotator.audit.models import Entry
from annotator.corpus import consent
from annotator.corpus.models import Person, Turn
from annotator.runs.models import Prediction, Run

PAIRS = [("none", "none"), ("minimizing", "none"), ("none", "contradiction"), ("minimizing", "contradiction")]
"""What people say, and what the model says."""


@pytest.fixture
def run_id(approved, client_of):
    """A run with four predictions of each of two sessions."""
    wish = {"preset": "tiny", "ablations": ["none"], "seed": 4}
    number = client_of("finn").post(f"/api/v1/releases/{approved}/runs/", wish).json()[0]["id"]
    run = Run.objects.get(pk=number)
    sessions = run.release.study.sessions.order_by("number")[:2]
    for session in sessions:
        turns = Turn.objects.filter(session=session, role="client").order_by("position")[:4]
        for turn, (gold, predicted) in zip(turns, PAIRS, strict=True):
            Prediction.objects.create(
                run=run,
                turn=turn,
                probabilities={"none": 0.5, "minimizing": 0.3, "contradiction": 0.2},
                predicted=predicted,
                gold=gold,
                reply="=1+1 You sound sad.",
                reference="Go on.",
            )
    return number


@pytest.mark.parametrize(
    ("only", "pairs"),
    [("", PAIRS), ("wrong", PAIRS[1:]), ("missed", PAIRS[1:2]), ("false_alarm", PAIRS[2:3]), ("type", PAIRS[3:])],
)
def test_predictions_are_found_by_session_and_by_kind_of_error(only, pairs, run_id, client_of):
    url = f"/api/v1/runs/{run_id}/predictions/"

    every = client_of("finn").get(url, {"only": only}).json()["results"]
    one = client_of("finn").get(url, {"only": only, "session": "S002"}).json()["results"]

    assert [(each["gold"], each["predicted"]) for each in every] == pairs * 2
    assert [(each["gold"], each["predicted"]) for each in one] == pairs
    assert {each["session"]["key"] for each in one} == {"S002"}
    assert client_of("finn").get(url, {"session": "S999"}).json()["results"] == []
    assert client_of("finn").get(url, {"session": "none"}).json()["results"] == []


def table(browser, run_id, **asked):
    answer = browser.get(f"/api/v1/runs/{run_id}/predictions.csv", asked)
    assert answer.status_code == 200
    return list(csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode())))


def test_the_table_says_what_the_page_says_and_marks_the_model(run_id, client_of):
    url = f"/api/v1/runs/{run_id}/predictions/"
    shown = client_of("finn").get(url, {"only": "wrong", "session": "S001"}).json()["results"]

    rows = table(client_of("finn"), run_id, only="wrong", session="S001")

    assert [(row["label"], row["predicted"], row["client"], row["counsellor"]) for row in rows] == [
        (each["gold"], each["predicted"], each["turn"]["text"], each["reference"]) for each in shown
    ]
    assert {row["model"] for row in rows} == {"attune-tiny (demonstration model)"}
    assert {row["p_none"] for row in rows} == {"0.5"}
    assert {row["session"] for row in rows} == {"S001"}
    assert Entry.objects.filter(action="predictions.downloaded").count() == 1


def test_no_table_carries_words_of_whoever_withdrew(run_id, client_of, people):
    person = Person.objects.get(sessions_as_client__number=1)
    consent.withdraw(person=person, scopes=["train"], note="", actor=people["sam"], now=timezone.now())

    for who in ("chi", "sam", "finn"):
        rows = table(client_of(who), run_id)
        gone = [row for row in rows if row["session"] == "S001"]
        assert len(rows) == 8
        assert {(row["client"], row["reply"], row["counsellor"]) for row in gone} == {("", "", "")}
        assert all("no longer consents" in row["withheld"] for row in gone)
        assert all(row["client"] for row in rows if row["session"] != "S001")
