"""Long work of this domain. What a person waits for before an import can go on is never behind a preparation.

What reads recordings is loaded where it is called, here and in this whole domain: its libraries, and NumPy, are as much
memory as all the rest, and of the web server and the workers only who is at such work needs them.
"""

from typing import Any

from celery import shared_task
from django.utils import timezone

from annotator.corpus import discarding, inspecting, server_folder, uploads
from annotator.jobs.registry import Progress, Result, work


@work("prepare_session", queue="media")
def prepare_session(progress: Progress, *, session_id: int, **_newer: object) -> dict[str, Any]:
    """Make what browsers and models need of a session's video."""
    from annotator.corpus import execution

    return execution.prepare_session(progress, session_id=session_id)


@work("copy_recording", queue="default")
def copy_recording(progress: Progress, *, upload_id: str, name: str, modified_ns: int, **_newer: object) -> Result:
    """Copy a recording out of the study's folder on the server, and look through it."""
    return server_folder.copy_recording(progress, upload_id=upload_id, name=name, modified_ns=modified_ns)


@work("look_through_recording", queue="default")
def look_through_recording(progress: Progress, *, upload_id: str, **_newer: object) -> dict[str, Any] | None:
    """Find out what a recording that was sent is, and whether it is whole."""
    return inspecting.look_through_recording(progress, upload_id=upload_id)


@work("find_camera_offset", queue="default")
def find_camera_offset(progress: Progress, *, draft_id: int, **_newer: object) -> dict[str, Any]:
    """Find out by the sound when a draft's second camera began."""
    from annotator.corpus import listening

    return listening.find_camera_offset(progress, draft_id=draft_id)


@shared_task
def expire_drafts(**_newer: object) -> None:
    """Forget imports that nobody confirmed, and recordings that nobody went on sending."""
    uploads.expire_uploads(now=timezone.now())
    discarding.expire_drafts(now=timezone.now())
