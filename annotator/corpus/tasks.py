"""Long work of this domain."""

from typing import Any

from celery import shared_task
from django.utils import timezone

from annotator.corpus import drafts, execution, listening, uploads
from annotator.jobs.registry import Progress, work


@work("prepare_session", queue="media")
def prepare_session(progress: Progress, *, session_id: int, **_newer: object) -> dict[str, Any]:
    """Make what browsers and models need of a session's video."""
    return execution.prepare_session(progress, session_id=session_id)


@work("find_camera_offset", queue="media")
def find_camera_offset(progress: Progress, *, draft_id: int, **_newer: object) -> dict[str, Any]:
    """Find out by the sound when a draft's second camera began."""
    return listening.find_camera_offset(progress, draft_id=draft_id)


@shared_task
def expire_drafts(**_newer: object) -> None:
    """Forget imports that nobody confirmed, and recordings that nobody went on sending."""
    uploads.expire_uploads(now=timezone.now())
    drafts.expire_drafts(now=timezone.now())
