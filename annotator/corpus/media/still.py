"""One picture of a recording, quickly: for a person to draw on, never for a model."""

from pathlib import Path

import av
import cv2
import numpy as np

from annotator.corpus.media.opening import open_media
from annotator.corpus.media.probe import media_ms, video_stream

_QUALITY = 85


def still_at(path: Path, *, at_ms: int) -> bytes | None:
    """A JPEG of the picture on screen at that media time, upright and in square pixels; None after the end.

    Raises:
        MediaRefused: the file is no recording.
    """
    with open_media(path) as container:
        stream = video_stream(container)
        container.seek((container.start_time or 0) + at_ms * 1000)  # To the key frame before it, in microseconds.
        shown: av.VideoFrame | None = None
        for frame in container.decode(stream):
            if frame.pts is None or stream.time_base is None:
                continue
            is_later = media_ms(container, frame.pts, stream.time_base) > at_ms
            if is_later and shown is not None:
                return _jpeg(shown, stream)
            shown = frame
            if is_later:
                break
        is_over = shown is None or at_ms * 1000 > (container.duration or 0)
        return None if is_over or shown is None else _jpeg(shown, stream)


def _jpeg(frame: av.VideoFrame, stream: "av.VideoStream") -> bytes:
    width = round(frame.width * float(stream.sample_aspect_ratio or 1))
    pixels = frame.to_ndarray(format="bgr24", width=width, height=frame.height)
    upright = np.ascontiguousarray(np.rot90(pixels, frame.rotation // 90 % 4), np.uint8)
    return cv2.imencode(".jpg", upright, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()
