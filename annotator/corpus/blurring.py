"""Making the blurred view of a recording, in the job that prepares it."""

from dataclasses import asdict
from typing import Any

from django.conf import settings

from annotator.corpus import files
from annotator.corpus.media.blur import BLUR_VERSION, lower_pitch, make_blurred
from annotator.corpus.media.faces import HAAR, YUNET, face_detector
from annotator.corpus.media.probe import Probe, VideoTrack
from annotator.corpus.media.progress import Progress
from annotator.corpus.media.proxy import make_picture_only
from annotator.corpus.media.thumbnails import make_thumbnails
from annotator.corpus.models import BlurredView, RecordedFile, Recording
from annotator.corpus.turn_frames import client_region

Json = dict[str, Any]


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
        and (view.client_region, view.version) == (recording.client_region, BLUR_VERSION)
        and (not recording.has_picture or view.detector == (YUNET if settings.FACE_MODEL else HAAR))
        and all(files.absolute(path).is_file() for path in _paths(view))
    )


def hides_anything(recording: RecordedFile) -> bool:
    """Whether the blurred view differs from the clear one: a sound without picture has no face to hide."""
    return recording.has_picture or recording.session.study.is_pitch_shifted


def make_blurred_view(recording: RecordedFile, found: Probe, *, on_progress: Progress) -> str:
    """Make the blurred video, one without sound, and thumbnails drawn from it; return a remark for the log.

    Raises:
        MediaRefused: the proxy can't be decoded, or the configured face model is none.
    """
    study = recording.session.study
    # Named anew each time: whoever is watching the former view goes on, and never gets halves of two.
    folder = f"{files.folder_of(recording.original_path)}/blurred-{_next_number(recording)}"
    files.absolute(folder).mkdir(exist_ok=True)
    if found.picture is None:
        made, remark = _lower_voices(recording, folder, on_progress=on_progress)
    else:
        made, remark = _blur_faces(recording, folder, found, found.picture, on_progress=on_progress)
    before: BlurredView | None = getattr(recording, "blurred_view", None)
    owner: Json = {"recording" if isinstance(recording, Recording) else "counsellor_recording": recording}
    BlurredView.objects.update_or_create(
        **owner,
        defaults={
            **made,
            "is_pitch_shifted": study.is_pitch_shifted,
            "client_region": recording.client_region,
            "version": BLUR_VERSION,
        },
    )
    if before and files.folder_of(before.video_path) != folder:
        files.remove_folder(files.folder_of(before.video_path))
    return remark


def _lower_voices(recording: RecordedFile, folder: str, *, on_progress: Progress) -> tuple[Json, str]:
    """Without a picture there is only a voice to hide."""
    video = f"{folder}/proxy.mp4"
    proxy, duration_ms = files.absolute(recording.proxy_path), recording.duration_ms
    lower_pitch(proxy, files.absolute(video), duration_ms=duration_ms, on_progress=on_progress)
    made = {"video_path": video, "picture_only_path": "", "thumbnails": None, "detector": ""}
    return made, "voices lowered; there is no picture"


def _blur_faces(
    recording: RecordedFile, folder: str, found: Probe, picture: VideoTrack, *, on_progress: Progress
) -> tuple[Json, str]:
    detector = face_detector(settings.FACE_MODEL)
    video, silent, sheet = f"{folder}/proxy.mp4", f"{folder}/picture.mp4", f"{folder}/thumbnails.jpg"
    blurred = make_blurred(
        files.absolute(recording.proxy_path),
        files.absolute(video),
        duration_ms=recording.duration_ms,
        detector=detector,
        region=client_region(recording),
        shifts_pitch=recording.session.study.is_pitch_shifted,
        on_progress=lambda share: on_progress(0.9 * share),
    )
    make_picture_only(files.absolute(video), files.absolute(silent), found=found)
    thumbnails = make_thumbnails(
        files.absolute(video), files.absolute(sheet), picture, duration_ms=recording.duration_ms
    )
    on_progress(1.0)
    made = {
        "video_path": video,
        "picture_only_path": silent,
        "thumbnails": {"path": sheet, **asdict(thumbnails)},
        "detector": detector.name,
    }
    hidden = f"{blurred.frames_hidden_whole} of them hidden as a whole"
    return made, f"faces blurred in {blurred.frames} pictures, {hidden}"


def _next_number(recording: RecordedFile) -> int:
    view: BlurredView | None = getattr(recording, "blurred_view", None)
    return int(files.folder_of(view.video_path).rpartition("-")[2]) % 2 + 1 if view else 1


def _paths(view: BlurredView) -> list[str]:
    sheet = view.thumbnails["path"] if view.thumbnails else ""
    return [path for path in (view.video_path, view.picture_only_path, sheet) if path]
