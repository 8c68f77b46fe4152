"""What a rater's page plays beside the client: a second camera's picture of the counsellor."""

from datetime import datetime
from typing import Any

from annotator.accounts.models import User
from annotator.annotations.models import Assignment
from annotator.codebooks.models import PassKind
from annotator.corpus.models import CounsellorRecording
from annotator.corpus.playback import why_not_play
from annotator.corpus.shown import shown_to

Json = dict[str, Any]


def counsellor_media(assignment: Assignment, *, viewer: User, now: datetime) -> Json | None:
    """Where the counsellor's picture is and how it lies on the session's clock; None where there is none to show.

    Where the client's recording is heard, this one comes without sound: two would echo.
    """
    if assignment.pass_kind != PassKind.TOGETHER:
        return None
    session = assignment.session
    rows = CounsellorRecording.objects.select_related("session__recording", "session__study", "blurred_view")
    recording = rows.filter(session=session).first()
    if recording is None or why_not_play(viewer, session, now=now):
        return None
    is_heard = recording.has_sound and not recording.session.recording.has_sound
    shown = shown_to(viewer, session, recording)
    if not (shown.video_path if is_heard else shown.picture_only_path):
        return None
    return {
        "video_url": f"/api/v1/sessions/{session.pk}/{'video' if is_heard else 'picture'}/?camera=counsellor",
        "offset_ms": recording.offset_ms,
        "drift_ppm": recording.drift_ppm,
        "duration_ms": recording.duration_ms,
        "is_heard": is_heard,
    }
