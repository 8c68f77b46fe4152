"""Which files of a recording a person is shown: the clear ones, or those with blurred faces and nothing else.

Whatever sends a part of a recording asks here for its path, so that no address forgets who may see faces.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from annotator import access
from annotator.accounts.models import User
from annotator.corpus.blurred_views import blurred_view, hides_anything
from annotator.corpus.models import RecordedFile, Recording, Session
from annotator.corpus.playback import why_not_play
from annotator.jobs.models import Job, JobState
from annotator.studies.models import Study

Json = dict[str, Any]

NOT_BLURRED_YET = "You see this recording with blurred faces. That view is still being made; come back in a while."
NOT_BLURRED = "You see this recording with blurred faces, and that view could not be made. The study's lead can retry."
NO_PICTURE = "The recording has no picture, only sound."
NOT_PREPARED_YET = "The video is still being prepared."
NOT_PREPARED = "The video could not be prepared. The study's lead can retry."


@dataclass(frozen=True)
class Shown:
    """Paths of one view; empty where that file is not made yet."""

    is_blurred: bool
    video_path: str = ""
    small_path: str = ""
    """Of the clear view only."""
    picture_only_path: str = ""
    thumbnails: Json | None = None
    waveform_path: str = ""
    frame_table_path: str = ""

    @property
    def is_missing(self) -> bool:
        """Whether the person should get the blurred view and it is not there."""
        return self.is_blurred and not self.video_path


def shown_to(user: User, session: Session, recording: RecordedFile) -> Shown:
    """The view that `user` gets; that they may open the session at all is asked elsewhere."""
    # Neither shows a face or lets a voice be heard.
    faceless = {"waveform_path": recording.waveform_path, "frame_table_path": recording.frame_table_path}
    if not access.sees_blurred(user, session) or not hides_anything(recording):
        return Shown(
            is_blurred=False,
            video_path=recording.proxy_path,
            small_path=recording.small_path,
            picture_only_path=recording.picture_only_path,
            thumbnails=recording.thumbnails,
            **faceless,
        )
    view = blurred_view(recording)
    if view is None:
        return Shown(is_blurred=True)
    return Shown(
        is_blurred=True,
        video_path=view.video_path,
        picture_only_path=view.picture_only_path,
        thumbnails=view.thumbnails,
        **faceless,
    )


def sessions_not_blurred_yet(user: User, study: Study, sessions: Collection[int]) -> set[int]:
    """Those of the sessions that `user` should get with blurred faces while that view is not there."""
    if not study.blurred_roles:
        return set()
    recordings = Recording.objects.filter(session__in=sessions).select_related("session__study", "blurred_view")
    return {recording.session_id for recording in recordings if shown_to(user, recording.session, recording).is_missing}


@dataclass(frozen=True)
class Making:
    """How far the job is that makes what a person waits for."""

    progress: float
    """0 to 1."""
    step: str


@dataclass(frozen=True)
class Offer:
    """The view that a person gets, or why they get none at this moment."""

    shown: Shown
    why_not: str
    making: Making | None
    """Where nothing but time is lacking: whoever waits should ask again."""


def offer_to(user: User, session: Session, recording: RecordedFile, *, is_silent: bool = False, now: datetime) -> Offer:
    """What plays for `user` now; that a pass of theirs shows it is asked elsewhere.

    Args:
        is_silent: whether it is the copy without sound that has to be there.
    """
    shown = shown_to(user, session, recording)
    if why_not := why_not_play(user, session, now=now):
        return Offer(shown, why_not, making=None)
    if shown.picture_only_path if is_silent else shown.video_path:
        return Offer(shown, "", making=None)
    if is_silent and not recording.has_picture:
        return Offer(shown, NO_PICTURE, making=None)
    job: Job | None = recording.prepared_by
    if job is not None and job.is_over and job.state != JobState.SUCCEEDED:
        return Offer(shown, NOT_BLURRED if shown.is_blurred else NOT_PREPARED, making=None)
    return Offer(shown, NOT_BLURRED_YET if shown.is_blurred else NOT_PREPARED_YET, making=_making(job))


def _making(job: Job | None) -> Making | None:
    return Making(job.progress, job.step) if job is not None and not job.is_over else None
