"""The whole chain on a small demo study, for real: films, transcoding, training of the tiny base, scores."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.annotations.models import Annotation, Assignment
from annotator.demonstration.log_ins import log_ins_file
from annotator.demonstration.study import make_demo_study
from annotator.jobs.models import Job
from annotator.runs.models import Run
from annotator.studies.models import Study

SMALL = {"sessions": 5, "turns": 12, "seed": 3}


def client_of(name):
    browser = APIClient()
    browser.force_login(User.objects.get(username=name), backend="django.contrib.auth.backends.ModelBackend")
    return browser


@pytest.mark.slow
@pytest.mark.django_db
def test_the_demo_study_is_made_once_and_leaves_one_pass_to_rate():
    study = make_demo_study(sessions=2, turns=4, seed=3, tell=lambda line: None)
    log_ins = log_ins_file().read_text()
    annotations = Annotation.objects.count()

    again = make_demo_study(sessions=2, turns=4, seed=3, tell=lambda line: None)

    assert again == study
    assert Study.objects.count() == 1
    assert Annotation.objects.count() == annotations == (2 * 7 - 1) * 4
    assert [each.rater.user.username for each in Assignment.objects.filter(done_at=None)] == ["asha"]
    assert log_ins_file().read_text() == log_ins
    assert log_ins_file().stat().st_mode & 0o777 == 0o600
    assert {user.is_demo for user in User.objects.all()} == {True}


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)  # Its runs go side by side, each with a connection of its own.
def test_the_chain_ends_in_scored_runs_and_a_report(settings):
    call_command("demo", stdout=StringIO(), **SMALL)

    report = json.loads((settings.DATA_DIR / "demo" / "report.json").read_text())
    assert set(report["detection"]) == {"both channels", "words only", "picture only", "People", "Commonest type"}
    for system in ("both channels", "words only", "picture only", "People"):
        assert report["detection"][system]["auroc"]["n_units"] > 0
        assert report["detection"][system]["auroc"]["why_no_interval"].endswith("an interval needs at least 5")
    assert "Words only" in (settings.DATA_DIR / "demo" / "report.html").read_text()
    assert [job.state for job in Job.objects.filter(kind="execute_run")] == ["succeeded"] * 3
    _look_at_the_pages(report)


def _look_at_the_pages(report):
    """What the run's pages say equals what the report says."""
    chi, finn = client_of("chi"), client_of("finn")
    (newest, *_) = finn.get("/api/v1/studies/demo-study/runs/").json()["results"]
    run = Run.objects.get(name="tiny, both channels")
    page = finn.get(f"/api/v1/runs/{run.pk}/").json()
    predictions = finn.get(f"/api/v1/runs/{run.pk}/predictions/").json()["results"]
    wrong = finn.get(f"/api/v1/runs/{run.pk}/predictions/", {"only": "wrong"}).json()["results"]

    assert newest["name"] == "tiny, picture only"
    assert page["headline"]["auroc"] == report["detection"]["both channels"]["auroc"]
    assert page["human_ceiling"] == report["detection"]["People"]
    assert [each["name"] for each in page["group_runs"]] == [
        "tiny, both channels",
        "tiny, words only",
        "tiny, picture only",
    ]
    assert page["loss"]
    assert page["record"]["release"]["content_hash"] == run.release.content_hash
    assert len(page["sense7"]["dimensions"]) == 7
    assert "replies" not in page["evaluation"]["replies"]["model"]
    assert page["has_adapter"]
    assert all(each["predicted"] != each["gold"] for each in wrong)
    assert sum(each["predicted"] != each["gold"] for each in predictions) == len(wrong)
    assert sum(predictions[0]["probabilities"].values()) == pytest.approx(1, abs=1e-4)
    assert predictions[0]["scores"]["empathic_authenticity"] is not None
    assert chi.get(f"/api/v1/runs/{run.pk}/report.html").status_code == 200
    assert b"".join(finn.get(f"/api/v1/runs/{run.pk}/adapter/?use=within").streaming_content)[:2] == b"PK"
    assert client_of("asha").get(f"/api/v1/runs/{run.pk}/").status_code == 404
