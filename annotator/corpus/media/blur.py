"""The blurred view: a copy of the proxy in which every face is past recognition, and the voice lower if asked."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import av
import cv2
import numpy as np
import numpy.typing as npt
from av.video.frame import PictureType

from annotator.corpus.media.client_face import ClientRegion
from annotator.corpus.media.clock import media_ms
from annotator.corpus.media.face_detectors import HaarDetector
from annotator.corpus.media.face_tracks import FaceTracks
from annotator.corpus.media.faces import Box, FaceDetector
from annotator.corpus.media.ffmpeg import media_input, write_media
from annotator.corpus.media.files import workbench
from annotator.corpus.media.hiding import Planes, SeenPlanes, hide, without_inner
from annotator.corpus.media.opening import open_media
from annotator.corpus.media.probe import video_stream
from annotator.corpus.media.progress import Progress, unwatched
from annotator.corpus.media.proxy import THREADS
from annotator.corpus.media.refusal import MediaRefused

_LOOK_EVERY_MS = 200
_MOST_BETWEEN = 30
"""Frames between two looks."""
_BACK_MS = 3000
_MOST_WAITING = 120
"""A face that is found is hidden this long before, in so many frames at most: at 720p each takes 1.4 MB of memory."""
_CUT = 24
"""Mean change of a small grey picture, of 255, from one frame to the next, above which the scene is another."""
_SEMITONES_DOWN = 4
_SOUND_RATE = 44100


@dataclass(frozen=True)
class Blurred:
    """What was hidden."""

    frames: int
    frames_hidden_whole: int
    """Of which nothing is to be seen, since no face was found for long."""


def make_blurred(
    proxy: Path,
    target: Path,
    *,
    duration_ms: int,
    detector: FaceDetector,
    region: ClientRegion | None = None,
    shifts_pitch: bool = False,
    on_progress: Progress = unwatched,
) -> Blurred:
    """Write the proxy once more with all faces hidden; every frame keeps its time, and the sound its place.

    Args:
        target: an .mp4 to be written.
        region: where the client is; it is hidden as a whole while their face isn't found.
        shifts_pitch: the voices are lowered by four semitones, which makes a voice harder to know, not impossible.

    Raises:
        MediaRefused: the proxy can't be decoded, or the sound can't be converted.
    """
    with workbench(target.parent) as bench:
        sound = proxy
        if shifts_pitch and _has_sound(proxy):
            sound = bench / "sound.m4a"
            lower_pitch(proxy, sound, duration_ms=duration_ms, on_progress=lambda share: on_progress(0.1 * share))
        try:
            blurred = _write(
                proxy,
                sound,
                bench / target.name,
                hider=_Hider(detector, region),
                on_progress=lambda ms: on_progress(min(1.0, 0.1 + 0.9 * ms / max(1, duration_ms))),
            )
        except av.FFmpegError as error:
            raise MediaRefused(
                "undecodable", "The copy for browsers breaks off: it is damaged. Prepare it again."
            ) from error
        (bench / target.name).replace(target)
    return blurred


def lower_pitch(source: Path, target: Path, *, duration_ms: int, on_progress: Progress = unwatched) -> None:
    """Write the sound alone, four semitones lower and as long as before.

    Raises:
        MediaRefused: ffmpeg can't convert it.
    """
    factor = 2 ** (-_SEMITONES_DOWN / 12)
    slower = f"asetrate={round(_SOUND_RATE * factor)}"
    write_media(
        media_input(source)["a:0"],
        target=target,
        options={
            # Two filters that every ffmpeg has: slower and so lower, then as fast as before.
            "af": f"aresample={_SOUND_RATE},{slower},aresample={_SOUND_RATE},atempo={1 / factor:.6f}",
            "c:a": "aac",
            "aac_coder": "fast",
            "f": "mp4",
            "map_metadata": -1,
            "fflags": "+bitexact",
        },
        duration_ms=duration_ms,
        largest_bytes=20 * 2**20 + duration_ms * 40,
        longest_s=120 + duration_ms / 500,
        on_progress=on_progress,
    )


class _Hider:
    """Hides the faces of frames that come in order: it looks every fifth of a second and tracks between."""

    def __init__(self, detector: FaceDetector, region: ClientRegion | None) -> None:
        self._detector = detector
        # Slower, and finds what a frontal look leaves out.
        self._second_detector = HaarDetector("frontalface_default", "profileface")
        self._region = region
        self._tracks: FaceTracks | None = None
        self._looked_ms: int | None = None
        self._glance: npt.NDArray[np.int16] | None = None

    def is_due(self, planes: Planes, at_ms: int) -> tuple[bool, bool]:
        """Whether to look for faces in this frame, and whether its scene is another than that of the frame before."""
        grey = SeenPlanes(planes).grey
        glance = cv2.resize(grey, (32, 18), interpolation=cv2.INTER_AREA).astype(np.int16)
        is_cut = self._glance is not None and float(np.abs(glance - self._glance).mean()) > _CUT
        self._glance = glance
        is_due = self._looked_ms is None or at_ms - self._looked_ms >= _LOOK_EVERY_MS
        return is_due or is_cut, is_cut

    def look(self, planes: Planes, at_ms: int, *, is_cut: bool) -> tuple[list[Box], list[Box]]:
        """Look for faces; return what to hide from the last look up to this frame, and what for some time before."""
        seen = SeenPlanes(planes)
        if self._tracks is None:
            height, width = seen.grey.shape
            region = self._region.box(seen.grey) if self._region else None
            self._tracks = FaceTracks(picture=Box(0, 0, width, height), region=region)
        self._looked_ms = at_ms
        boxes = [face.box for face in self._detector.find_all(seen)]
        if self._tracks.is_lacking(boxes):
            boxes += [face.box for face in self._second_detector.find_all(seen)]
        hidden = self._tracks.look(boxes, at_ms=at_ms, is_cut=is_cut)
        return hidden, self._tracks.begun


@dataclass
class _Waiting:
    """A frame that is written once no look can find more in it."""

    planes: Planes
    pts: int
    at_ms: int
    boxes: list[Box] = field(default_factory=list)
    """What to hide, as far as it is known."""


def _write(proxy: Path, sound: Path, target: Path, *, hider: _Hider, on_progress: "Progress") -> Blurred:
    n_frames = n_whole = 0
    options = {"movflags": "+faststart", "fflags": "+bitexact"}
    with open_media(proxy) as source, open_media(sound) as heard, av.open(
        str(target), "w", format="mp4", container_options=options
    ) as made:  # fmt: skip
        shown = video_stream(source)
        picture = _add_picture(made, shown)
        sounds = _copied_sound(heard, made)
        key_frame_ms = 0.0
        for frame, at_ms, is_whole in _hidden(source, shown, hider):
            n_frames, n_whole = n_frames + 1, n_whole + is_whole
            if at_ms >= key_frame_ms:  # One a second, so that a seek decodes a second at most.
                frame.pict_type, key_frame_ms = PictureType.I, at_ms - at_ms % 1000 + 1000
            made.mux(picture.encode(frame))
            on_progress(at_ms)
            # In step with the picture, so that neither waits in memory for the other.
            for packet, heard_ms in sounds:
                made.mux(packet)
                if heard_ms > at_ms:
                    break
        made.mux(picture.encode(None))
        for packet, _ in sounds:
            made.mux(packet)
    return Blurred(n_frames, n_whole)


def _add_picture(made: "av.container.OutputContainer", shown: "av.VideoStream") -> "av.VideoStream":
    options = {
        "preset": "veryfast",
        "crf": "25",
        "threads": str(THREADS),
        # The x264 in PyAV's packages weighs blocks by their use in later frames a little otherwise each time.
        "x264-params": "mbtree=0",
    }
    picture = made.add_stream("libx264", options=options)
    picture.width, picture.height, picture.pix_fmt = shown.width, shown.height, "yuv420p"
    picture.codec_context.time_base = shown.time_base or Fraction(1, 90_000)
    picture.codec_context.gop_size = 600
    return picture


def _copied_sound(
    heard: "av.container.InputContainer", made: "av.container.OutputContainer"
) -> "Iterator[tuple[av.Packet[av.AudioStream], float]]":
    """The packets of the sound as they are, each with its time in milliseconds, to be muxed one after the other."""
    track = next(iter(heard.streams.audio), None)
    copied = made.add_stream_from_template(track) if track else None
    return _packets(heard, track, copied) if track and copied else iter(())


def _packets(
    heard: "av.container.InputContainer", track: "av.AudioStream", copied: "av.AudioStream"
) -> "Iterator[tuple[av.Packet[av.AudioStream], float]]":
    for packet in heard.demux(track):
        if packet.dts is not None and packet.time_base is not None:  # The last one is empty.
            at_ms = float(packet.dts * packet.time_base) * 1000
            packet.stream = copied
            yield packet, at_ms


def _hidden(
    source: "av.container.InputContainer", shown: "av.VideoStream", hider: _Hider
) -> Iterator[tuple[av.VideoFrame, int, bool]]:
    """All frames with their faces hidden, with their time, and whether nothing of them is left to see."""
    waiting: deque[_Waiting] = deque()
    since_look: list[_Waiting] = []
    boxes: list[Box] = []
    for frame in source.decode(shown):
        if frame.pts is None or shown.time_base is None:
            continue
        planes = np.ascontiguousarray(frame.to_ndarray(format="yuv420p"), np.uint8)
        at_ms = media_ms(source, frame.pts, shown.time_base)
        is_due, is_cut = hider.is_due(planes, at_ms)
        if is_due or len(since_look) >= _MOST_BETWEEN:
            before, (boxes, begun) = boxes, hider.look(planes, at_ms, is_cut=is_cut)
            for each in since_look:
                each.boxes = [*before, *boxes]
            for each in waiting:
                each.boxes += begun
            since_look = []
            while waiting and (at_ms - waiting[0].at_ms > _BACK_MS or len(waiting) > _MOST_WAITING):
                yield _frame(waiting.popleft(), shown)
        since_look.append(_Waiting(planes, frame.pts, at_ms))
        waiting.append(since_look[-1])
    for each in since_look:
        each.boxes = boxes
    yield from (_frame(each, shown) for each in waiting)


def _frame(waiting: _Waiting, shown: "av.VideoStream") -> tuple[av.VideoFrame, int, bool]:
    planes = waiting.planes
    height, width = planes.shape[0] * 2 // 3, planes.shape[1]
    hidden = without_inner(waiting.boxes)
    for box in hidden:
        hide(planes, box)
    frame = av.VideoFrame.from_ndarray(planes, format="yuv420p")
    frame.pts, frame.time_base = waiting.pts, shown.time_base
    return frame, waiting.at_ms, Box(0, 0, width, height) in hidden


def _has_sound(path: Path) -> bool:
    with open_media(path) as container:
        return bool(container.streams.audio)
