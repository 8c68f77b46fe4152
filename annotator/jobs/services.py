"""Starting and cancelling jobs. Each state leaves by a conditional update, so it leaves once."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction

from annotator.accounts.models import User
from annotator.errors import DomainError
from annotator.jobs import tasks
from annotator.jobs.models import Job, JobState
from annotator.jobs.registry import work_of

if TYPE_CHECKING:
    from annotator.studies.models import Study


class JobIsOver(DomainError):
    code = "job_is_over"


@transaction.atomic
def start_job(
    *,
    kind: str,
    arguments: dict[str, Any],
    title: str,
    now: datetime,
    study: Study | None = None,
    started_by: User | None = None,
) -> Job:
    """Put a job on its queue, once the surrounding transaction has committed."""
    work = work_of(kind)
    job = Job.objects.create(
        kind=kind,
        arguments=arguments,
        queue=work.queue,
        max_attempts=work.max_attempts,
        title=title,
        study=study,
        started_by=started_by,
        created_at=now,
    )
    # Robust: a broker that is away leaves the job waiting, and the reconciler sends it again.
    transaction.on_commit(lambda: tasks.send(job_id=job.pk, queue=job.queue), robust=True)
    return job


def request_cancel(*, job: Job, now: datetime) -> Job:
    """Ask for the job's end: at once where it waits, at its next report where it runs.

    Raises:
        JobIsOver: it has already ended.
    """
    waiting = Job.objects.filter(pk=job.pk, state=JobState.QUEUED)
    if not waiting.update(state=JobState.CANCELLED, cancel_requested_at=now, finished_at=now):
        asked = Job.objects.filter(pk=job.pk, state=JobState.RUNNING).update(cancel_requested_at=now)
        if not asked:
            raise JobIsOver(f"{job.title} has already ended; there is nothing to cancel.")
    job.refresh_from_db()
    return job
