"""The job that finds out when an import's second camera began."""

from dataclasses import asdict
from typing import Any

from annotator.corpus import files
from annotator.corpus.media.hearing import offset_of
from annotator.corpus.media.offset import Offset
from annotator.corpus.media.refusal import MediaRefused
from annotator.corpus.models import Draft
from annotator.corpus.reading import FileRefused
from annotator.jobs.registry import Progress

Json = dict[str, Any]

_STEP = "Listening to both cameras"


def find_camera_offset(progress: Progress, *, draft_id: int) -> Json:
    """Store what the sounds tell, and propose that offset unless a person has said one meanwhile.

    Raises:
        FileRefused: a recording can't be decoded.
    """
    draft = Draft.objects.filter(pk=draft_id, counsellor_video__isnull=False).first()
    if draft is None or draft.counsellor_video is None:  # Confirmed or thrown away before its turn came.
        return {}
    first, second = files.absolute(draft.video_path), files.absolute(draft.counsellor_video["path"])
    progress.report(0.0, _STEP)
    try:
        found = offset_of(first, second, second.parent, on_progress=lambda share: progress.report(share, _STEP))
    except MediaRefused as refusal:
        raise FileRefused(refusal, code="media_refused", field="counsellor_video") from refusal
    told = {"reason": "", **asdict(found)} if isinstance(found, Offset) else asdict(found)
    Draft.objects.filter(pk=draft_id).update(sound_offset=told)
    if isinstance(found, Offset):
        Draft.objects.filter(pk=draft_id, camera_offset_ms__isnull=True).update(camera_offset_ms=found.offset_ms)
    return told
