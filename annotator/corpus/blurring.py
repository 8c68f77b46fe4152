"""Making the blurred view of a recording, in the job that prepares it."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from django.conf import settings

from annotator.corpus import files
from annotator.corpus.media.blur import BLUR_VERSION, make_blurred
from annotator.corpus.media.faces import face_detector
from annotator.corpus.media.probe import Probe
from annotator.corpus.media.proxy import make_picture_only
from annotator.corpus.media.thumbnails import make_thumbnails
from annotator.corpus.models import BlurredView, Recording
from annotator.corpus.turn_frames import client_region

Json = dict[str, Any]


def blurred_view(recording: Recording) -> BlurredView | None:
    """The blurred view as the study wants it now; None where it wants none, or it is not made yet."""
    view: BlurredView | None = getattr(recording, "blurred_view", None)
    study = recording.session.study
    if view is None or not study.blurred_roles or (study.is_pitch_shifted and not view.is_pitch_shifted):
        return None
    return view


def is_blurred_as_wanted(recording: Recording) -> bool:
    """Whether there is nothing to make: the study lists no role, or what it wants is there."""
    study = recording.session.study
    if not study.blurred_roles:
        return True
    view: BlurredView | None = getattr(recording, "blurred_view", None)
    return (
        view is not None
        and view.is_pitch_shifted == study.is_pitch_shifted
        and (view.client_region, view.version) == (recording.client_region, BLUR_VERSION)
        and all(files.absolute(path).is_file() for path in _paths(view))
    )


def make_blurred_view(recording: Recording, found: Probe, *, on_progress: Callable[[float], None]) -> str:
    """Make the blurred video, one without sound, and thumbnails drawn from it; return a remark for the log.

    Raises:
        MediaRefused: the proxy can't be decoded, or the configured face model is none.
    """
    study = recording.session.study
    detector = face_detector(settings.FACE_MODEL)
    # Named anew each time: whoever is watching the former view goes on, and never gets halves of two.
    folder = f"{files.folder_of(recording.original_path)}/blurred-{_next_number(recording)}"
    files.absolute(folder).mkdir(exist_ok=True)
    video, picture, sheet = f"{folder}/proxy.mp4", f"{folder}/picture.mp4", f"{folder}/thumbnails.jpg"
    blurred = make_blurred(
        files.absolute(recording.proxy_path),
        files.absolute(video),
        duration_ms=recording.duration_ms,
        detector=detector,
        region=client_region(recording),
        shifts_pitch=study.is_pitch_shifted,
        on_progress=lambda share: on_progress(0.9 * share),
    )
    make_picture_only(files.absolute(video), files.absolute(picture), found=found)
    thumbnails = make_thumbnails(files.absolute(video), files.absolute(sheet), duration_ms=recording.duration_ms)
    on_progress(1.0)
    before: BlurredView | None = getattr(recording, "blurred_view", None)
    BlurredView.objects.update_or_create(
        recording=recording,
        defaults={
            "video_path": video,
            "picture_only_path": picture,
            "thumbnails": {"path": sheet, **asdict(thumbnails)},
            "is_pitch_shifted": study.is_pitch_shifted,
            "client_region": recording.client_region,
            "detector": detector.name,
            "version": BLUR_VERSION,
        },
    )
    if before and files.folder_of(before.video_path) != folder:
        files.remove_folder(files.folder_of(before.video_path))
    return f"faces blurred in {blurred.frames} pictures, {blurred.frames_hidden_whole} of them hidden as a whole"


def _next_number(recording: Recording) -> int:
    view: BlurredView | None = getattr(recording, "blurred_view", None)
    return int(files.folder_of(view.video_path).rpartition("-")[2]) % 2 + 1 if view else 1


def _paths(view: BlurredView) -> list[str]:
    return [view.video_path, view.picture_only_path, view.thumbnails["path"]]
