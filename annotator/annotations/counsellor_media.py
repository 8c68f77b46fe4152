"""What a rater's page plays beside the client: a second camera's picture of the counsellor."""

from dataclasses import dataclass
from datetime import datetime

from annotator.accounts.models import User
from annotator.annotations.models import Assignment
from annotator.codebooks.models import PassKind
from annotator.corpus.models import CounsellorRecording, Recording
from annotator.corpus.shown import Making, offer_to


@dataclass(frozen=True)
class CounsellorMedia:
    """Where the picture is, or why there is none yet, and how it lies on the session's clock."""

    video_url: str | None
    why_not: str
    offset_ms: int
    drift_ppm: int
    duration_ms: int
    is_heard: bool
    making: Making | None


def counsellor_media(
    assignment: Assignment, first: Recording, *, viewer: User, now: datetime
) -> CounsellorMedia | None:
    """What of the counsellor is shown beside the `first` recording; None where there is nothing to wait for.

    Where the client's recording is heard, this one comes without sound: two would echo.
    """
    if assignment.pass_kind != PassKind.TOGETHER:
        return None
    session = assignment.session
    recording = CounsellorRecording.objects.select_related("blurred_view").filter(session=session).first()
    if recording is None:
        return None
    recording.session = session
    is_heard = recording.has_sound and not first.has_sound
    offer = offer_to(viewer, session, recording, is_silent=not is_heard, now=now)
    address = f"/api/v1/sessions/{session.pk}/{'video' if is_heard else 'picture'}/?camera=counsellor"
    return CounsellorMedia(
        video_url=None if offer.why_not else address,
        why_not=offer.why_not,
        offset_ms=recording.offset_ms,
        drift_ppm=recording.drift_ppm,
        duration_ms=recording.duration_ms,
        is_heard=is_heard,
        making=offer.making,
    )
