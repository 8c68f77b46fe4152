"""One picture of a recording, quickly: for a person to look at or draw on, never for a model."""

from pathlib import Path

import av
import cv2
import numpy as np

from annotator.corpus.media.clock import declared_ms, media_ms
from annotator.corpus.media.opening import open_media
from annotator.corpus.media.pixels import ColourPicture
from annotator.corpus.media.probe import pixel_aspect, video_stream
from annotator.corpus.media.turning import is_mirrored, turned

_QUALITY = 85


def still_at(path: Path, *, at_ms: int) -> bytes | None:
    """A JPEG of the picture on screen at that media time, upright and in square pixels; None after the end.

    Raises:
        MediaRefused: the file is no recording.
    """
    shown = shown_at(path, at_ms=at_ms)
    return None if shown is None else jpeg(shown)


def shown_at(path: Path, *, at_ms: int) -> ColourPicture | None:
    """The same as pixels."""
    try:
        return _shown_at(path, at_ms, enters=True)
    except av.FFmpegError:  # Not every recording can be entered in its middle.
        return _shown_at(path, at_ms, enters=False)


def _shown_at(path: Path, at_ms: int, *, enters: bool) -> ColourPicture | None:
    with open_media(path) as container:
        stream = video_stream(container)
        if enters:
            container.seek((container.start_time or 0) + at_ms * 1000)  # To the key frame before it, in microseconds.
        shown: av.VideoFrame | None = None
        end_ms = 0
        for frame in container.decode(stream):
            if frame.pts is None or stream.time_base is None:
                continue
            is_later = media_ms(container, frame.pts, stream.time_base) > at_ms
            end_ms = media_ms(container, frame.pts + (frame.duration or 0), stream.time_base)
            if is_later and shown is not None:
                return _upright(shown, stream)
            shown = frame
            if is_later:
                break
        if shown is None and enters and at_ms < declared_ms(container):
            return _shown_at(path, at_ms, enters=False)
        is_over = shown is None or at_ms > max(end_ms, declared_ms(container))
        return None if is_over or shown is None else _upright(shown, stream)


def smaller(picture: Path, *, longest_side: int) -> bytes | None:
    """A JPEG of a stored picture, made smaller for a sheet of many; None where the file can't be read as a picture."""
    pixels = cv2.imread(str(picture), cv2.IMREAD_COLOR)
    return None if pixels is None else jpeg(np.asarray(pixels, np.uint8), longest_side=longest_side)


def jpeg(picture: ColourPicture, *, longest_side: int | None = None) -> bytes:
    """The picture as a JPEG, made smaller where a side is longer than asked."""
    scale = min(1.0, longest_side / max(picture.shape[:2])) if longest_side else 1.0
    if scale < 1:
        picture = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()


def _upright(frame: av.VideoFrame, stream: "av.VideoStream") -> ColourPicture:
    width = round(frame.width * pixel_aspect(stream))
    pixels = frame.to_ndarray(format="bgr24", width=width, height=frame.height)
    return turned(pixels, rotation=frame.rotation, mirrors=is_mirrored(frame))
