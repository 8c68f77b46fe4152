"""Small pictures along the time line, all on one sheet."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import av
import cv2
import numpy as np
import numpy.typing as npt

from annotator.corpus.media.files import write_whole
from annotator.corpus.media.opening import open_media
from annotator.corpus.media.probe import media_ms, video_stream
from annotator.corpus.media.progress import Progress, unwatched

_COLUMNS = 10
_HEIGHT = 90
_SHORTEST_INTERVAL_MS = 1000


@dataclass(frozen=True)
class ThumbnailSheet:
    """Where the thumbnails are on their sheet: row by row, `columns` in each."""

    columns: int
    width: int
    height: int
    """Of one thumbnail, in pixels."""
    times_ms: tuple[int, ...]
    """When each was shown."""


def make_thumbnails(
    proxy: Path, target: Path, *, duration_ms: int, at_most: int = 100, on_progress: Progress = unwatched
) -> ThumbnailSheet:
    """Draw up to `at_most` evenly spaced key frames of a proxy on one JPEG sheet.

    Key frames alone are decoded, so an hour takes a few seconds; a proxy has one every second.
    """
    interval_ms = max(_SHORTEST_INTERVAL_MS, math.ceil(duration_ms / at_most))
    times_ms: list[int] = []
    thumbnails: list[npt.NDArray[np.uint8]] = []
    for time_ms, thumbnail in islice(_thumbnails(proxy, interval_ms), at_most):
        times_ms.append(time_ms)
        thumbnails.append(thumbnail)
        on_progress(min(1.0, time_ms / max(1, duration_ms)))
    height, width, _ = thumbnails[0].shape
    rows = math.ceil(len(thumbnails) / _COLUMNS)
    sheet = np.zeros((rows * height, _COLUMNS * width, 3), np.uint8)
    for number, thumbnail in enumerate(thumbnails):
        top, left = number // _COLUMNS * height, number % _COLUMNS * width
        sheet[top : top + height, left : left + width] = thumbnail
    write_whole(target, cv2.imencode(".jpg", sheet, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes())
    return ThumbnailSheet(_COLUMNS, width, height, tuple(times_ms))


def _thumbnails(proxy: Path, interval_ms: int) -> Iterator[tuple[int, npt.NDArray[np.uint8]]]:
    """The first key frame of every interval, with its time."""
    with open_media(proxy) as container:
        stream = video_stream(container)
        stream.codec_context.skip_frame = "NONKEY"
        due_ms = 0
        for frame in container.decode(stream):
            if frame.pts is None or stream.time_base is None:
                continue
            time_ms = media_ms(container, frame.pts, stream.time_base)
            if time_ms >= due_ms:
                due_ms = (time_ms // interval_ms + 1) * interval_ms
                yield time_ms, _small(frame)


def _small(frame: av.VideoFrame) -> npt.NDArray[np.uint8]:
    width = max(1, round(frame.width * _HEIGHT / frame.height))
    return np.asarray(frame.to_ndarray(format="bgr24", width=width, height=_HEIGHT), np.uint8)
