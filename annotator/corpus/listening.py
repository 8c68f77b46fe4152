"""The job that finds out when an import's second camera began."""

from dataclasses import asdict
from typing import Any

from django.db import transaction

from annotator.corpus import files
from annotator.corpus.draft_sounds import sounds_of_draft
from annotator.corpus.media.hearing import offset_of
from annotator.corpus.media.offset import Offset
from annotator.corpus.media.refusal import MediaRefused
from annotator.corpus.models import Draft
from annotator.corpus.reading import FileRefused
from annotator.corpus.sounds import Sounds
from annotator.jobs.registry import Progress
from annotator.locks import lock

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
    sounds = sounds_of_draft(draft)
    first, second = files.absolute(draft.video_path), files.absolute(draft.counsellor_video["path"])
    progress.report(0.0, _STEP)
    try:
        found = offset_of(
            first,
            second,
            second.parent,
            sound_tracks=sounds,
            on_progress=lambda share: progress.report(share, _STEP),
        )
    except MediaRefused as refusal:
        raise FileRefused(refusal, code="media_refused", field="counsellor_video") from refusal
    told = {"reason": "", **asdict(found)} if isinstance(found, Offset) else asdict(found)
    _keep(draft_id, told, sounds)
    return told


@transaction.atomic
def _keep(draft_id: int, told: Json, sounds: Sounds) -> None:
    draft = lock(Draft.objects.all()).filter(pk=draft_id).first()
    if draft is None or sounds_of_draft(draft) != sounds:  # Other sounds were chosen, and another job hears those.
        return
    draft.sound_offset = told
    if draft.camera_offset_ms is None:
        draft.camera_offset_ms = told.get("offset_ms")
    draft.save(update_fields=["sound_offset", "camera_offset_ms"])
