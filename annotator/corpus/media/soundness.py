"""Whether a recording is whole: told before it is imported, not after an hour of converting."""

import struct
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import av

from annotator.corpus.media.clock import media_ms
from annotator.corpus.media.opening import open_media
from annotator.corpus.media.progress import Progress, unwatched
from annotator.corpus.media.refusal import MediaRefused
from annotator.corpus.media.silence import Listener

if TYPE_CHECKING:
    from av.container import InputContainer
    from av.packet import Packet

# What is decoded to the last picture, which takes some seconds: three minutes of 720p. Of longer recordings all sound
# and every key frame are decoded, and of each other picture the structure is looked at.
_MOST_PIXELS_DECODED = 5 * 10**9
_PACKETS_BETWEEN_PROGRESS = 500
_NAL_CODECS = {"h264", "hevc"}
_PLAYED = {"video", "audio"}  # Cameras and phones write tracks of time codes and of data beside them.


class Deadline:
    """Refuses a file that takes far longer to read than any recording of its size does."""

    def __init__(self, n_bytes: int) -> None:
        self._longest_s = 120 + n_bytes / 5_000_000
        self._ends_at = monotonic() + self._longest_s

    def check(self) -> None:
        if monotonic() > self._ends_at:
            raise MediaRefused("too_slow", f"Reading the recording was given up after {self._longest_s:.0f} s.")


def missing_bytes(path: Path, container: str) -> int:
    """How many bytes the parts that a file consists of reach over its end; 0 where the format doesn't tell."""
    walk = {"mov": _boxes, "matroska": _segments, "avi": _chunks, "wav": _chunks}.get(container)
    if walk is None:
        return 0
    size = path.stat().st_size
    with path.open("rb") as file:
        at = 0
        while at < size:
            file.seek(at)
            length = walk(file.read(32))
            if length is None:
                return 0
            at += length
    return at - size


def refuse_damaged(path: Path, *, n_frames: int, on_progress: Progress = unwatched) -> Listener:
    """Decode the recording, or of a long one what is quick to decode, and refuse it where that fails.

    Returns what was heard of its sound, all of which is decoded.

    Args:
        n_frames: how many pictures it has.

    Raises:
        MediaRefused: the code is "damaged", and the message tells at which time.
    """
    with open_media(path) as container:
        is_short = _prepare_decoders(container, n_frames)
        length, deadline = container.size or 1, Deadline(container.size or 1)
        has_begun: set[int] = set()
        listener = Listener()
        for number, packet in enumerate(container.demux()):
            deadline.check()
            if number % _PACKETS_BETWEEN_PROGRESS == 0:
                on_progress(min(1.0, (packet.pos or 0) / length))
            if packet.stream.type not in _PLAYED:
                continue
            try:
                decoded = packet.decode()
                is_sound = is_short or packet.dts is None or _is_well_formed(packet)
            except av.FFmpegError as error:
                # A recording may begin in the middle of a picture, as one cut out of a broadcast does.
                if packet.stream_index in has_begun or packet.is_keyframe:
                    raise _damaged(container, packet) from error
                continue
            if not is_sound:
                raise _damaged(container, packet)
            if decoded:
                has_begun.add(packet.stream_index)
            if packet.stream.type == "audio":
                listener.hear(packet.stream.index, [each for each in decoded if isinstance(each, av.AudioFrame)])
            if packet.pts is not None and not packet.is_discard:
                until_ms = media_ms(container, packet.pts + (packet.duration or 0), packet.time_base)
                listener.reach(packet.stream_index, until_ms)
        return listener


def _prepare_decoders(container: "InputContainer", n_frames: int) -> bool:
    """Make decoders tell of errors that they would else paint over; return whether every picture is decoded."""
    video = container.streams.video
    is_short = sum(each.width * each.height for each in video) * n_frames <= _MOST_PIXELS_DECODED
    for context in [stream.codec_context for stream in (*video, *container.streams.audio) if stream.codec_context]:
        context.options = {"err_detect": "explode"}
        context.thread_type = "AUTO"
        if not is_short and context.type == "video":
            context.skip_frame = "NONKEY"
    return is_short


def _damaged(container: "InputContainer", packet: "Packet[Any]") -> MediaRefused:
    stamp = packet.pts if packet.pts is not None else packet.dts
    origin = (container.start_time or 0) / av.time_base
    at_s = float(stamp * packet.time_base) - origin if stamp is not None else (container.duration or 0) / av.time_base
    kind = "picture" if packet.stream.type == "video" else "sound"
    message = (
        f"The recording is damaged: its {kind} can't be read near {max(0.0, at_s):.1f} s. Copy it again; if the "
        "original plays, export it anew from the program that plays it."
    )
    return MediaRefused("damaged", message)


def _is_well_formed(packet: "Packet[Any]") -> bool:
    """Whether a packet of H.264 or HEVC holds units of the lengths that it tells; others pass."""
    context = packet.stream.codec_context
    if context is None or context.name not in _NAL_CODECS or not (prefix := _length_prefix(context)):
        return True
    data, at = memoryview(packet), 0
    while at + prefix < len(data):
        length = int.from_bytes(data[at : at + prefix], "big")
        is_forbidden = data[at + prefix] & 0x80
        if not length or is_forbidden:
            return False
        at += prefix + length
    return at == len(data)


def _length_prefix(context: "av.CodecContext") -> int:
    """How many bytes tell a unit's length; 0 where units are told apart by start codes."""
    extra = bytes(context.extradata or b"")
    if len(extra) < 5 or extra[0] != 1:
        return 0
    if context.name == "h264":
        return (extra[4] & 3) + 1
    return (extra[21] & 3) + 1 if len(extra) > 21 else 0


def _boxes(head: bytes) -> int | None:
    """Length of an MP4 box; None at the end of what can be told."""
    if len(head) < 8:
        return None
    length: int
    (length,) = struct.unpack(">I", head[:4])
    if length == 1 and len(head) >= 16:
        (length,) = struct.unpack(">Q", head[8:16])
    return length if length >= 8 and head[4:8].isascii() else None


def _segments(head: bytes) -> int | None:
    """Length of an EBML element: the header, then the segment; None where it is unknown, as in what was streamed."""
    if not head.startswith((b"\x1a\x45\xdf\xa3", b"\x18\x53\x80\x67")) or len(head) < 12:
        return None
    n_bytes = 9 - head[4].bit_length()
    length = int.from_bytes(head[4 : 4 + n_bytes], "big") & ((1 << 7 * n_bytes) - 1)
    return None if length == (1 << 7 * n_bytes) - 1 else 4 + n_bytes + length


def _chunks(head: bytes) -> int | None:
    """Length of a RIFF chunk with its filling byte; None where it was never filled in."""
    if len(head) < 8 or not head.startswith(b"RIFF"):
        return None
    length: int
    (length,) = struct.unpack("<I", head[4:8])
    return None if length in {0, 0xFFFFFFFF} else 8 + length
