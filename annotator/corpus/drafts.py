"""Imports that a person has begun: two files on the disk and what was found in them. Nothing is a session yet."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import transaction

from annotator.accounts.models import User
from annotator.audit.services import record
from annotator.corpus import files
from annotator.corpus.files import Upload
from annotator.corpus.inspecting import NotLookedThrough, found_in, look_through
from annotator.corpus.models import Draft, RecordingUpload, Session, TranscriptRevision
from annotator.corpus.placing import placing_remarks
from annotator.corpus.reading import FileRefused, options_json, probe_json, transcript_json
from annotator.corpus.transcripts import ReadingOptions
from annotator.corpus.transcripts.options import DEFAULTS
from annotator.corpus.uploads import discard_upload, is_finished, require_finished, take_upload
from annotator.errors import DomainError
from annotator.studies.models import Study

Json = dict[str, Any]

KEPT_FOR = timedelta(hours=24)
READER_VERSION = "1"


_OF_VIDEO = ("video_name", "video_path", "video_sha256", "video_bytes", "probe")


class DraftGone(DomainError):
    code = "draft_gone"


class HasRecording(DomainError):
    code = "has_recording"


def start_draft(
    *,
    study: Study,
    transcript: Upload,
    video: Upload | RecordingUpload | None,
    actor: User | None,
    now: datetime,
    options: ReadingOptions = DEFAULTS,
    offset_ms: int = 0,
    session: Session | None = None,
) -> Draft:
    """Keep the files and say what is in them. Where one is refused, neither stays.

    A recording that was sent beforehand stays when the transcript alone is at fault: hours may have gone into it.
    One that is still on its way, or of which nobody knows yet whether it is whole, is waited for: `add_recording` puts
    it beside the transcript. Another import that waited for it waits no more.
    With `session`, the transcript is to succeed that session's.

    Raises:
        FileRefused: the transcript or the video can't be read.
        TooLarge: one of them is larger than the settings allow.
        UploadGone: the recording was used for another import.
    """
    awaited = video if isinstance(video, RecordingUpload) and not _is_known(video, actor=actor, now=now) else None
    here = None if awaited else video
    folder = files.new_folder()
    try:
        text = files.keep(transcript, f"{folder}/transcript", at_most=settings.MAX_TRANSCRIPT_BYTES)
        reading = transcript_json(files.absolute(text.path).read_bytes(), name=transcript.name, options=options)
        draft = Draft(
            study=study,
            session=session,
            created_by=actor,
            created_at=now,
            transcript_name=transcript.name,
            transcript_path=text.path,
            transcript_sha256=text.sha256,
            options=options_json(options),
            offset_ms=offset_ms,
            reading=reading,
            upload=awaited,
        )
        if here is not None:
            _add_video(draft, here, f"{folder}/original")
        with transaction.atomic():
            if isinstance(here, RecordingUpload):
                take_upload(here)
            if awaited:
                Draft.objects.filter(upload=awaited).update(upload=None)
            draft.save()
            message = f"Import {draft.pk} was begun, {len(reading['turns'])} turns"
            record(actor=actor, action="draft.created", text=message, study=study, target=draft, at=now)
    except BaseException:
        files.remove_folder(folder)
        raise
    if isinstance(here, RecordingUpload):
        files.remove_folder(files.folder_of(here.path))
    return draft


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
    require_finished(upload)
    _require_looked_through(upload, actor=actor, now=now)
    if draft.video_path:
        raise HasRecording(f"This import has its recording, {draft.video_name}. For another one, begin another import.")
    # A name of its own each time: the same click sent twice must not take the other's file away.
    path = f"{files.folder_of(draft.transcript_path)}/original-{uuid4().hex}"
    try:
        _add_video(draft, upload, path)
        with transaction.atomic():
            lock_draft(draft)
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


@transaction.atomic
def change_draft(*, draft: Draft, options: ReadingOptions | None = None, offset_ms: int | None = None) -> Draft:
    """Read the draft's transcript again by other options, or move its times. Nothing is sent again.

    Raises:
        DraftGone: it was confirmed or discarded before.
        FileRefused: by these options it can't be read; the draft stays as it was.
    """
    lock_draft(draft)
    if options is not None:
        data = files.absolute(draft.transcript_path).read_bytes()
        draft.reading = transcript_json(data, name=draft.transcript_name, options=options)
        draft.options = options_json(options)
    if offset_ms is not None:
        draft.offset_ms = offset_ms
    draft.save(update_fields=["reading", "options", "offset_ms"])
    return draft


def file_facts(draft: Draft, *, offset_ms: int, duration_ms: int | None, more_remarks: Sequence[Json] = ()) -> Json:
    """What a revision keeps of the file that a draft holds: where its raw bytes lie, and how they were read."""
    turns = draft.reading["turns"]
    return {
        "raw_path": draft.transcript_path,
        "raw_name": draft.transcript_name,
        "raw_sha256": draft.transcript_sha256,
        "format": draft.reading["format"],
        "reader_version": READER_VERSION,
        "options": draft.options,
        "offset_ms": offset_ms,
        "remarks": [
            *draft.reading["remarks"],
            *more_remarks,
            *placing_remarks(turns, offset_ms=offset_ms, duration_ms=duration_ms),
        ],
    }


def discard_draft(*, draft: Draft, actor: User | None, now: datetime) -> None:
    """Forget the import and delete its files.

    Raises:
        DraftGone: it was confirmed or discarded before; where it was confirmed, its files are a session's.
    """
    folder = files.folder_of(draft.transcript_path)
    message = f"Import {draft.pk} was discarded"
    with transaction.atomic():
        lock_draft(draft)
        record(actor=actor, action="draft.discarded", text=message, study=draft.study, target=draft, at=now)
        draft.delete()
    files.remove_folder(folder)


def lock_draft(draft: Draft) -> None:
    """Hold the draft to the end of the transaction, so that it is confirmed or discarded, once.

    Raises:
        DraftGone: that has happened, perhaps by the same click sent twice.
    """
    if not Draft.objects.select_for_update().filter(pk=draft.pk):
        raise DraftGone("This import was confirmed or discarded already. Look at the list of sessions.")


def expire_drafts(*, now: datetime) -> int:
    """Discard imports that nobody confirmed for a day, and folders that belong to nothing; return how many."""
    # One that waits for its recording waits as long as that is kept.
    expired = list(Draft.objects.filter(created_at__lt=now - KEPT_FOR, upload=None).select_related("study"))
    for draft in expired:
        with suppress(DraftGone):  # Confirmed or expired elsewhere at this moment.
            discard_draft(draft=draft, actor=None, now=now)
    orphans = set(files.folders_older_than((now - KEPT_FOR).timestamp())) - _folders_in_use()
    for folder in orphans:
        files.remove_folder(folder)
    return len(expired) + len(orphans)


def _is_known(video: RecordingUpload, *, actor: User | None, now: datetime) -> bool:
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


def _require_looked_through(video: RecordingUpload, *, actor: User | None, now: datetime) -> None:
    try:
        found_in(video)
    except NotLookedThrough:
        look_through(upload=video, actor=actor, now=now)
        raise
    except FileRefused:  # Sent whole and of no use: nobody goes on with it.
        discard_upload(upload=video, actor=actor, now=now)
        raise


def _add_video(draft: Draft, video: Upload | RecordingUpload, path: str) -> None:
    draft.video_name, draft.video_path = video.name, path
    if isinstance(video, RecordingUpload):
        files.keep_second_name(video.path, path)
        draft.video_sha256, draft.video_bytes, found = video.sha256, video.bytes, found_in(video)
    else:
        kept = files.keep(video, path, at_most=settings.MAX_UPLOAD_BYTES)
        draft.video_sha256, draft.video_bytes = kept.sha256, kept.bytes
        found = probe_json(files.absolute(path), name=video.name)
    draft.probe = {**found, "remarks": [*found["remarks"], *_seen_before(draft)]}


def _seen_before(draft: Draft) -> list[Json]:
    """A remark where the study has this very recording: its turns would be in the data twice."""
    twins = Session.objects.filter(study=draft.study_id, recording__original_sha256=draft.video_sha256)
    message = "This very recording is in the study already, as session {}. Throw this import away unless you mean it."
    return [{"severity": "warning", "where": "", "message": message.format(each.key)} for each in twins]


def _folders_in_use() -> set[str]:
    paths = [
        *Draft.objects.values_list("transcript_path", flat=True),
        *TranscriptRevision.objects.values_list("raw_path", flat=True),
        *RecordingUpload.objects.values_list("path", flat=True),
    ]
    return {files.folder_of(path) for path in paths}
