"""What a person should know of a recording though nothing need be done."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from annotator.corpus.media.probe import Probe

LATE_MS = 100
_EXTENSIONS = {
    "mov": {"mp4", "m4v", "mov", "m4a", "3gp", "3g2", "qt"},
    "matroska": {"mkv", "webm", "mka", "mk3d"},
    "avi": {"avi"},
    "mpegts": {"ts", "mts", "m2ts"},
    "mpeg": {"mpg", "mpeg", "vob"},
}
_PLAYED_CONTAINERS = {"mov", "matroska", "wav", "mp3", "ogg", "flac", "aac"}
_PLAYED_PICTURES = {"h264", "vp8", "vp9", "av1"}
_PLAYED_SOUNDS = {"aac", "mp3", "mp3float", "opus", "vorbis", "flac", "pcm_s16le"}
"""What current browsers play between them; a recording is converted in either case, so that they all do."""


def remarks_about(found: "Probe", name: str) -> Iterator[str]:
    """What stands out in it but for what is heard; `name` is what the file was called where it came from."""
    extension = Path(name).suffix.lower().lstrip(".")
    known = _EXTENSIONS.get(found.container, set())
    if extension and known and extension not in known:
        yield f"The file is named .{extension} but is {found.container} inside; it was read as that."
    if found.picture is None:
        yield "The recording has no picture, only sound. Turns can be heard and labelled; there are no frames."
    if found.n_unknown_sounds:
        yield "The recording has a sound track of a kind that can't be read here; it is left out."
    elif not found.audio:
        yield "The recording has no sound track."
    if found.n_pictures > 1:
        yield f"The recording has {found.n_pictures} tracks of pictures; the first is used."
    if found.n_hidden_frames:
        yield f"{found.n_hidden_frames} frames were cut away in the file by an edit; they are left out, as players do."
    if found.clock_ms > LATE_MS:
        clock = f"{found.clock_ms / 1000:.2f} s"
        yield f"The file's own clock begins at {clock}; times here count from the recording's beginning."
    if found.picture and found.picture.start_ms > LATE_MS:
        yield begins_late("picture", found.picture.start_ms)
    if unplayed := _unplayed(found):
        yield (
            f"Few browsers play {unplayed}, so the preview may stay dark or silent. A copy that they all play is made "
            "once the session is kept; the original stays as it is."
        )
    if found.frames.rate_mode == "variable":
        yield "The frame rate varies; frames are found by the time they are shown at."


def begins_late(kind: str, start_ms: int) -> str:
    """A remark about picture or sound of which there is nothing for a while."""
    return f"The {kind} begins {start_ms / 1000:.2f} s after the recording does; its times are kept."


def _unplayed(found: "Probe") -> str:
    """What of the recording browsers don't play, as `HEVC video`; empty where they do."""
    tracks = [(track.codec, "video", _PLAYED_PICTURES) for track in [found.picture] if track]
    tracks += [(track.codec, "sound", _PLAYED_SOUNDS) for track in found.audio[:1]]
    names = [f"{codec.partition('_')[0].upper()} {kind}" for codec, kind, played in tracks if codec not in played]
    if not names and found.container not in _PLAYED_CONTAINERS:
        names = [f"{found.container} files"]
    return " and ".join(names)
