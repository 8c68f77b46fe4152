"""Small pictures along the time line, all on one sheet."""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import ffmpeg
import numpy as np
import numpy.typing as npt

from annotator.corpus.media.ffmpeg import Limits, media_input, run_ffmpeg
from annotator.corpus.media.files import workbench, write_whole
from annotator.corpus.media.opening import open_media
from annotator.corpus.media.probe import VideoTrack, video_stream
from annotator.corpus.media.progress import unwatched

if TYPE_CHECKING:
    from ffmpeg.nodes import FilterableStream, OutputStream

_COLUMNS = 10
_HEIGHT = 90
_SHORTEST_INTERVAL_MS = 1000
_LARGEST_BYTES = 100 * 2**20  # A hundred pictures as they are take a tenth of it, and the wildest shapes less.


@dataclass(frozen=True)
class ThumbnailSheet:
    """Where the thumbnails are on their sheet: row by row, `columns` in each."""

    columns: int
    width: int
    height: int
    """Of one thumbnail, in pixels."""
    times_ms: tuple[int, ...]
    """When each was shown."""


def thumbnail_output(
    picture: "FilterableStream", target: Path, video: VideoTrack, *, duration_ms: int, at_most: int = 100
) -> "OutputStream":
    """The first picture of each of up to `at_most` even stretches, as an output of ffmpeg for `draw_sheet`."""
    interval_ms = max(_SHORTEST_INTERVAL_MS, math.ceil(duration_ms / at_most))
    stretch = f"floor(round({{}}*1000)/{interval_ms})"
    is_first = f"isnan(prev_selected_t)+gt({stretch.format('t')},{stretch.format('prev_selected_t')})"
    width = max(1, round(video.width * _HEIGHT / video.height))
    small = picture.filter("select", is_first).filter("scale", width, _HEIGHT)
    # Uncompressed: a hundred small pictures, read back at once; the container keeps their times.
    options = {"c:v": "rawvideo", "f": "matroska", "fps_mode": "passthrough"}
    return ffmpeg.output(small, str(target), **options)


def make_thumbnails(proxy: Path, target: Path, video: VideoTrack, *, duration_ms: int) -> ThumbnailSheet:
    """Draw the thumbnails of a copy that was made by itself, such as the blurred one.

    Raises:
        MediaRefused: ffmpeg can't decode it within the limits.
    """
    limits = Limits(largest_bytes=_LARGEST_BYTES, longest_s=120 + duration_ms / 500)
    with workbench(target.parent) as bench:
        pictures = bench / "thumbnails.mkv"
        output = thumbnail_output(media_input(proxy)["v:0"], pictures, video, duration_ms=duration_ms)
        run_ffmpeg([output], bench=bench, duration_ms=duration_ms, limits=limits, on_progress=unwatched)
        return draw_sheet(pictures, target)


def draw_sheet(pictures: Path, target: Path) -> ThumbnailSheet:
    """Draw the pictures on one JPEG sheet."""
    times_ms: list[int] = []
    thumbnails: list[npt.NDArray[np.uint8]] = []
    with open_media(pictures) as container:
        stream = video_stream(container)
        for frame in container.decode(stream):
            if frame.pts is None or frame.time_base is None:
                continue
            times_ms.append(round(frame.pts * frame.time_base * 1000))
            thumbnails.append(np.asarray(frame.to_ndarray(format="bgr24"), np.uint8))
    height, width, _ = thumbnails[0].shape
    rows = math.ceil(len(thumbnails) / _COLUMNS)
    sheet = np.zeros((rows * height, _COLUMNS * width, 3), np.uint8)
    for number, thumbnail in enumerate(thumbnails):
        top, left = number // _COLUMNS * height, number % _COLUMNS * width
        sheet[top : top + height, left : left + width] = thumbnail
    write_whole(target, cv2.imencode(".jpg", sheet, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes())
    return ThumbnailSheet(_COLUMNS, width, height, tuple(times_ms))
