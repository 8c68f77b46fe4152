"""A second camera, which filmed the counsellor: from an import to a session, and moved there if it lies wrong.

The first recording's clock is the session's, and the transcript's; frames come from it alone. Of the second one it is
known when it began on that clock: found by the sound of both, and confirmed by a person.
"""

from contextlib import suppress
from datetime import datetime
from typing import Any

from django.db import transaction

from annotator.accounts.models import User
from annotator.audit.services import record
from annotator.corpus.models import CounsellorRecording, Draft, Session
from annotator.errors import DomainError
from annotator.jobs.services import JobIsOver, request_cancel, start_job
from annotator.locks import lock

Json = dict[str, Any]

_NO_SHARED_MOMENT = "Laid so, the two recordings share no moment. Move the counsellor's."


class CamerasRefused(DomainError):
    """Two recordings that are no two cameras of one session, or of which nobody said how they lie."""

    code = "cameras_refused"
    status = 400

    def __init__(self, message: str, *, field: str = "counsellor_video") -> None:
        super().__init__(message, fields={field: [message]})


class NoSecondCamera(DomainError):
    code = "no_second_camera"


def add_counsellor_video(draft: Draft, kept: Json) -> None:
    """Put the recording of a second camera beside the first one's.

    Raises:
        CamerasRefused: there is no first one, one has no picture, or both are the same file.
    """
    if draft.probe is None:
        raise CamerasRefused("First choose the recording of the client. The counsellor's goes beside it.")
    if kept["sha256"] == draft.video_sha256:
        raise CamerasRefused("This is the same recording as the client's. Choose the other camera's, or leave it out.")
    if kept["probe"]["video_codec"] is None:
        raise CamerasRefused(
            "This recording has no picture, so there is nothing to show beside the client. Leave it out."
        )
    if draft.probe["video_codec"] is None:
        message = (
            "The client's recording has no picture. Give the one with a picture as the client's, or leave one out."
        )
        raise CamerasRefused(message)
    draft.counsellor_video = kept


def start_listening(draft: Draft, *, actor: User | None, now: datetime) -> None:
    """Have the second camera's offset found by a job, where there is a second one and both heard something."""
    if draft.counsellor_video is None or draft.probe is None:
        return
    if not (draft.probe["audio_codec"] and draft.counsellor_video["probe"]["audio_codec"]):
        draft.sound_offset = {"reason": "silent"}
    else:
        draft.listened_by = start_job(
            kind="find_camera_offset",
            arguments={"draft_id": draft.pk},
            title=f"Laying the two cameras of import {draft.pk} over each other",
            study=draft.study,
            started_by=actor,
            now=now,
        )
    draft.save(update_fields=["sound_offset", "listened_by"])


def listen_again(draft: Draft, *, actor: User | None, now: datetime) -> None:
    """Have the offset found anew where something else is heard. What a person said of it stays."""
    if draft.counsellor_video is None:
        return
    if (draft.sound_offset or {}).get("offset_ms") == draft.camera_offset_ms:
        draft.camera_offset_ms = None
    if draft.listened_by and not draft.listened_by.is_over:
        with suppress(JobIsOver):  # At this very moment.
            request_cancel(job=draft.listened_by, now=now)
    draft.sound_offset = None
    draft.save(update_fields=["camera_offset_ms", "sound_offset"])
    start_listening(draft, actor=actor, now=now)


def check_offset(draft: Draft, offset_ms: int | None) -> None:
    """Refuse a plan that doesn't say how two cameras lie, or under which they share no moment.

    Raises:
        CamerasRefused: as told.
    """
    if draft.counsellor_video is None or draft.probe is None:
        return
    if offset_ms is None:
        message = "Look at both pictures and say that they belong together, or leave the second camera out."
        raise CamerasRefused(message, field="camera_offset_ms")
    if not _share_a_moment(draft.probe["duration_ms"], draft.counsellor_video["probe"]["duration_ms"], offset_ms):
        raise CamerasRefused(_NO_SHARED_MOMENT, field="camera_offset_ms")


def create_counsellor_recording(session: Session, draft: Draft, *, offset_ms: int | None) -> None:
    """Keep the second camera's recording with the session, where there is one."""
    if draft.counsellor_video is None or offset_ms is None:
        return
    kept = draft.counsellor_video
    CounsellorRecording.objects.create(
        session=session,
        original_path=kept["path"],
        original_name=kept["name"],
        original_sha256=kept["sha256"],
        bytes=kept["bytes"],
        duration_ms=kept["probe"]["duration_ms"],
        probe=kept["probe"],
        sound_track=kept.get("sound_track"),
        offset_ms=offset_ms,
        drift_ppm=(draft.sound_offset or {}).get("drift_ppm", 0),
    )


@transaction.atomic
def move_counsellor_camera(*, session: Session, offset_ms: int, actor: User, now: datetime) -> CounsellorRecording:
    """Say anew when the second camera began. No file is made anew: its picture is moved when it is played.

    Raises:
        NoSecondCamera: the session was filmed by one camera, or by none.
        CamerasRefused: laid so, the recordings share no moment.
    """
    rows = lock(CounsellorRecording.objects.select_related("session__recording"))
    recording = rows.filter(session=session).first()
    if recording is None:
        raise NoSecondCamera(f"No second camera filmed session {session.key}, so there is none to move.")
    if not _share_a_moment(recording.session.recording.duration_ms, recording.duration_ms, offset_ms):
        raise CamerasRefused(_NO_SHARED_MOMENT, field="offset_ms")
    if offset_ms != recording.offset_ms:
        began = f"{recording.offset_ms / 1000:.3f} s → {offset_ms / 1000:.3f} s"
        message = f"Session {session.key}, when the counsellor's camera began after the client's: {began}"
        record(actor=actor, action="cameras.moved", text=message, study=session.study, target=session, at=now)
        recording.offset_ms = offset_ms
        recording.save(update_fields=["offset_ms"])
    return recording


def counsellor_recording_of(session: Session) -> CounsellorRecording | None:
    """What a second camera recorded in the session, if there was one."""
    recording: CounsellorRecording | None = getattr(session, "counsellor_recording", None)
    return recording


def _share_a_moment(duration_ms: int, second_ms: int, offset_ms: int) -> bool:
    """Whether two recordings of these lengths overlap where the second begins at `offset_ms` of the first."""
    return -second_ms < offset_ms < duration_ms
