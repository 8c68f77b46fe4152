"""The recordings of an import: those that are here are kept with it, one that is on its way is waited for."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from annotator.accounts.models import User
from annotator.corpus import files
from annotator.corpus.discarding import lock_draft
from annotator.corpus.files import Upload
from annotator.corpus.inspecting import NotLookedThrough, found_in, look_through, require_arrived
from annotator.corpus.media.refusal import MediaRefused
from annotator.corpus.models import Draft, RecordingUpload, Session
from annotator.corpus.reading import FileRefused, probe_json
from annotator.corpus.uploads import discard_upload, is_finished, lock_upload, take_upload
from annotator.errors import DomainError

Json = dict[str, Any]

_OF_VIDEO = ("video_name", "video_path", "video_sha256", "video_bytes", "probe")


class HasRecording(DomainError):
    code = "has_recording"


def add_recording(*, draft: Draft, upload: RecordingUpload, actor: User | None, now: datetime) -> Draft:
    """Put a recording that has arrived beside the transcript that was read while it was sent.

    Raises:
        DraftGone: it was confirmed or discarded before.
        UploadUnfinished: a part of the recording is still missing.
        NotLookedThrough: nobody knows yet whether the recording is whole; a job finds out.
        UploadGone: it was used or thrown away before.
        FileRefused: it can't be read. Nobody goes on with it; the draft stays without one.
        HasRecording: the draft has one.
    """
    require_arrived(upload)
    _require_looked_through(upload, actor=actor, now=now)
    # A name of its own each time: the same click sent twice must not take the other's file away.
    path = f"{files.folder_of(draft.transcript_path)}/original-{uuid4().hex}"
    try:
        with transaction.atomic():
            lock_upload(upload)  # First, as whoever throws it away does.
            lock_draft(draft)
            if draft.video_path:
                message = f"This import has its recording, {draft.video_name}. For another one, begin another import."
                raise HasRecording(message)
            add_video(draft, upload, path)
            take_upload(upload)
            draft.upload = None
            draft.save(update_fields=[*_OF_VIDEO, "upload"])
    except BaseException:
        files.absolute(path).unlink(missing_ok=True)
        raise
    files.remove_folder(files.folder_of(upload.path))
    return draft


@transaction.atomic
def await_no_recording(*, draft: Draft) -> Draft:
    """Go on without the recording that the draft waits for. What has arrived of it stays, for another import.

    Raises:
        DraftGone: it was confirmed or discarded before.
    """
    lock_draft(draft)
    draft.upload = None
    draft.save(update_fields=["upload"])
    return draft


def require_both(uploads: Mapping[str, Upload | RecordingUpload | None], *, actor: User | None, now: datetime) -> None:
    """Refuse two cameras' recordings, by field, unless both are here and of use; what is not known a job finds out."""
    sent = {field: each for field, each in uploads.items() if isinstance(each, RecordingUpload)}
    for upload in sent.values():
        require_arrived(upload)
    for field, upload in sent.items():
        _require_looked_through(upload, field=field, actor=actor, now=now)


def is_known(video: RecordingUpload, *, actor: User | None, now: datetime) -> bool:
    """Whether the recording is here and of use. Where it is here and not known, a job finds out.

    Raises:
        FileRefused: it is here, and of no use.
    """
    if not is_finished(video):
        return False
    try:
        _require_looked_through(video, actor=actor, now=now)
    except NotLookedThrough:
        return False
    return True


def add_video(draft: Draft, video: Upload | RecordingUpload, path: str) -> None:
    """Keep the recording under `path` as the draft's, which the caller saves."""
    kept = kept_video(draft, video, path, field="video")
    draft.video_name, draft.video_path = kept["name"], kept["path"]
    draft.video_sha256, draft.video_bytes = kept["sha256"], kept["bytes"]
    draft.probe = kept["probe"]


def kept_video(draft: Draft, video: Upload | RecordingUpload, path: str, *, field: str) -> Json:
    """Keep a recording under `path` and say what it is."""
    if isinstance(video, RecordingUpload):
        files.keep_second_name(video.path, path)
        sha256, n_bytes, probe = video.sha256, video.bytes, found_in(video)
    else:
        stored = files.keep(video, path, at_most=settings.MAX_UPLOAD_BYTES)
        sha256, n_bytes = stored.sha256, stored.bytes
        probe = probe_json(files.absolute(path), name=video.name, field=field)
    probe = {**probe, "remarks": [*probe["remarks"], *_seen_before(draft, sha256)]}
    return {"name": video.name, "path": path, "sha256": sha256, "bytes": n_bytes, "probe": probe}


def played_path(video: Json) -> str:
    """The file that a browser plays of a draft's video, {path, probe}: where its clock begins late, a copy from 0."""
    from annotator.corpus.media.rewound import can_be_rewound, rewind  # ffmpeg's own module, for few requests.

    path: str = video["path"]
    probe = video["probe"]
    if not probe:
        return path
    source, kind = files.absolute(path), probe["container"]
    if not can_be_rewound(source, kind=kind, clock_ms=probe.get("clock_ms", 0)):
        return path
    with suppress(MediaRefused):  # Then it is played by its own clock.
        rewind(source, files.absolute(_rewound(path)), kind=kind, duration_ms=probe["duration_ms"])
        return _rewound(path)
    return path


def drop_copy_to_play(path: str) -> None:
    """Remove that copy of the video at `path`, once nobody plays it any more."""
    files.absolute(_rewound(path)).unlink(missing_ok=True)


def _rewound(path: str) -> str:
    return f"{path}-from-0"


def _require_looked_through(video: RecordingUpload, *, actor: User | None, now: datetime, field: str = "video") -> None:
    try:
        found_in(video, field=field)
    except NotLookedThrough:
        look_through(upload=video, actor=actor, now=now)
        raise
    except FileRefused:  # Sent whole and of no use: nobody goes on with it.
        discard_upload(upload=video, actor=actor, now=now)
        raise


def _seen_before(draft: Draft, sha256: str) -> list[Json]:
    """A remark where the study has this very recording: its turns would be in the data twice."""
    is_it = Q(recording__original_sha256=sha256) | Q(counsellor_recording__original_sha256=sha256)
    twins = Session.objects.filter(is_it, study=draft.study_id)
    message = "This very recording is in the study already, as session {}. Throw this import away unless you mean it."
    return [{"severity": "warning", "where": "", "message": message.format(each.key)} for each in twins]
