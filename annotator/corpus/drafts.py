"""Imports that a person has begun: two files on the disk and what was found in them. Nothing is a session yet."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction

from annotator.accounts.models import User
from annotator.audit.services import record
from annotator.corpus import cameras, files
from annotator.corpus.discarding import lock_draft
from annotator.corpus.draft_recordings import add_video, is_known, kept_video, require_both
from annotator.corpus.files import Upload
from annotator.corpus.models import Draft, RecordingUpload, Session
from annotator.corpus.placing import placing_remarks
from annotator.corpus.reading import name_remarks, options_json, transcript_json
from annotator.corpus.transcripts import ReadingOptions
from annotator.corpus.transcripts.options import DEFAULTS
from annotator.corpus.uploads import lock_upload, take_upload
from annotator.studies.models import Study

Json = dict[str, Any]

READER_VERSION = "1"


def start_draft(
    *,
    study: Study,
    transcript: Upload,
    video: Upload | RecordingUpload | None,
    actor: User | None,
    now: datetime,
    counsellor_video: Upload | RecordingUpload | None = None,
    is_listened_to: bool = True,
    options: ReadingOptions = DEFAULTS,
    offset_ms: int = 0,
    session: Session | None = None,
) -> Draft:
    """Keep the files and say what is in them. Where one is refused, neither stays.

    A recording that was sent beforehand stays when the transcript alone is at fault: hours may have gone into it.
    One that is still on its way, or of which nobody knows yet whether it is whole, is waited for: `add_recording` puts
    it beside the transcript. Another import that waited for it waits no more.
    With `counsellor_video`, the recording of a second camera, both must be here, and a job finds out when that one
    began, unless the caller does. With `session`, the transcript is to succeed that session's.

    Raises:
        FileRefused: the transcript or a video can't be read.
        CamerasRefused: the two videos are no two cameras.
        TooLarge: one of them is larger than the settings allow.
        UploadGone: the recording was used for another import, or thrown away.
    """
    awaited = None
    if counsellor_video is not None:
        require_both({"video": video, "counsellor_video": counsellor_video}, actor=actor, now=now)
    elif isinstance(video, RecordingUpload) and not is_known(video, actor=actor, now=now):
        awaited = video
    here = [each for each in (video, counsellor_video) if isinstance(each, RecordingUpload) and each != awaited]
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
        if video is not None and not awaited:
            add_video(draft, video, f"{folder}/original")
        if counsellor_video is not None:
            files.absolute(f"{folder}/counsellor").mkdir()
            kept = kept_video(draft, counsellor_video, f"{folder}/counsellor/original", field="counsellor_video")
            cameras.add_counsellor_video(draft, kept)
        with transaction.atomic():
            for upload in here:
                take_upload(upload)
            if awaited:
                lock_upload(awaited)
                Draft.objects.filter(upload=awaited).update(upload=None)
            draft.save()
            if is_listened_to:
                cameras.start_listening(draft, actor=actor, now=now)
            message = f"Import {draft.pk} was begun, turns: {len(reading['turns'])}"
            record(actor=actor, action="draft.created", text=message, study=study, target=draft, at=now)
    except BaseException:
        files.remove_folder(folder)
        raise
    for upload in here:
        files.remove_folder(files.folder_of(upload.path))
    return draft


@transaction.atomic
def change_draft(
    *,
    draft: Draft,
    options: ReadingOptions | None = None,
    offset_ms: int | None = None,
    camera_offset_ms: int | None = None,
) -> Draft:
    """Read the draft's transcript again by other options, move its times, or a second camera's. Nothing is sent again.

    Raises:
        DraftGone: it was confirmed or discarded before.
        FileRefused: by these options it can't be read; the draft stays as it was.
    """
    lock_draft(draft)
    changed = []
    if options is not None:
        data = files.absolute(draft.transcript_path).read_bytes()
        draft.reading = transcript_json(data, name=draft.transcript_name, options=options)
        draft.options = options_json(options)
        changed += ["reading", "options"]
    if offset_ms is not None:
        draft.offset_ms = offset_ms
        changed.append("offset_ms")
    if camera_offset_ms is not None:
        draft.camera_offset_ms = camera_offset_ms
        changed.append("camera_offset_ms")
    draft.save(update_fields=changed)
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
            *name_remarks(draft.reading),
            *more_remarks,
            *placing_remarks(turns, offset_ms=offset_ms, duration_ms=duration_ms),
        ],
    }
