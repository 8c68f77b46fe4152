"""Which files of a recording a person is shown: the clear ones, or those with blurred faces and nothing else.

Whatever sends a part of a recording asks here for its path, so that no address forgets who may see faces.
"""

from dataclasses import dataclass
from typing import Any

from annotator import access
from annotator.accounts.models import User
from annotator.corpus.blurring import blurred_view
from annotator.corpus.models import Recording, Session

Json = dict[str, Any]

NOT_BLURRED_YET = "You see this recording with blurred faces. That view is still being made; come back in a while."


@dataclass(frozen=True)
class Shown:
    """Paths of one view; empty where that file is not made yet."""

    is_blurred: bool
    video_path: str
    picture_only_path: str
    thumbnails: Json | None

    @property
    def is_missing(self) -> bool:
        """Whether the person should get the blurred view and it is not there."""
        return self.is_blurred and not self.video_path


def shown_to(user: User, session: Session, recording: Recording) -> Shown:
    """The view that `user` gets; that they may open the session at all is asked elsewhere."""
    if not access.sees_blurred(user, session):
        return Shown(False, recording.proxy_path, recording.picture_only_path, recording.thumbnails)
    view = blurred_view(recording)
    if view is None:
        return Shown(True, "", "", None)
    return Shown(True, view.video_path, view.picture_only_path, view.thumbnails)
