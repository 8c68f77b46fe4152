"""What a recording is: its tracks, its length, and when each of its pictures is shown."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import av
from av.stream import Disposition

from annotator.corpus.media.frame_table import FrameTable
from annotator.corpus.media.opening import open_media
from annotator.corpus.media.progress import Progress, unwatched
from annotator.corpus.media.refusal import MediaRefused
from annotator.corpus.media.remarks import remarks_about
from annotator.corpus.media.soundness import Deadline, missing_bytes

if TYPE_CHECKING:
    from av.container import InputContainer
    from av.packet import Packet
    from av.video.frame import VideoFrame
    from av.video.stream import VideoStream

_PACKETS_BETWEEN_PROGRESS = 2000
_CLOCK_US = 5  # What the clock of a copy, 90,000 ticks a second, and the origin's own rounding may be off by.
_FIRST_PACKETS = 20
_MOST_PIXELS = 8192 * 4320
_LONGEST_SIDE = 16_384  # What H.264 can hold.
_MOST_ASPECT = 4  # A pixel twice as wide as high is the widest in use; what is far beyond was written by mistake.
_MOST_BACK_S, _MOST_ON_S = 1, 10  # A clock that goes on by more than that, ffmpeg takes for one that jumps.
_MAY_JUMP = {"mpegts", "mpeg"}  # In these of cameras and DVDs, recordings are joined by putting one behind another.
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
    start_ms: int
    is_interlaced: bool


@dataclass(frozen=True)
class AudioTrack:
    """One sound track."""

    stream: int
    codec: str
    channels: int
    layout: str
    """How the channels are arranged: mono, stereo, 5.1."""
    sample_rate: int
    start_ms: int


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
    n_unknown_sounds: int = 0
    """Sound tracks of a kind that nothing here decodes."""
    remarks: tuple[str, ...] = ()
    """What a person should know though nothing need be done."""
    warnings: tuple[str, ...] = ()
    """What may be wrong with what is made of the recording."""

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
        return Probe(_kind(container), duration_ms, video, audio, frames, n_hidden_frames=0)


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


def media_ms(container: "InputContainer", pts: int, time_base: Fraction) -> int:
    """The first whole millisecond at which a time stamp is reached; the container's own beginning is 0.

    Never the millisecond before: a player that is sent there would still show the picture before.
    """
    origin = Fraction(container.start_time or 0, av.time_base)
    since_us = round((pts * time_base - origin) * 1_000_000)
    return max(0, -((_CLOCK_US - since_us) // 1000))


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
        read = _read_packets(container, _moving_picture(container), on_progress, first)
        told_ms = declared_ms(container)
        _refuse_truncated(told_ms, read.end_ms)
        warnings = (_OUT_OF_ORDER.format(read.late_ms),) if read.late_ms else ()
        length_ms = max(told_ms, read.end_ms)
        counts = (read.n_hidden, n_pictures, n_unknown)
        return Probe(_kind(container), length_ms, video, audio, read.frames, *counts, warnings=warnings)


def _kind(container: "InputContainer") -> str:
    return container.format.name.split(",")[0]


def declared_ms(container: "InputContainer") -> int:
    """How long the recording says it is; Matroska says when it ends, on a clock that need not begin at 0."""
    end_us = container.duration or 0
    begins_us = max(0, container.start_time or 0) if _kind(container) == "matroska" else 0
    return max(0, round((end_us - begins_us) / 1000))


def _tracks(
    container: "InputContainer",
) -> "tuple[VideoTrack | None, tuple[AudioTrack, ...], VideoFrame | None]":
    """The picture, the sounds, and the first of the pictures decoded."""
    stream = _moving_picture(container)
    first = _first_picture(container, stream) if stream else None
    video = _video_track(container, stream, first) if stream and first else None
    return video, tuple(_audio_tracks(container)), first


def tells_presentation_times(container: "InputContainer") -> bool:
    """Whether the format tells when each picture is shown; AVI only tells the order in which they are decoded."""
    return container.format.name != "avi"


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
        start_ms=media_ms(container, stream.start_time or 0, stream.time_base or Fraction(1)),
        is_interlaced=first.interlaced_frame,
    )


def _audio_tracks(container: "InputContainer") -> Iterator[AudioTrack]:
    for stream in container.streams.audio:
        if not stream.codec_context:  # Of a kind that nothing here decodes.
            continue
        start_ms = media_ms(container, stream.start_time or 0, stream.time_base or Fraction(1))
        layout = stream.codec_context.layout.name
        yield AudioTrack(stream.index, stream.codec_context.name, stream.channels, layout, stream.rate, start_ms)


@dataclass(frozen=True)
class _Packets:
    frames: FrameTable
    n_hidden: int
    end_ms: int
    """When the longest track ends."""
    late_ms: int = 0
    """How much later than they are decoded the pictures of a file without presentation times are shown."""


def _read_packets(
    container: "InputContainer", stream: "VideoStream | None", on_progress: Progress, first: "VideoFrame | None"
) -> _Packets:
    """Read to the end without decoding."""
    has_times = tells_presentation_times(container)
    shown: list[tuple[int, bool]] = []
    video_end_ms = end_ms = n_hidden = 0
    length = container.size or 1
    deadline = Deadline(length)
    latest_s: float | None = None
    for number, packet in enumerate(container.demux()):
        deadline.check()
        pts = packet.pts if packet.pts is not None and has_times else packet.dts
        is_picture = stream is not None and packet.stream_index == stream.index
        if packet.is_discard:
            n_hidden += is_picture
        if pts is None or packet.is_discard or packet.is_corrupt:
            continue
        packet_end_ms = media_ms(container, pts + (packet.duration or 0), packet.time_base)
        end_ms = max(end_ms, packet_end_ms)
        if is_picture:
            latest_s = _went_on(container, packet, latest_s)
            shown.append((media_ms(container, pts, packet.time_base), packet.is_keyframe))
            video_end_ms = max(video_end_ms, packet_end_ms)
        if number % _PACKETS_BETWEEN_PROGRESS == 0:
            on_progress(min(1.0, (packet.pos or 0) / length))
    if stream is None:
        return _Packets(FrameTable((), frozenset(), 0), 0, end_ms)
    if not shown:
        raise MediaRefused("undecodable", "The video track holds no picture that has a time.")
    shown.sort()
    late_ms = 0
    if not has_times and first is not None and first.dts is not None and first.time_base is not None:
        late_ms = media_ms(container, first.dts, first.time_base) - shown[0][0]
        shown = _shown_later(shown, late_ms)
    if video_end_ms <= shown[-1][0]:  # The container doesn't say how long a frame is shown.
        video_end_ms = max(end_ms, shown[-1][0] + 1)
    key_frames = frozenset(index for index, (_, is_key) in enumerate(shown) if is_key)
    frames = FrameTable(tuple(time_ms for time_ms, _ in shown), key_frames, video_end_ms)
    return _Packets(frames, n_hidden, max(end_ms, video_end_ms), late_ms)


def _went_on(container: "InputContainer", packet: "Packet[Any]", latest_s: float | None) -> float | None:
    """When a picture is decoded by the file's clock; a clock that jumps is refused, since no time after it is sure."""
    if packet.dts is None or packet.time_base is None:
        return latest_s
    at_s = float(packet.dts * packet.time_base)
    on_s = at_s - latest_s if latest_s is not None else 0.0
    if on_s < -_MOST_BACK_S or (on_s > _MOST_ON_S and _kind(container) in _MAY_JUMP):
        message = (
            f"The recording's clock jumps from {latest_s or 0:.1f} s to {at_s:.1f} s, as where several recordings were "
            "joined, so nobody can tell when something was said. Export it as MP4 from a program that plays it."
        )
        raise MediaRefused("clock_jumps", message)
    return at_s


def _shown_later(decoded: list[tuple[int, bool]], late_ms: int) -> list[tuple[int, bool]]:
    """When pictures are shown that come out of the decoder so much later than they went in; the last ones evenly."""
    times_ms = [time_ms for time_ms, _ in decoded]
    later_ms = times_ms[bisect_left(times_ms, times_ms[0] + late_ms) :]
    gap_ms = (times_ms[-1] - times_ms[0]) / max(1, len(times_ms) - 1)
    later_ms += [times_ms[-1] + ceil(gap_ms * more) for more in range(1, len(decoded) - len(later_ms) + 1)]
    return [(time_ms, is_key) for time_ms, (_, is_key) in zip(later_ms, decoded, strict=True)]


def _refuse_truncated(declared_ms: int, end_ms: int) -> None:
    if declared_ms - end_ms > max(1000, declared_ms // 50):
        message = (
            f"The video is cut off: it says it lasts {declared_ms / 1000:.1f} s but ends at {end_ms / 1000:.1f} s. "
            "Copy it again."
        )
        raise MediaRefused("truncated", message)
