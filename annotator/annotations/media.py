"""What of a recording a pass shows, and where its page gets it."""

from dataclasses import dataclass
from datetime import datetime

from annotator.accounts.models import User
from annotator.annotations.counsellor_media import CounsellorMedia, counsellor_media
from annotator.annotations.models import Assignment
from annotator.codebooks.models import PassKind
from annotator.corpus.media.waveform import PEAKS_PER_S
from annotator.corpus.models import Recording
from annotator.corpus.shown import Making, offer_to


@dataclass(frozen=True, kw_only=True)
class Media:
    """Addresses, or why there are none."""

    why_not: str = ""
    making: Making | None = None
    duration_ms: int | None = None
    is_blurred: bool = False
    has_picture: bool = False
    has_sound: bool = False
    video_url: str | None = None
    small_video_url: str | None = None
    waveform_url: str | None = None
    peaks_per_s: int = PEAKS_PER_S
    counsellor: CounsellorMedia | None = None


_NO_VIDEO = "This session has no video, so you are asked about the words alone."
_NO_VIDEO_OF_FACE = (
    "This session has no video, so there is no face to rate. Nothing is asked; close the pass with Done."
)


def media_of(assignment: Assignment, *, viewer: User, now: datetime) -> Media:
    """What answers `viewer` now; what the pass withholds has no address."""
    if assignment.pass_kind == PassKind.WORDS:
        return Media(why_not="This pass goes by the words alone.")
    rows = Recording.objects.select_related("prepared_by", "blurred_view")
    recording = rows.filter(session=assignment.session_id).first()
    if recording is None:
        return Media(why_not=_NO_VIDEO_OF_FACE if assignment.pass_kind == PassKind.FACE else _NO_VIDEO)
    recording.session = assignment.session
    is_face = assignment.pass_kind == PassKind.FACE
    offer = offer_to(viewer, assignment.session, recording, is_silent=is_face, now=now)
    shown, duration_ms = offer.shown, recording.duration_ms
    if offer.why_not:
        return Media(why_not=offer.why_not, making=offer.making, duration_ms=duration_ms, is_blurred=shown.is_blurred)
    address = f"/api/v1/sessions/{assignment.session_id}"
    has_sound = recording.has_sound and not is_face
    return Media(
        duration_ms=duration_ms,
        is_blurred=shown.is_blurred,
        has_picture=recording.has_picture,
        has_sound=has_sound,
        video_url=f"{address}/picture/" if is_face else f"{address}/video/",
        small_video_url=f"{address}/video/?size=small" if shown.small_path and not is_face else None,
        waveform_url=f"{address}/waveform/" if shown.waveform_path and has_sound else None,
        counsellor=counsellor_media(assignment, recording, viewer=viewer, now=now),
    )
