"""What a recording's packets tell without being decoded: when each picture is shown, and where the recording ends."""

from bisect import bisect_left
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any

from annotator.corpus.media.clock import kind_of, media_ms, tells_presentation_times
from annotator.corpus.media.frame_table import FrameTable
from annotator.corpus.media.progress import Progress
from annotator.corpus.media.refusal import MediaRefused
from annotator.corpus.media.soundness import Deadline

if TYPE_CHECKING:
    from av.container import InputContainer
    from av.packet import Packet
    from av.video.frame import VideoFrame
    from av.video.stream import VideoStream

_PACKETS_BETWEEN_PROGRESS = 2000
_MOST_BACK_S, _MOST_ON_S = 1, 10  # A clock that goes on by more than that, ffmpeg takes for one that jumps.
_MAY_JUMP = {"mpegts", "mpeg"}  # In these of cameras and DVDs, recordings are joined by putting one behind another.


@dataclass(frozen=True)
class Packets:
    frames: FrameTable
    n_hidden: int
    end_ms: int
    """When the longest track ends."""
    late_ms: int = 0
    """How much later than they are decoded the pictures of a file without presentation times are shown."""


def read_packets(
    container: "InputContainer", stream: "VideoStream | None", on_progress: Progress, first: "VideoFrame | None"
) -> Packets:
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
        return Packets(FrameTable((), frozenset(), 0), 0, end_ms)
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
    return Packets(frames, n_hidden, max(end_ms, video_end_ms), late_ms)


def _went_on(container: "InputContainer", packet: "Packet[Any]", latest_s: float | None) -> float | None:
    """When a picture is decoded by the file's clock; a clock that jumps is refused, since no time after it is sure."""
    if packet.dts is None or packet.time_base is None:
        return latest_s
    at_s = float(packet.dts * packet.time_base)
    on_s = at_s - latest_s if latest_s is not None else 0.0
    if on_s < -_MOST_BACK_S or (on_s > _MOST_ON_S and kind_of(container) in _MAY_JUMP):
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
