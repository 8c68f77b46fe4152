"""A run's job with the real training process: refused, cancelled, delivered twice."""

import json
import os
import signal
from pathlib import Path

import pytest
from django.db import OperationalError
from django.utils import timezone

from annotator.corpus.models import Person
from annotator.jobs.models import Job
from annotator.jobs.registry import Cancelled, work_of
from annotator.releases.models import Release
from annotator.releases.withdrawn import withdrawn_part
from annotator.runs import execution
from annotator.runs.execution import RunFailed
from annotator.runs.models import Run


@pytest.fixture
def run(approved, client_of):
    wish = {"preset": "tiny", "ablations": ["none"], "seed": 4}
    started = client_of("finn").post(f"/api/v1/releases/{approved}/runs/", wish).json()
    return Run.objects.get(pk=started[0]["id"])


def processes_of(run):
    """The process ids whose command line names the run's folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if str(run.folder).encode() in path.read_bytes():
                found.append(int(path.parent.name))
        except OSError:
            continue
    return [pid for pid in found if pid != os.getpid()]


class Heard:
    """Progress of a job that is asked to end at its third report."""

    def __init__(self, run, *, cancels):
        self.run, self.cancels, self.reports, self.seen = run, cancels, 0, []

    def report(self, fraction, step):
        self.reports += 1
        self.seen += processes_of(self.run)
        if self.cancels and self.reports == 3:
            Job.objects.filter(pk=self.run.job_id).update(cancel_requested_at=timezone.now())
            raise Cancelled

    def log(self, line): ...

    def is_cancelled(self):
        return False


def test_a_training_process_that_is_ended_from_outside_says_how_to_go_on(run):
    class Outside(Heard):
        def report(self, fraction, step):
            super().report(fraction, step)
            for pid in processes_of(run):
                os.kill(pid, signal.SIGTERM)

    with pytest.raises(RunFailed, match="asked the training process to end"):
        work_of("execute_run").run(Outside(run, cancels=False), run_id=run.pk)

    run.refresh_from_db()
    assert (run.state, "Resume the run" in run.error) == ("failed", True)


def test_a_cancelled_run_leaves_no_process_and_is_not_begun_by_a_second_message(run):
    progress = Heard(run, cancels=True)

    with pytest.raises(Cancelled):
        work_of("execute_run").run(progress, run_id=run.pk)

    run.refresh_from_db()
    assert run.state == Run.State.CANCELLED
    assert progress.seen
    assert processes_of(run) == []
    assert work_of("execute_run").run(Heard(run, cancels=False), run_id=run.pk) is None
    assert not hasattr(run, "adapter")


def test_what_the_training_process_refuses_stands_with_the_run(run, client_of, run_jobs):
    manifest = Release.objects.get().folder / "manifest.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "approvals": []}))

    run_jobs()

    page = client_of("finn").get(f"/api/v1/runs/{run.pk}/").json()
    assert page["state"] == "failed"
    assert "nobody has approved this release" in page["error"]
    assert Job.objects.get(pk=run.job_id).error == page["error"]
    assert page["evaluation"] is None


def test_a_run_that_an_upgrade_met_in_the_middle_ends_and_says_what_to_do(run, client_of, run_jobs):
    Run.objects.filter(pk=run.pk).update(config={k: v for k, v in run.config.items() if k != "development_share"})
    run.folder.mkdir(parents=True)
    (run.folder / "checkpoint.pt").write_bytes(b"what it has learnt")

    run_jobs()

    page = client_of("finn").get(f"/api/v1/runs/{run.pk}/").json()
    assert (page["state"], page["error"]) == ("failed", page["why_not_resume"])
    assert "Start a new run on release 1 instead." in page["error"]


def test_a_run_that_waited_while_somebody_withdrew_does_not_begin(run, client_of, run_jobs):
    withdraw(client_of)

    run_jobs()

    page = client_of("finn").get(f"/api/v1/runs/{run.pk}/").json()
    assert (page["state"], page["withdrawn_people"]) == ("failed", ["C-01"])
    assert "who no longer consents to training" in page["error"]
    assert not (run.folder / "config.yaml").exists()


def test_a_withdrawal_ends_a_run_that_goes_on(run, client_of, monkeypatch):
    monkeypatch.setattr(execution, "ASK_CONSENT_EVERY_S", 0)

    class Withdrawing(Heard):
        def report(self, fraction, step):
            super().report(fraction, step)
            if self.reports == 3:
                withdraw(client_of)

    progress = Withdrawing(run, cancels=False)
    with pytest.raises(RunFailed, match="C-01, who no longer consents to training"):
        work_of("execute_run").run(progress, run_id=run.pk)

    run.refresh_from_db()
    assert run.state == Run.State.FAILED
    assert progress.seen
    assert processes_of(run) == []
    assert not hasattr(run, "adapter")
    assert client_of("finn").post(f"/api/v1/runs/{run.pk}/resume/").json()["code"] == "run_has_faults"


@pytest.mark.django_db(transaction=True)
def test_a_database_that_is_away_as_consent_is_asked_about_ends_no_run(run, monkeypatch):
    monkeypatch.setattr(execution, "ASK_CONSENT_EVERY_S", 0)
    asked = []

    def away_once(release, *, at):
        asked.append(at)
        if len(asked) == 3:  # In the middle: the first is before the run begins.
            raise OperationalError("the database is being restarted")
        return withdrawn_part(release, at=at)

    monkeypatch.setattr(execution, "withdrawn_part", away_once)

    class EnoughSeen(Heard):
        def report(self, fraction, step):
            if len(asked) > 4:
                raise Cancelled

    with pytest.raises(Cancelled):
        work_of("execute_run").run(EnoughSeen(run, cancels=False), run_id=run.pk)

    assert processes_of(run) == []


def withdraw(client_of):
    person = Person.objects.get(pseudonym="C-01")
    client_of("sam").post(f"/api/v1/persons/{person.pk}/withdraw/", {}, format="json")
