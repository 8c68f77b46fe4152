"""Doing a job: claim it, beat while it runs, write down how it ended. And finding jobs that were lost."""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from annotator.disk import full_disk
from annotator.errors import DomainError
from annotator.jobs import ending, workers
from annotator.jobs.models import Job, JobState
from annotator.jobs.patience import AWAY, is_away, patiently, up_since
from annotator.jobs.registry import Cancelled, Result, WorkerEnds, work_of
from training.disk import is_full

logger = logging.getLogger(__name__)

LOG_TAIL_CHARACTERS = 16_000
REPORT_EVERY_S = 0.5  # More often than a page polls would only wear the disk.
WORKER_DIED = "The worker died each time it tried this. Look at the worker's log, then start it again."
BUG = (
    "Something went wrong inside Attune. Nothing that was saved is lost. Start it again; if it fails again, send the "
    "worker's log to whoever looks after this installation."
)
DATABASE_AWAY = "Waiting: the database was away"
WORKER_STOPPED = "Waiting: the worker that did this stopped"
ATTUNE_ENDED = "Waiting: Attune was ended while it did this"


def run(*, job_id: int) -> Job | None:
    """Claim the job and do it; nothing when it is claimed, over or gone.

    A refusal (DomainError) is kept as the job's error for people. A bug is logged, and the job says that it is one.

    Returns:
        The job where it waits again, since its worker is ending; it must be sent again then.
    """
    job = patiently(lambda: _claim(job_id=job_id, now=timezone.now()))
    if job is None:
        return None
    progress = ClaimedProgress(job)
    logger.info("Job %s (%s) began, attempt %s", job.pk, job.kind, job.attempt)
    try:
        with _heartbeat(job):
            result = work_of(job.kind).run(progress, **job.arguments)
    except Cancelled:
        _finish(job, JobState.CANCELLED)
    except WorkerEnds:
        return _put_back(job)
    except DomainError as refusal:
        _finish(job, JobState.FAILED, error=refusal.message)
    except AWAY as error:
        # A job that ran into a database that went away has done nothing wrong, so it costs it no attempt.
        if is_away() and not is_full(error):
            return _put_back(job, step=DATABASE_AWAY)
        _stumble(job, error)
    except Exception as error:
        _stumble(job, error)
    else:
        _finish(job, JobState.SUCCEEDED, result=result)
    return None


def lost_jobs(*, now: datetime) -> list[tuple[int, str]]:
    """The id and queue of jobs to send again, after putting those of dead workers back to `queued`.

    A worker is dead when it was silent for too long or, if it was on this machine, when its process is gone.
    A waiting job is sent again as well, for its message may have gone with a worker; a second delivery does nothing.
    """
    silent = now - timedelta(seconds=settings.JOB_SILENCE_S)
    running = Job.objects.filter(state=JobState.RUNNING)
    gone = [name for name in running.values_list("worker", flat=True) if workers.is_gone(name)]
    # While the database was down nobody could beat: silence counts from its start.
    could_beat = (up_since() or silent) <= silent
    lost = running.filter(Q(heartbeat_at__lt=silent) | Q(worker__in=gone) if could_beat else Q(worker__in=gone))
    with transaction.atomic():
        lost.filter(cancel_requested_at__isnull=False).update(state=JobState.CANCELLED, finished_at=now)
        lost.filter(attempt__gte=F("max_attempts")).update(state=JobState.FAILED, finished_at=now, error=WORKER_DIED)
        back = list(lost.values_list("pk", flat=True))
        lost.update(state=JobState.QUEUED, step=WORKER_STOPPED)
    waiting = Job.objects.filter(state=JobState.QUEUED, created_at__lt=silent) | Job.objects.filter(pk__in=back)
    return list(waiting.values_list("pk", "queue"))


class ClaimedProgress:
    """The Progress of a job that this process has claimed. Only the holder of the claim may write."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._reported_at = 0.0
        self._lines: list[str] = []

    def report(self, fraction: float, step: str) -> None:
        # Before anything is written, which on a busy database may take longer than `serve` waits for its workers.
        if ending.is_asked():
            raise WorkerEnds
        now = time.monotonic()
        if now - self._reported_at < REPORT_EVERY_S and step == self._job.step:
            return
        self._reported_at = now
        self._job.step = step
        self._write(progress=min(1.0, max(0.0, fraction)), step=step[:200], heartbeat_at=timezone.now())
        if self.is_cancelled():
            raise Cancelled

    def log(self, line: str) -> None:
        self._lines.append(line)
        tail = "\n".join(self._lines)[-LOG_TAIL_CHARACTERS:]
        self._lines = tail.split("\n")
        self._write(log_tail=tail)

    def is_cancelled(self) -> bool:
        return not patiently(lambda: claimed(self._job).filter(cancel_requested_at__isnull=True).exists())

    def _write(self, **fields: object) -> None:
        if not patiently(lambda: claimed(self._job).update(**fields)):
            # Another worker has it now, since this one was silent too long (a laptop that slept, say).
            raise Cancelled


def claimed(job: Job) -> QuerySet[Job]:
    """The job's row as long as this attempt holds it."""
    return Job.objects.filter(pk=job.pk, state=JobState.RUNNING, attempt=job.attempt)


def _claim(*, job_id: int, now: datetime) -> Job | None:
    worker = workers.name_of_this_process()
    Job.objects.filter(pk=job_id, state=JobState.QUEUED).update(
        state=JobState.RUNNING,
        attempt=F("attempt") + 1,
        worker=worker,
        started_at=now,
        heartbeat_at=now,
        progress=0.0,
        log_tail="",
    )
    # Asked of the row: the database may have gone away between taking the claim and saying so.
    return Job.objects.filter(pk=job_id, state=JobState.RUNNING, worker=worker, started_at=now).first()


def _stumble(job: Job, error: Exception) -> None:
    full = full_disk(error, doing="start this again")
    logger.error("Job %s (%s) met %s", job.pk, job.kind, "a full disk" if full else "a bug", exc_info=error)
    _finish(job, JobState.FAILED, error=full.message if full else BUG)


def _finish(job: Job, state: JobState, *, error: str = "", result: Result = None) -> None:
    fields: dict[str, object] = {"state": state, "error": error, "result": result, "finished_at": timezone.now()}
    if state == JobState.SUCCEEDED:
        fields["progress"] = 1.0
    patiently(lambda: claimed(job).update(**fields))
    logger.info("Job %s (%s) ended: %s", job.pk, job.kind, state)


def _put_back(job: Job, *, step: str = ATTUNE_ENDED) -> Job | None:
    """Let the job wait as it did before the claim; None where a person has cancelled it meanwhile, or it is lost."""
    wanted = claimed(job).filter(cancel_requested_at__isnull=True)
    # The claim is given up by its holder, who writes nothing after this: the attempt may be counted anew.
    if patiently(lambda: wanted.update(state=JobState.QUEUED, attempt=F("attempt") - 1, step=step)):
        logger.info("Job %s (%s) waits again. %s", job.pk, job.kind, step)
        return job
    _finish(job, JobState.CANCELLED)
    return None


@contextmanager
def _heartbeat(job: Job) -> Iterator[None]:
    """Beat from a second thread, so that one long step is not taken for a dead worker."""
    over = threading.Event()

    def beat() -> None:
        while not over.wait(settings.JOB_SILENCE_S / 4):
            with suppress(*AWAY):  # It beats on: the worker lives, whatever the database does.
                patiently(lambda: claimed(job).update(heartbeat_at=timezone.now()), until=over.is_set)
        connection.close()

    thread = threading.Thread(target=beat, name=f"heartbeat of job {job.pk}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
