"""The Celery tasks: do one job, look after lost ones, and keep the folder of messages small."""

import time

from celery import shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.utils import timezone

from annotator.broker import remove_taken_messages
from annotator.jobs import execution

TAKEN_KEPT_S = 24 * 3600  # Long enough to look into what went wrong yesterday.


@shared_task(acks_late=True)
def run_job(*, job_id: int, **_newer: object) -> None:
    """Do one job. Delivered twice, it is done once: a job leaves `queued` only once for each attempt."""
    if waits_again := execution.run(job_id=job_id):
        send(job_id=waits_again.pk, queue=waits_again.queue)


@shared_task
def reconcile_jobs(**_newer: object) -> None:
    """Send jobs again whose worker fell silent or whose message was lost."""
    for job_id, queue in execution.lost_jobs(now=timezone.now()):
        send(job_id=job_id, queue=queue)


@shared_task
def tidy_broker(**_newer: object) -> None:
    """Delete the messages that workers took a day ago, where messages are files."""
    if not settings.REDIS_URL:
        remove_taken_messages(settings.BROKER_DIR, older_than_s=TAKEN_KEPT_S, now=time.time())


def send(*, job_id: int, queue: str) -> None:
    """Put the message for one job on its queue."""
    run_job.apply_async(kwargs={"job_id": job_id}, queue=queue)


@worker_ready.connect
def look_for_lost_jobs(**_signal: object) -> None:
    """A worker that starts looks at once for what an earlier one left."""
    reconcile_jobs.delay()
