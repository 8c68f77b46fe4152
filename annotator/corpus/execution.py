"""Preparing a session's recording: copies for browsers, clear and blurred, thumbnails, waveform, and frames.

Each step leaves its file whole or not at all and is skipped where it was done, so the work may begin again at any time.
"""

from collections.abc import Callable, Collection
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.db import transaction

from annotator.corpus import files
from annotator.corpus.blurred_views import is_blurred_as_wanted
from annotator.corpus.blurring import make_blurred_view
from annotator.corpus.cameras import counsellor_recording_of
from annotator.corpus.media.copies import COPIES_VERSION, PROXY, SMALL_PROXY, THUMBNAILS, WAVEFORM, make_copies
from annotator.corpus.media.ffmpeg import ffmpeg_version
from annotator.corpus.media.files import alone_in, clear_workbenches
from annotator.corpus.media.probe import Probe
from annotator.corpus.media.proxy import make_picture_only
from annotator.corpus.media.refusal import MediaRefused
from annotator.corpus.models import RecordedFile, Recording, Session
from annotator.corpus.preparing import sounds_of, wanted_of
from annotator.corpus.probing import probe_of
from annotator.corpus.reading import FileRefused
from annotator.corpus.sounds import Sounds
from annotator.corpus.turn_frames import Chosen, choose_frames, frame_requests
from annotator.jobs.parts import Part
from annotator.jobs.registry import Progress
from annotator.locks import lock

WAITING = "Waiting until another preparation of this session has ended"
ONCE_MORE = "Changed meanwhile, so once more"


def prepare_session(progress: Progress, *, session_id: int) -> dict[str, Any]:
    """Prepare the session's recording and make the session ready; return how many frames were found and missed.

    No other preparation of the session runs at the same time. What is changed while it runs it sees at its end, and
    goes through the recording once more: what has been made and is still wanted is not made again.

    Raises:
        FileRefused: the recording can't be converted or decoded to its end.
    """
    folder = files.absolute(files.folder_of(_recording(session_id).original_path))
    with alone_in(folder, on_wait=lambda: progress.report(0.0, WAITING)):
        whole = progress
        while True:
            recording = _recording(session_id)
            sounds = sounds_of(recording)
            found, chosen = _prepare(progress, recording)
            if _is_ready(recording, chosen, sounds=sounds):
                break
            progress = Part(whole, what=ONCE_MORE)
    n_frames = chosen.turns - chosen.turns_missing
    whole.log(f"{n_frames} frames, {chosen.turns_missing} missing; {_remark(found, chosen)}")
    return {"frames": n_frames, "frames_missing": chosen.turns_missing}


def _recording(session_id: int) -> Recording:
    return Recording.objects.select_related("session__study", "blurred_view").get(session=session_id)


def _prepare(progress: Progress, recording: Recording) -> tuple[Probe, Chosen]:
    second = counsellor_recording_of(recording.session)
    first_part = Part(progress, until=0.6) if second else progress
    try:
        found = _make_files(first_part, recording)
        chosen = _choose_frames(first_part, recording, found)
        if second:
            _make_files(Part(progress, since=0.6, until=0.99, what="Counsellor's camera"), second)
    except MediaRefused as refusal:
        raise FileRefused(refusal, code="media_refused", field="video") from refusal
    return found, chosen


@transaction.atomic
def _is_ready(prepared: Recording, chosen: Chosen, *, sounds: Sounds) -> bool:
    """Whether it was prepared as it is wanted. Who changes that later finds the session ready, no longer preparing."""
    session = lock(Session.objects.all()).get(pk=prepared.session_id)
    now = _recording(session.pk)
    is_so = (
        wanted_of(now.session.study) == wanted_of(prepared.session.study)
        and now.client_region == prepared.client_region
        and sounds_of(now) == sounds
        and frame_requests(session) == chosen.requests
    )
    if is_so:
        Session.objects.filter(pk=session.pk).update(state=Session.State.READY)
    return is_so


def _make_files(progress: Progress, recording: RecordedFile) -> Probe:
    """All files that are made of one camera's recording."""
    clear_workbenches(files.absolute(files.folder_of(recording.original_path)))
    found = _probe(progress, recording)
    _make_copies(progress, recording, found)
    _make_picture_only(progress, recording, found)
    _make_blurred_view(progress, recording, found)
    return found


def _probe(progress: Progress, recording: RecordedFile) -> Probe:
    return probe_of(recording, on_progress=_within(progress, 0.0, 0.05, "Reading the video"))


def _make_copies(progress: Progress, recording: RecordedFile, found: Probe) -> None:
    sound_track = recording.sound_track
    made = recording.made_files.get("sha256", {}) if recording.made_files.get("sound_track") == sound_track else {}
    # A folder for each choice: whoever is listening to the former copy never gets halves of two.
    folder = _beside(recording, "" if sound_track is None else f"sound-{sound_track + 1}/")
    if made and all(files.absolute(folder + name).is_file() for name in made):
        _drop_other_copies(recording, kept=[folder + name for name in made])
        return
    files.absolute(folder).mkdir(exist_ok=True)
    on_progress = _within(progress, 0.05, 0.65, "Converting the video for browsers")
    source, heard = files.absolute(recording.original_path), found.hearing(sound_track)
    copies = make_copies(source, files.absolute(folder), found=heard, on_progress=on_progress)
    program = f"{ffmpeg_version()}, recipe {COPIES_VERSION}"
    if changed := [name for name, sha256 in made.items() if copies.sha256.get(name) != sha256]:
        before = recording.made_files["program"]
        progress.log(f"{', '.join(changed)}: other bytes than before, made by {program}, then by {before}")
    _keep(
        recording,
        proxy_path=folder + PROXY,
        small_path=folder + SMALL_PROXY if SMALL_PROXY in copies.sha256 else "",
        waveform_path=folder + WAVEFORM if WAVEFORM in copies.sha256 else "",
        thumbnails={"path": folder + THUMBNAILS, **asdict(copies.thumbnails)} if copies.thumbnails else None,
        made_files={"program": program, "sound_track": sound_track, "sha256": copies.sha256},
    )
    _drop_other_copies(recording, kept=[folder + name for name in copies.sha256])


def _drop_other_copies(recording: RecordedFile, *, kept: Collection[str]) -> None:
    """Remove all copies but these: with another sound, or left by a worker that was killed before it came to this."""
    top = files.absolute(_beside(recording, ""))
    copies = {
        folder / name for folder in (top, *top.glob("sound-*")) for name in (PROXY, SMALL_PROXY, THUMBNAILS, WAVEFORM)
    }
    for path in copies - {files.absolute(each) for each in kept}:
        path.unlink(missing_ok=True)


def _make_picture_only(progress: Progress, recording: RecordedFile, found: Probe) -> None:
    path = _beside(recording, "picture.mp4")
    if found.picture and not _is_there(recording.picture_only_path):
        on_progress = _within(progress, 0.65, 0.7, "Making a copy without sound")
        proxy = files.absolute(recording.proxy_path)
        make_picture_only(proxy, files.absolute(path), found=found, on_progress=on_progress)
        _keep(recording, picture_only_path=path)


def _make_blurred_view(progress: Progress, recording: RecordedFile, found: Probe) -> None:
    if not is_blurred_as_wanted(recording):
        on_progress = _within(progress, 0.7, 0.85, "Blurring the faces")
        progress.log(make_blurred_view(recording, found, on_progress=on_progress))


def _choose_frames(progress: Progress, recording: Recording, found: Probe) -> Chosen:
    on_progress = _within(progress, 0.85, 0.99, "Choosing a frame for each client turn")
    return choose_frames(recording, found, on_progress=on_progress)


def _remark(found: Probe, chosen: Chosen) -> str:
    if chosen.search:
        search = chosen.search
        return (
            f"the client's face was looked for {search.looks} times and not found {search.misses} times; "
            f"{search.several} times there was more than one face"
        )
    return "the client's face was taken to fill the region that was drawn" if found.picture else "there is no picture"


def _within(progress: Progress, start: float, end: float, step: str) -> Callable[[float], None]:
    """Report a step's own share, 0 to 1, as its part of the whole."""
    progress.report(start, step)
    return lambda share: progress.report(start + (end - start) * share, step)


def _beside(recording: RecordedFile, name: str) -> str:
    return f"{files.folder_of(recording.original_path)}/{name}"


def _is_there(path: str) -> bool:
    return bool(path) and Path(files.absolute(path)).is_file()


def _keep(recording: RecordedFile, **fields: Any) -> None:
    """Store what a step made, and nothing else: a person may move the client's region meanwhile."""
    for name, value in fields.items():
        setattr(recording, name, value)
    recording.save(update_fields=list(fields))
