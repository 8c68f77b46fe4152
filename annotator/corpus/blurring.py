"""Making the blurred view of a recording, in the job that prepares it."""

from dataclasses import asdict
from typing import Any

from django.conf import settings

from annotator.corpus import files
from annotator.corpus.blurred_views import BLUR_VERSION
from annotator.corpus.media.blur import lower_pitch, make_blurred
from annotator.corpus.media.face_detectors import face_detector
from annotator.corpus.media.probe import Probe, VideoTrack
from annotator.corpus.media.progress import Progress
from annotator.corpus.media.proxy import make_picture_only
from annotator.corpus.media.thumbnails import make_thumbnails
from annotator.corpus.models import BlurredView, RecordedFile, Recording
from annotator.corpus.turn_frames import client_region

Json = dict[str, Any]


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
            "sound_track": recording.sound_track,
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
