"""Long work: claimed once, followed, ended by a click, found again when its worker died."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from uuid import uuid4

import pytest
from django.conf import settings
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.errors import DomainError
from annotator.jobs import ending, execution, registry, tasks, workers
from annotator.jobs.models import Job, JobState
from annotator.jobs.registry import Progress, Result, WorkerEnds
from annotator.jobs.services import start_job
from annotator.studies.models import Study
from tests.annotator.conftest import NOW

HOLDER = """
import time
from annotator.jobs import workers
print(workers.name_of_this_process(), flush=True)
time.sleep(600)
"""


linux_only = pytest.mark.skipif(
    sys.platform != "linux", reason="only on Linux is a process told from another of the same id"
)


class OutOfPaper(DomainError):
    code = "out_of_paper"


@pytest.fixture
def work() -> Iterator[Callable[[Callable[[Progress], Result]], str]]:
    """Register a function as a kind of work for one test."""
    kinds = []

    def register(run: Callable[[Progress], Result]) -> str:
        kind = f"test-{uuid4()}"
        registry.work(kind, queue="default", max_attempts=2)(run)
        kinds.append(kind)
        return kind

    yield register
    for kind in kinds:
        del registry._works[kind]


@pytest.fixture
def queued(study: Study) -> Callable[[str], Job]:
    def queue(kind: str) -> Job:
        return start_job(kind=kind, arguments={}, title="Counting", now=timezone.now(), study=study)

    return queue


Register = Callable[[Callable[[Progress], Result]], str]
Queue = Callable[[str], Job]


def test_a_job_delivered_twice_is_done_once(work: Register, queued: Queue) -> None:
    done = []
    job = queued(work(lambda _progress: done.append("once")))

    execution.run(job_id=job.pk)
    execution.run(job_id=job.pk)

    job.refresh_from_db()
    assert (done, job.state, job.attempt, job.progress) == (["once"], JobState.SUCCEEDED, 1, 1.0)


def test_a_job_cancelled_while_it_waits_never_starts(
    work: Register, queued: Queue, client_of: Callable[[str], APIClient]
) -> None:
    done = []
    job = queued(work(lambda _progress: done.append("once")))

    answer = client_of("chi").post(f"/api/v1/jobs/{job.uuid}/cancel/")
    execution.run(job_id=job.pk)

    assert (answer.status_code, answer.json()["state"], done) == (202, "cancelled", [])
    assert client_of("chi").post(f"/api/v1/jobs/{job.uuid}/cancel/").json()["code"] == "job_is_over"


def test_a_running_job_ends_at_its_next_report(work: Register, queued: Queue) -> None:
    def count(progress: Progress) -> Result:
        progress.report(0.2, "counting")
        Job.objects.update(cancel_requested_at=timezone.now())
        progress.report(0.4, "counting on")
        raise AssertionError("the report should have ended it")

    job = queued(work(count))
    execution.run(job_id=job.pk)

    job.refresh_from_db()
    assert (job.state, job.step, job.progress) == (JobState.CANCELLED, "counting on", 0.4)


def test_a_refusal_is_told_and_a_bug_is_not_shown(work: Register, queued: Queue) -> None:
    def refuse(_progress: Progress) -> Result:
        raise OutOfPaper("The printer is out of paper; fill it and start again.")

    def stumble(_progress: Progress) -> Result:
        raise ZeroDivisionError("Amal said that she")

    refused, stumbled = queued(work(refuse)), queued(work(stumble))
    execution.run(job_id=refused.pk)
    execution.run(job_id=stumbled.pk)

    refused.refresh_from_db()
    stumbled.refresh_from_db()
    assert (refused.state, refused.error) == (JobState.FAILED, "The printer is out of paper; fill it and start again.")
    assert stumbled.state == JobState.FAILED
    assert "Amal" not in stumbled.error


def test_a_job_whose_worker_fell_silent_is_done_again_and_then_given_up(work: Register, queued: Queue) -> None:
    job = queued(work(lambda _progress: None))

    def fall_silent() -> list[tuple[int, str]]:
        execution._claim(job_id=job.pk, now=timezone.now())
        return execution.lost_jobs(now=timezone.now() + timedelta(hours=1))

    assert fall_silent() == [(job.pk, "default")]
    assert fall_silent() == []

    job.refresh_from_db()
    assert (job.state, job.attempt, job.error) == (JobState.FAILED, 2, execution.WORKER_DIED)


def test_a_worker_that_lost_its_claim_writes_nothing_more(work: Register, queued: Queue) -> None:
    job = queued(work(lambda _progress: None))
    claim = execution._claim(job_id=job.pk, now=timezone.now())
    assert claim is not None
    sleeper = execution.ClaimedProgress(claim)

    execution.lost_jobs(now=timezone.now() + timedelta(hours=1))
    execution.run(job_id=job.pk)

    with pytest.raises(registry.Cancelled):
        sleeper.report(0.9, "still here")
    job.refresh_from_db()
    assert (job.state, job.step) == (JobState.SUCCEEDED, "Waiting: the worker that did this stopped")


def test_a_waiting_job_whose_message_was_lost_is_sent_again(work: Register, queued: Queue) -> None:
    job = queued(work(lambda _progress: None))

    assert execution.lost_jobs(now=timezone.now()) == []
    assert execution.lost_jobs(now=timezone.now() + timedelta(hours=1)) == [(job.pk, "default")]


@pytest.mark.parametrize(
    ("who", "see", "cancel"),
    [("chi", 200, 202), ("finn", 404, 404), ("sam", 200, 403), ("asha", 404, 404), ("dev", 404, 404)],
)
def test_a_job_is_seen_and_cancelled_by_whose_work_it_is(
    who: str, see: int, cancel: int, work: Register, queued: Queue, client_of: Callable[[str], APIClient]
) -> None:
    job = queued(work(lambda _progress: None))

    assert client_of(who).get(f"/api/v1/jobs/{job.uuid}/").status_code == see
    assert client_of(who).post(f"/api/v1/jobs/{job.uuid}/cancel/").status_code == cancel


def test_an_engineer_sees_and_cancels_the_work_on_runs(queued: Queue, client_of: Callable[[str], APIClient]) -> None:
    job = queued("execute_run")

    assert client_of("finn").get(f"/api/v1/jobs/{job.uuid}/").status_code == 200
    assert client_of("finn").post(f"/api/v1/jobs/{job.uuid}/cancel/").status_code == 202


@pytest.mark.parametrize("left_with", [[], ["rater"]])
def test_who_leads_no_longer_is_told_nothing_of_the_work_that_they_started(
    left_with: list[str],
    study: Study,
    people: dict[str, User],
    work: Register,
    queued: Queue,
    client_of: Callable[[str], APIClient],
) -> None:
    job = queued(work(lambda _progress: None))
    Job.objects.filter(pk=job.pk).update(started_by=people["asha"])
    study.memberships.create(user=people["asha"], role="lead", created_at=NOW)

    before = client_of("asha").get(f"/api/v1/jobs/{job.uuid}/").status_code
    study.memberships.filter(user=people["asha"]).exclude(role__in=left_with).delete()

    assert (before, client_of("asha").get(f"/api/v1/jobs/{job.uuid}/").status_code) == (200, 404)


@pytest.fixture
def asked_to_end() -> Iterator[Callable[[Progress], Result]]:
    """Work in the middle of which its worker is asked to end."""

    def count(progress: Progress) -> Result:
        progress.report(0.2, "counting")
        ending.ask()
        progress.report(0.4, "counting")  # So soon after the last one that it would be left out.
        raise AssertionError("the report should have ended it")

    yield count
    ending.begin()


def test_a_job_whose_worker_is_asked_to_end_waits_again_and_is_sent_again(
    work: Register, queued: Queue, asked_to_end: Callable[[Progress], Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = []
    monkeypatch.setattr(tasks, "send", lambda **message: sent.append(message))

    job = queued(work(asked_to_end))
    tasks.run_job(job_id=job.pk)

    job.refresh_from_db()
    assert (job.state, job.attempt, job.step) == (JobState.QUEUED, 0, execution.ATTUNE_ENDED)
    assert sent == [{"job_id": job.pk, "queue": "default"}]


def test_a_worker_that_is_asked_to_end_writes_no_progress_first(
    work: Register, queued: Queue, asked_to_end: Callable[[Progress], Result]
) -> None:
    job = queued(work(asked_to_end))
    execution.run(job_id=job.pk)

    job.refresh_from_db()
    assert (job.state, job.progress) == (JobState.QUEUED, 0.2)


def test_a_job_cancelled_as_its_worker_ends_does_not_wait_again(work: Register, queued: Queue) -> None:
    def count(_progress: Progress) -> Result:
        Job.objects.update(cancel_requested_at=timezone.now())
        raise WorkerEnds

    job = queued(work(count))

    assert execution.run(job_id=job.pk) is None
    job.refresh_from_db()
    assert job.state == JobState.CANCELLED


@linux_only
def test_a_job_whose_process_is_gone_is_found_at_once(work: Register, queued: Queue) -> None:
    job, other = queued(work(lambda _progress: None)), queued(work(lambda _progress: None))
    for each in (job, other):
        execution._claim(job_id=each.pk, now=timezone.now())
    with subprocess.Popen([sys.executable, "-c", HOLDER], cwd=settings.BASE_DIR, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        Job.objects.filter(pk=job.pk).update(worker=holder.stdout.readline().decode().strip())
        assert execution.lost_jobs(now=timezone.now()) == []
        holder.kill()

    assert execution.lost_jobs(now=timezone.now()) == [(job.pk, "default")]
    job.refresh_from_db()
    assert (job.state, job.attempt, job.step) == (JobState.QUEUED, 1, execution.WORKER_STOPPED)


@linux_only
def test_of_processes_elsewhere_only_their_silence_tells() -> None:
    mine = workers.name_of_this_process()
    here, pid, start = mine.split(":")

    assert not workers.is_gone(mine)
    assert not workers.is_gone(f"elsewhere/1:{pid}:1")
    assert not workers.is_gone("elsewhere:17")  # As claims of before read.
    # The same id, given out again.
    assert workers.is_gone(f"{here}:{pid}:{int(start) - 1}")
