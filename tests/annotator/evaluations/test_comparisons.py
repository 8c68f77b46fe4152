"""Runs of one release are compared where they differ in nothing but what the model was given."""

from datetime import timedelta

import pytest
from django.utils import timezone

from annotator.evaluations.models import Evaluation
from annotator.jobs.models import Job
from annotator.runs.models import Run
from tests.annotator.evaluations.test_conclusion import figures_with

BOTH, WORDS, PICTURE = "none", "no_vision", "no_words"


@pytest.fixture
def start(approved, client_of):
    """Start runs of these arms by one click; returns their ids."""

    def start_runs(*arms, seed=4):
        wish = {"preset": "tiny", "ablations": arms, "seed": seed}
        answer = client_of("finn").post(f"/api/v1/releases/{approved}/runs/", wish)
        assert answer.status_code == 201, answer.json()
        return [run["id"] for run in answer.json()]

    return start_runs


@pytest.fixture
def finish(start):
    """Start and finish one run an arm, each by a click of its own."""
    times = iter(range(100))

    def finish_runs(*arms, seed=4):
        return [end(start(arm, seed=seed)[0], after=next(times)) for arm in arms]

    return finish_runs


def end(run_id, *, state=Run.State.SUCCEEDED, after=0):
    """The run as it would be after its end; with figures where it succeeded."""
    at = timezone.now() + timedelta(minutes=after)
    Run.objects.filter(pk=run_id).update(state=state, finished_at=at)
    Job.objects.filter(runs=run_id).update(state="succeeded")
    if state == Run.State.SUCCEEDED:
        Evaluation.objects.create(run_id=run_id, figures=figures_with(), created_at=at)
    return run_id


@pytest.fixture
def page(client_of):
    return lambda run_id: client_of("finn").get(f"/api/v1/runs/{run_id}/").json()


@pytest.fixture
def rows(client_of, study):
    def listed():
        results = client_of("finn").get(f"/api/v1/studies/{study.slug}/runs/").json()["results"]
        return {row["number"]: row["compared_with"] for row in results}

    return listed


def arms_of(shown):
    return [(run["number"], run["arm"]) for run in shown["group_runs"]]


def test_runs_that_were_started_apart_are_compared_as_those_started_together(finish, page, rows, client_of):
    ids = finish(WORDS, BOTH, PICTURE)

    for run_id in ids:
        assert arms_of(page(run_id)) == [(2, "both channels"), (1, "words only"), (3, "picture only")]
        assert page(run_id)["group_note"] == ""
        report = client_of("finn").get(f"/api/v1/runs/{run_id}/report.html").content.decode()
        assert all(f"<th>{arm}</th>" in report for arm in ("Both channels", "Words only", "Picture only"))
    assert rows() == {1: [2, 3], 2: [1, 3], 3: [1, 2]}


def test_runs_of_another_seed_or_other_settings_are_not_compared(finish, page, rows):
    both, _, _ = *finish(BOTH), *finish(WORDS, seed=5), *finish(PICTURE)
    longer = Run.objects.get(number=3)
    Run.objects.filter(pk=longer.pk).update(config={**longer.config, "epochs": 9})

    assert arms_of(page(both)) == [(1, "both channels")]
    assert rows() == {1: [], 2: [], 3: []}


@pytest.mark.parametrize("state", [Run.State.FAILED, Run.State.CANCELLED])
def test_a_run_that_failed_or_was_cancelled_is_not_compared(state, start, finish, page, rows):
    (stopped,) = start(WORDS)
    end(stopped, state=state)
    (both,) = finish(BOTH)

    assert arms_of(page(both)) == [(2, "both channels")]
    assert rows() == {1: [], 2: []}


def test_an_arm_that_goes_on_is_waited_for(start, finish, page):
    (both,) = finish(BOTH)
    start(WORDS)

    assert arms_of(page(both)) == [(1, "both channels"), (2, "words only")]


def test_of_an_arm_that_was_repeated_the_latest_counts_and_that_is_said(finish, page, rows, client_of):
    first, words, again = finish(BOTH, WORDS, BOTH)

    said = "Run 3 repeats run 1, and the latest counts in this comparison."
    assert arms_of(page(words)) == arms_of(page(again)) == [(3, "both channels"), (2, "words only")]
    assert arms_of(page(first)) == [(3, "both channels"), (2, "words only"), (1, "both channels, run 1")]
    for run_id in (first, words, again):
        assert page(run_id)["group_note"] == said
        assert said in client_of("finn").get(f"/api/v1/runs/{run_id}/report.html").content.decode()
    assert rows() == {1: [], 2: [3], 3: [2]}
    assert [page(run_id)["repeated_by"] for run_id in (first, words, again)] == [3, None, None]
