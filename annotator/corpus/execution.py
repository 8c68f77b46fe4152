"""Preparing a session's recording: copies for browsers, thumbnails, waveform, and a frame for each client turn.

Each step leaves its file whole or not at all and is skipped where it was done, so the work may begin again at any time.
"""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.db import transaction

from annotator.corpus import files
from annotator.corpus.media.copies import PROXY, SMALL_PROXY, THUMBNAILS, WAVEFORM, make_copies
from annotator.corpus.media.faces import ClientRegion, FaceDetector, HaarDetector
from annotator.corpus.media.ffmpeg import ffmpeg_version
from annotator.corpus.media.files import clear_workbenches, write_whole
from annotator.corpus.media.frame_rules import RULE_VERSION, FrameRule
from annotator.corpus.media.frames import FrameRequest, FrameResult, extract_frames
from annotator.corpus.media.probe import Probe, probe
from annotator.corpus.media.proxy import make_picture_only
from annotator.corpus.media.refusal import MediaRefused
from annotator.corpus.models import Frame, Recording, Session, Turn
from annotator.corpus.reading import FileRefused
from annotator.corpus.standing import in_transcript
from annotator.jobs.registry import Progress

FRAME_RULE: FrameRule = "onset_sharpest"
FRAME_RULE_VERSION = RULE_VERSION


def prepare_session(progress: Progress, *, session_id: int) -> dict[str, Any]:
    """Prepare the session's recording and make the session ready; return how many frames were found and missed.

    Raises:
        FileRefused: the recording can't be converted or decoded to its end.
    """
    recording = Recording.objects.select_related("session").get(session=session_id)
    clear_workbenches(files.absolute(files.folder_of(recording.original_path)))
    try:
        found = _probe(progress, recording)
        _make_copies(progress, recording, found)
        _make_picture_only(progress, recording, found)
        frames = _extract_frames(progress, recording, found)
    except MediaRefused as refusal:
        raise FileRefused(refusal, code="media_refused", field="video") from refusal
    Session.objects.filter(pk=session_id).update(state=Session.State.READY)
    n_missing = sum(frame.missing_reason is not None for frame in frames)
    progress.log(f"{len(frames) - n_missing} frames, {n_missing} missing")
    return {"frames": len(frames) - n_missing, "frames_missing": n_missing}


def _probe(progress: Progress, recording: Recording) -> Probe:
    source = files.absolute(recording.original_path)
    on_progress = _within(progress, 0.0, 0.05, "Reading the video")
    found = probe(source, name=recording.original_name, on_progress=on_progress)
    if found.picture and not _is_there(recording.frame_table_path):
        path = _beside(recording, "frame-table.z")
        write_whole(files.absolute(path), found.frames.packed())
        _keep(recording, frame_table_path=path)
    return found


def _make_copies(progress: Progress, recording: Recording, found: Probe) -> None:
    folder = files.absolute(files.folder_of(recording.original_path))
    made = recording.made_files.get("sha256", {})
    if made and all((folder / name).is_file() for name in made):
        return
    on_progress = _within(progress, 0.05, 0.65, "Converting the video for browsers")
    copies = make_copies(files.absolute(recording.original_path), folder, found=found, on_progress=on_progress)
    program = ffmpeg_version()
    if changed := [name for name, sha256 in made.items() if copies.sha256.get(name) != sha256]:
        before = recording.made_files["program"]
        progress.log(f"{', '.join(changed)}: other bytes than before, made by {program}, then by {before}")
    _keep(
        recording,
        proxy_path=_beside(recording, PROXY),
        small_path=_beside(recording, SMALL_PROXY) if SMALL_PROXY in copies.sha256 else "",
        waveform_path=_beside(recording, WAVEFORM) if WAVEFORM in copies.sha256 else "",
        thumbnails={"path": _beside(recording, THUMBNAILS), **asdict(copies.thumbnails)} if copies.thumbnails else None,
        made_files={"program": program, "sha256": copies.sha256},
    )


def _make_picture_only(progress: Progress, recording: Recording, found: Probe) -> None:
    path = _beside(recording, "picture.mp4")
    if found.picture and not _is_there(recording.picture_only_path):
        on_progress = _within(progress, 0.65, 0.7, "Making a copy without sound")
        proxy = files.absolute(recording.proxy_path)
        make_picture_only(proxy, files.absolute(path), found=found, on_progress=on_progress)
        _keep(recording, picture_only_path=path)


def _extract_frames(progress: Progress, recording: Recording, found: Probe) -> list[FrameResult]:
    """Store a frame of each client turn. Turns that are changed meanwhile are gone through once more."""
    folder = _beside(recording, "frames")
    requests = _frame_requests(recording)
    while True:
        results = _frames(progress, recording, found, requests, folder)
        with transaction.atomic():
            Session.objects.select_for_update().get(pk=recording.session_id)  # An edit of its turns waits for us.
            asked, requests = requests, _frame_requests(recording)
            if requests == asked:
                Frame.objects.filter(in_transcript(), turn__session=recording.session_id).delete()
                Frame.objects.bulk_create(_frame(result, folder) for result in results)
                return results


def _frames(
    progress: Progress, recording: Recording, found: Probe, requests: list[FrameRequest], folder: str
) -> list[FrameResult]:
    if found.picture is None:
        return [FrameResult(request.key, "The recording has no picture.") for request in requests]
    return extract_frames(
        files.absolute(recording.original_path),
        files.absolute(folder),
        requests,
        found=found,
        detector=_detector(recording),
        rule=FRAME_RULE,
        on_progress=_within(progress, 0.7, 0.99, "Choosing a frame for each client turn"),
    )


def _frame_requests(recording: Recording) -> list[FrameRequest]:
    turns = Turn.objects.filter(session=recording.session_id, role=Turn.Role.CLIENT).order_by("position")
    return [FrameRequest(str(turn.pk), turn.start_ms, turn.end_ms) for turn in turns]


def _frame(result: FrameResult, folder: str) -> Frame:
    return Frame(
        turn_id=result.key,
        rule=FRAME_RULE,
        rule_version=FRAME_RULE_VERSION,
        path=f"{folder}/{result.path.name}" if result.path else "",
        sha256=result.sha256 or "",
        presentation_ms=result.presentation_ms,
        frame_index=result.index,
        face_box=list(result.face_box) if result.face_box else None,
        detector=result.detector or "",
        confidence=result.confidence,
        sharpness=result.sharpness,
        missing_reason=result.missing_reason or "",
    )


def _detector(recording: Recording) -> FaceDetector:
    region = recording.client_region
    return ClientRegion(region["x"], region["y"], region["w"], region["h"]) if region else HaarDetector()


def _within(progress: Progress, start: float, end: float, step: str) -> Callable[[float], None]:
    """Report a step's own share, 0 to 1, as its part of the whole."""
    progress.report(start, step)
    return lambda share: progress.report(start + (end - start) * share, step)


def _beside(recording: Recording, name: str) -> str:
    return f"{files.folder_of(recording.original_path)}/{name}"


def _is_there(path: str) -> bool:
    return bool(path) and Path(files.absolute(path)).is_file()


def _keep(recording: Recording, **fields: Any) -> None:
    """Store what a step made, and nothing else: a person may move the client's region meanwhile."""
    for name, value in fields.items():
        setattr(recording, name, value)
    recording.save(update_fields=list(fields))
