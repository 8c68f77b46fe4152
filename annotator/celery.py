"""The Celery application: Redis where `REDIS_URL` is set, else a folder."""

import os

import kombu.transport
from celery import Celery
from kombu import Queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")

from django.conf import settings  # Settings need the variable above.

from annotator.broker import transport_options

kombu.transport.TRANSPORT_ALIASES["attune-folder"] = "annotator.broker:Transport"

app = Celery("annotator")
app.conf.update(
    broker_url=settings.REDIS_URL or "attune-folder://localhost/",
    # On Redis a task longer than this would be delivered again while it runs.
    broker_transport_options={"visibility_timeout": 7 * 24 * 3600}
    if settings.REDIS_URL
    else transport_options(settings.BROKER_DIR),
    broker_connection_retry_on_startup=True,
    task_ignore_result=True,  # The job table holds what became of a task.
    task_acks_late=True,
    worker_prefetch_multiplier=1,
    worker_pool="annotator.process_pool:TaskPool",  # Where a command asks for processes; `threads` stays that.
    worker_timer_precision=0.2,  # A worker that is asked to end waits for its timer to wake up.
    worker_hijack_root_logger=False,
    task_default_queue="default",
    task_queues=[Queue(name) for name in ("default", "media", "gpu")],
    imports=["annotator.jobs.tasks"],
    timezone="UTC",
    beat_schedule={
        "reconcile-jobs": {"task": "annotator.jobs.tasks.reconcile_jobs", "schedule": settings.JOB_SILENCE_S / 2},
        "tidy-broker": {"task": "annotator.jobs.tasks.tidy_broker", "schedule": 3600.0},
        "expire-drafts": {"task": "annotator.corpus.tasks.expire_drafts", "schedule": 3600.0},
    },
)
