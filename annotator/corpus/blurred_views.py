"""The blurred view of a recording: whether one is wanted, and whether the one there is will do."""

from django.conf import settings

from annotator.corpus import files
from annotator.corpus.media.faces import HAAR, YUNET
from annotator.corpus.models import BlurredView, RecordedFile

BLUR_VERSION = 2
"""One more where `media/blur.py` comes to hide otherwise: views made before it are then made anew."""


def blurred_view(recording: RecordedFile) -> BlurredView | None:
    """The blurred view as the study wants it now; None where it wants none, or it is not made yet."""
    view: BlurredView | None = getattr(recording, "blurred_view", None)
    study = recording.session.study
    if view is None or not study.blurred_roles or (study.is_pitch_shifted and not view.is_pitch_shifted):
        return None
    return view


def is_blurred_as_wanted(recording: RecordedFile) -> bool:
    """Whether there is nothing to make: nobody sees it, there is nothing to hide, or it is there."""
    study = recording.session.study
    if not study.blurred_roles or not hides_anything(recording):
        return True
    view: BlurredView | None = getattr(recording, "blurred_view", None)
    return (
        view is not None
        and view.is_pitch_shifted == study.is_pitch_shifted
        and view.sound_track == recording.sound_track
        and (view.client_region, view.version) == (recording.client_region, BLUR_VERSION)
        and (not recording.has_picture or view.detector == (YUNET if settings.FACE_MODEL else HAAR))
        and all(files.absolute(path).is_file() for path in _paths(view))
    )


def hides_anything(recording: RecordedFile) -> bool:
    """Whether the blurred view differs from the clear one: a sound without picture has no face to hide."""
    return recording.has_picture or recording.session.study.is_pitch_shifted


def _paths(view: BlurredView) -> list[str]:
    sheet = view.thumbnails["path"] if view.thumbnails else ""
    return [path for path in (view.video_path, view.picture_only_path, sheet) if path]
