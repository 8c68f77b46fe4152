"""Looking through a recording that has arrived whole, as a job: its hash, what it is, and whether it is sound.

A recording of some gigabytes is read three times for it, which takes minutes: too long for a request to wait.
"""

import hashlib
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction

from annotator.accounts.models import User
from annotator.corpus import files
from annotator.corpus.media.refusal import MediaRefused
from annotator.corpus.models import RecordingUpload
from annotator.corpus.reading import FileRefused, probe_json
from annotator.corpus.uploads import is_finished, lock_upload, require_finished
from annotator.errors import DomainError
from annotator.jobs.models import Job, JobState
from annotator.jobs.registry import Progress
from annotator.jobs.services import start_job

Json = dict[str, Any]

_PIECE_BYTES = 4_000_000
_HASHED = 0.3
"""The share of the work that hashing is."""


class NotLookedThrough(DomainError):
    code = "recording_not_looked_through"


@transaction.atomic
def look_through(*, upload: RecordingUpload, actor: User | None, now: datetime) -> Job:
    """The job that looks through the recording: the one there is, or a new one where that came to no end.

    One that was cancelled is begun again, so that a copy from the server's folder goes on where it ended.

    Raises:
        UploadGone: it was used or discarded before.
        UploadUnfinished: a part of the recording is still missing.
    """
    upload = lock_upload(upload)
    job = upload.looked_through_by
    if job and (not job.is_over or upload.is_looked_through):
        return job
    if job and job.state == JobState.CANCELLED:
        kind, arguments, title = job.kind, job.arguments, job.title
    else:
        require_arrived(upload)
        kind, arguments = "look_through_recording", {"upload_id": str(upload.pk)}
        title = "Looking through a recording that was sent"
    upload.looked_through_by = start_job(
        kind=kind, arguments=arguments, title=title, study=upload.study, started_by=actor, now=now
    )
    upload.save(update_fields=["looked_through_by"])
    return upload.looked_through_by


def look_through_recording(progress: Progress, *, upload_id: UUID | str) -> Json | None:
    """Hash and probe the recording and decode what tells whether it is sound; keep what was found, or why not.

    Raises:
        FileRefused: it is no recording that can be played to its end.
    """
    upload = RecordingUpload.objects.filter(pk=upload_id).first()
    if upload is None:  # Thrown away meanwhile.
        return None
    path = files.absolute(upload.path)
    sha256 = _sha256(path, lambda share: progress.report(_HASHED * share, "Reading the recording"))
    try:
        found = probe_json(
            path,
            name=upload.name,
            on_progress=lambda share: progress.report(_HASHED + (1 - _HASHED) * share, "Checking that it is whole"),
        )
    except FileRefused as refusal:
        kept = {"code": refusal.details["reason"], "message": refusal.message}
        RecordingUpload.objects.filter(pk=upload_id).update(refusal=kept)
        raise
    RecordingUpload.objects.filter(pk=upload_id).update(sha256=sha256, probe=found)
    return {"bytes": upload.bytes}


def require_arrived(upload: RecordingUpload) -> None:
    """Refuse an upload of which a part is missing, with the reason where copying it failed.

    Raises:
        NotLookedThrough: it could not be copied.
        UploadUnfinished: it is still on its way.
    """
    job = upload.looked_through_by
    if not is_finished(upload) and job and job.state == JobState.FAILED:
        raise NotLookedThrough(f"{upload.name} could not be copied. {job.error}")
    require_finished(upload)


def found_in(upload: RecordingUpload, *, field: str = "video") -> Json:
    """What the probe found in a recording that was looked through; a refusal is told of `field`.

    Raises:
        NotLookedThrough: it still is being looked through, or that was cancelled.
        FileRefused: it can't be played to its end.
    """
    if upload.refusal:
        raise FileRefused(MediaRefused(**upload.refusal), code="media_refused", field=field)
    if upload.probe is None:
        job = upload.looked_through_by
        if job and job.state == JobState.FAILED:
            raise NotLookedThrough(f"{upload.name} could not be looked through. {job.error}")
        raise NotLookedThrough(f"{upload.name} is still being looked through. Wait for it, then go on.")
    found: Json = upload.probe
    return found


def _sha256(path: Path, on_progress: Callable[[float], None]) -> str:
    digest, read, size = hashlib.sha256(), 0, max(1, path.stat().st_size)
    with path.open("rb") as file:
        while piece := file.read(_PIECE_BYTES):
            digest.update(piece)
            read += len(piece)
            on_progress(read / size)
    return digest.hexdigest()
