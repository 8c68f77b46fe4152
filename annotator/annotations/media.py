"""What of a recording a pass shows, and where its page gets it."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

from annotator.accounts.models import User
from annotator.annotations.counsellor_media import counsellor_media
from annotator.annotations.models import Assignment
from annotator.codebooks.models import PassKind
from annotator.corpus.media.waveform import PEAKS_PER_S
from annotator.corpus.models import Recording
from annotator.corpus.shown import offer_to

Json = dict[str, Any]


def media_of(assignment: Assignment, *, viewer: User, now: datetime) -> Json:
    """Addresses that answer `viewer` now, or why there are none; what the pass withholds has no address."""
    if assignment.pass_kind == PassKind.WORDS:
        return _nothing("This pass goes by the words alone.")
    rows = Recording.objects.select_related("prepared_by", "blurred_view")
    recording = rows.filter(session=assignment.session_id).first()
    if recording is None:
        return _nothing("This session has no video.")
    recording.session = assignment.session
    is_face = assignment.pass_kind == PassKind.FACE
    offer = offer_to(viewer, assignment.session, recording, is_silent=is_face, now=now)
    if offer.why_not:
        making = asdict(offer.making) if offer.making else None
        return _nothing(offer.why_not, recording.duration_ms, is_blurred=offer.shown.is_blurred, making=making)
    address = f"/api/v1/sessions/{assignment.session_id}"
    has_sound = recording.has_sound and not is_face
    counsellor = counsellor_media(assignment, recording, viewer=viewer, now=now)
    return {
        "video_url": f"{address}/picture/" if is_face else f"{address}/video/",
        "small_video_url": f"{address}/video/?size=small" if offer.shown.small_path and not is_face else None,
        "waveform_url": f"{address}/waveform/" if offer.shown.waveform_path and has_sound else None,
        "peaks_per_s": PEAKS_PER_S,
        "has_picture": recording.has_picture,
        "has_sound": has_sound,
        "is_blurred": offer.shown.is_blurred,
        "duration_ms": recording.duration_ms,
        "why_not": "",
        "making": None,
        "counsellor": asdict(counsellor) if counsellor else None,
    }


def _nothing(
    why_not: str, duration_ms: int | None = None, *, is_blurred: bool = False, making: Json | None = None
) -> Json:
    return {
        "video_url": None,
        "small_video_url": None,
        "waveform_url": None,
        "peaks_per_s": PEAKS_PER_S,
        "has_picture": False,
        "has_sound": False,
        "is_blurred": is_blurred,
        "duration_ms": duration_ms,
        "why_not": why_not,
        "making": making,
        "counsellor": None,
    }
