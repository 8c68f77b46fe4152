"""What a recording is: its tracks, its length, and when each of its pictures is shown."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import av
from av.stream import Disposition

from annotator.corpus.media.clock import declared_ms, kind_of, media_ms
from annotator.corpus.media.frame_table import FrameTable
from annotator.corpus.media.opening import open_media
from annotator.corpus.media.packets import read_packets
from annotator.corpus.media.progress import Progress, unwatched
from annotator.corpus.media.refusal import MediaRefused
from annotator.corpus.media.remarks import remarks_about
from annotator.corpus.media.sound_tracks import AudioTrack, heard_of, sound_tracks
from annotator.corpus.media.soundness import missing_bytes
from annotator.corpus.media.turning import is_mirrored

if TYPE_CHECKING:
    from av.container import InputContainer
    from av.video.frame import VideoFrame
    from av.video.stream import VideoStream

_FIRST_PACKETS = 20
_MOST_PIXELS = 8192 * 4320
_LONGEST_SIDE = 16_384  # What H.264 can hold.
_MOST_ASPECT = 4  # A pixel twice as wide as high is the widest in use; what is far beyond was written by mistake.
_OUT_OF_ORDER = (
    "This AVI file does not tell when each picture is shown, and its pictures are stored in another order. Picture and "
    "sound may be {} ms apart. If the original is an MP4, MOV or MKV, import that; else check the lips at a few turns."
)


@dataclass(frozen=True)
class VideoTrack:
    """The picture, as a player shows it."""

    stream: int
    """Index in the container."""
    codec: str
    pixel_format: str
    width: int
    height: int
    """In square pixels, upright: after rotation."""
    rotation: int
    """Degrees counter-clockwise by which the stored picture is turned for showing: 0, 90, 180 or 270."""
    is_mirrored: bool
    """Whether it is turned upside down before that, which makes it a mirror's picture."""
    start_ms: int
    is_interlaced: bool


@dataclass(frozen=True)
class Probe:
    """What was found in a recording."""

    container: str
    duration_ms: int
    picture: VideoTrack | None
    """None of a recording that is sound alone."""
    audio: tuple[AudioTrack, ...]
    frames: FrameTable
    """Empty where there is no picture."""
    n_hidden_frames: int
    """Pictures that an edit list keeps from being shown; they are in no table."""
    n_pictures: int = 1
    """Tracks of moving pictures; the first is used."""
    clock_ms: int = 0
    """What the file's own clock shows where the recording begins: it may go on from an earlier one."""
    n_unknown_sounds: int = 0
    """Sound tracks of a kind that nothing here decodes."""
    remarks: tuple[str, ...] = ()
    """What a person should know though nothing need be done."""
    warnings: tuple[str, ...] = ()
    """What may be wrong with what is made of the recording."""

    def hearing(self, sound_track: int | None) -> "Probe":
        """The same recording as if it had that one of its sound tracks alone, counted from 0; None leaves all."""
        return replace(self, audio=heard_of(self.audio, sound_track))

    @property
    def video(self) -> VideoTrack:
        """The picture, for work that makes no sense without. Raises MediaRefused where there is none."""
        if self.picture is None:
            raise _no_picture()
        return self.picture


def probe(path: Path, *, name: str = "", on_progress: Progress = unwatched) -> Probe:
    """Read a whole recording once, without decoding more than its first picture.

    Args:
        path: the file.
        name: what it was called where it came from; the content decides, and a misleading name is remarked.

    Raises:
        MediaRefused: empty, no recording, cut off, encrypted, or of a kind that can't be decoded.
    """
    try:
        _refuse_encrypted(path)
        found = _found(path, on_progress)
    except av.FFmpegError as error:
        message = "The recording can't be read to its end: it is damaged, encrypted or of a rare kind."
        raise MediaRefused("undecodable", message) from error
    if n_missing := missing_bytes(path, found.container):
        message = f"The recording is cut off: the last {n_missing} bytes of it are missing. Copy it again."
        raise MediaRefused("truncated", message)
    return replace(found, remarks=tuple(remarks_about(found, name)))


def probe_known(path: Path, frames: FrameTable, *, duration_ms: int) -> Probe:
    """Read what stands at the beginning of a recording that was probed whole before; remarks are left out.

    Raises:
        MediaRefused: it is no recording any more.
    """
    with open_media(path) as container:
        video, audio, _ = _tracks(container)
        return Probe(kind_of(container), duration_ms, video, audio, frames, n_hidden_frames=0)


def video_stream(container: "InputContainer") -> "VideoStream":
    """The first track of moving pictures; the cover of a sound file is none.

    Raises:
        MediaRefused: there is none.
    """
    stream = _moving_picture(container)
    if stream is None:
        raise _no_picture()
    return stream


def pixel_aspect(stream: "VideoStream") -> Fraction:
    """How many times as wide as high a pixel is shown."""
    told = stream.sample_aspect_ratio or Fraction(1)
    return told if 1 / _MOST_ASPECT <= told <= _MOST_ASPECT else Fraction(1)


def _moving_picture(container: "InputContainer") -> "VideoStream | None":
    return next(_moving_pictures(container), None)


def _moving_pictures(container: "InputContainer") -> "Iterator[VideoStream]":
    return (stream for stream in container.streams.video if not stream.disposition & Disposition.attached_pic)


def _no_picture() -> MediaRefused:
    return MediaRefused("no_video", "The recording has no picture, only sound.")


def _refuse_encrypted(path: Path) -> None:
    with open_media(path) as container:
        first = islice(container.demux(), _FIRST_PACKETS)
        is_encrypted = any(packet.has_sidedata("encryption_info") for packet in first)
    if is_encrypted:
        message = "The recording is encrypted against copying. Ask whoever made it for a copy without that protection."
        raise MediaRefused("encrypted", message)


def _found(path: Path, on_progress: Progress) -> Probe:
    # Opened for each reading, since not every recording can be wound back.
    with open_media(path) as container:
        video, audio, first = _tracks(container)
        n_pictures = len(list(_moving_pictures(container)))
        n_unknown = len(container.streams.audio) - len(audio)
    if video is None and not audio:
        raise MediaRefused("not_video", "The file has neither picture nor sound that can be read.")
    with open_media(path) as container:
        read = read_packets(container, _moving_picture(container), on_progress, first)
        told_ms = declared_ms(container)
        _refuse_truncated(told_ms, read.end_ms)
        warnings = (_OUT_OF_ORDER.format(read.late_ms),) if read.late_ms else ()
        length_ms = max(told_ms, read.end_ms)
        return Probe(
            kind_of(container),
            length_ms,
            video,
            audio,
            read.frames,
            read.n_hidden,
            n_pictures,
            clock_ms=round((container.start_time or 0) / 1000),
            n_unknown_sounds=n_unknown,
            warnings=warnings,
        )


def _tracks(
    container: "InputContainer",
) -> "tuple[VideoTrack | None, tuple[AudioTrack, ...], VideoFrame | None]":
    """The picture, the sounds, and the first of the pictures decoded."""
    stream = _moving_picture(container)
    first = _first_picture(container, stream) if stream else None
    video = _video_track(container, stream, first) if stream and first else None
    return video, sound_tracks(container), first


def _first_picture(container: "InputContainer", stream: "VideoStream") -> "VideoFrame":
    first = next(container.decode(stream), None) if stream.codec_context else None
    if first is None:
        raise MediaRefused("undecodable", "The pictures can't be decoded: the file is damaged or of a rare kind.")
    if first.width * first.height > _MOST_PIXELS or max(first.width, first.height) > _LONGEST_SIDE:
        raise MediaRefused("too_large", f"The picture has {first.width} x {first.height} pixels, more than 8K has.")
    return first


def _video_track(container: "InputContainer", stream: "VideoStream", first: "VideoFrame") -> VideoTrack:
    rotation = first.rotation % 360
    width, height = round(first.width * pixel_aspect(stream)), first.height
    return VideoTrack(
        stream=stream.index,
        codec=stream.codec_context.name,
        pixel_format=first.format.name,
        width=height if rotation in {90, 270} else width,
        height=width if rotation in {90, 270} else height,
        rotation=rotation,
        is_mirrored=is_mirrored(first),
        start_ms=media_ms(container, stream.start_time or 0, stream.time_base or Fraction(1)),
        is_interlaced=first.interlaced_frame,
    )


def _refuse_truncated(declared_ms: int, end_ms: int) -> None:
    if declared_ms - end_ms > max(1000, declared_ms // 50):
        message = (
            f"The video is cut off: it says it lasts {declared_ms / 1000:.1f} s but ends at {end_ms / 1000:.1f} s. "
            "Copy it again."
        )
        raise MediaRefused("truncated", message)
