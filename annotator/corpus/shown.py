"""Which files of a recording a person is shown: the clear ones, or those with blurred faces and nothing else.

Whatever sends a part of a recording asks here for its path, so that no address forgets who may see faces.
"""

from dataclasses import dataclass
from typing import Any

from annotator import access
from annotator.accounts.models import User
from annotator.corpus.blurring import blurred_view, hides_anything
from annotator.corpus.models import RecordedFile, Session

Json = dict[str, Any]

NOT_BLURRED_YET = "You see this recording with blurred faces. That view is still being made; come back in a while."


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
