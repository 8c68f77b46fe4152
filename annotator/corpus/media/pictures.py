"""Decoded frames as arrays: upright, in square pixels."""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import av
import cv2
import numpy as np
import numpy.typing as npt
from av.video.reformatter import VideoReformatter

from annotator.corpus.media.clock import media_ms, tells_presentation_times
from annotator.corpus.media.faces import Box
from annotator.corpus.media.opening import open_media
from annotator.corpus.media.picture_size import picture_size
from annotator.corpus.media.pixels import ColourPicture, GreyPicture
from annotator.corpus.media.probe import Probe, VideoTrack, video_stream
from annotator.corpus.media.refusal import MediaRefused
from annotator.corpus.media.turning import turned

if TYPE_CHECKING:
    from av.container import InputContainer


class Picture:
    """One frame of a recording; its pixels are converted when they are first looked at."""

    def __init__(self, frame: av.VideoFrame, upright: "Upright", *, index: int, from_ms: int, until_ms: int) -> None:
        self.index = index
        self.from_ms = from_ms
        self.until_ms = until_ms
        self._frame = frame
        self._upright = upright

    @property
    def is_sound(self) -> bool:
        """Whether it is placed by a time stamp of its own and nothing that it needs was missing when it was decoded."""
        return self._frame.pts is not None and not self._frame.is_corrupt

    @cached_property
    def grey(self) -> GreyPicture:
        """Shape (height, width), the size of the PNG."""
        return self._upright.pixels(self._frame, "gray")

    @property
    def colour(self) -> ColourPicture:
        """Shape (height, width, 3); made anew each time, since a search may hold many pictures."""
        return self._upright.pixels(self._frame, "bgr24")

    def png(self) -> bytes:
        """The picture in colour, without loss, of the size that `picture_size` tells."""
        return cv2.imencode(".png", self.colour)[1].tobytes()


def decode_pictures(path: Path, found: Probe) -> Iterator[Picture]:
    """All frames of a recording in order of showing, decoded once; memory doesn't grow with its length.

    Raises:
        MediaRefused: the recording breaks off in the middle.
    """
    with open_media(path) as container:
        yield from pictures_from_here(container, found, Upright(found.video))


def pictures_from_here(container: "InputContainer", found: Probe, upright: "Upright") -> Iterator[Picture]:
    """The frames from where the container stands, which is its beginning, or where its pictures have time stamps.

    Raises:
        MediaRefused: the recording breaks off in the middle.
    """
    stream = video_stream(container)
    stream.thread_type = "AUTO"
    has_times = tells_presentation_times(container)
    try:
        for number, frame in enumerate(container.decode(stream)):
            index = min(number, len(found.frames.times_ms) - 1)
            from_ms = found.frames.times_ms[index]
            if has_times and frame.pts is not None and stream.time_base is not None:
                from_ms = media_ms(container, frame.pts, stream.time_base)
                index = found.frames.index_at(from_ms) or 0
            until_ms = found.frames.shown_until(index)
            yield Picture(frame, upright, index=index, from_ms=from_ms, until_ms=until_ms)
    except av.FFmpegError as error:
        raise MediaRefused("undecodable", "The video breaks off in the middle: it is damaged.") from error


def picture_at(path: Path, found: Probe, time_ms: int) -> Picture | None:
    """The picture on screen at that media time, by its time stamp; None before the first and after the last.

    It is decoded from the key frame before it, or from the start where the file can't be entered there.

    Raises:
        MediaRefused: the recording breaks off before it.
    """
    index = found.frames.index_at(time_ms)
    if index is None:
        return None
    return _picture(path, found, index, enters=True) or _picture(path, found, index, enters=False)


def _picture(path: Path, found: Probe, index: int, *, enters: bool) -> Picture | None:
    """The picture of that index; None where the file can't be entered there, or has gone past it already."""
    wanted_ms = found.frames.times_ms[index]
    with open_media(path) as container:
        if enters:
            if not tells_presentation_times(container):
                return None
            try:
                container.seek((container.start_time or 0) + wanted_ms * 1000)
            except av.FFmpegError:
                return None
        for picture in pictures_from_here(container, found, Upright(found.video)):
            if enters and not picture.is_sound:
                continue
            if picture.index == index:
                return picture
            if picture.from_ms > wanted_ms:
                break
    return None


def sharpness(picture: GreyPicture, box: Box) -> float:
    """Variance of the Laplacian inside the box: larger is sharper, comparable between pictures of one recording.

    Source: Pech-Pacheco et al. (2000), Diatom autofocusing in brightfield microscopy.
    """
    x, y, width, height = box
    return float(cv2.Laplacian(picture[y : y + height, x : x + width], cv2.CV_64F).var())


class Upright:
    """Turns frames of one recording into upright pixels; kept between frames, since setting the scaler up is slow."""

    def __init__(self, video: VideoTrack) -> None:
        self._video = video
        size = picture_size(video.width, video.height)
        self._width, self._height = size if video.rotation % 180 == 0 else size[::-1]
        self._scalers = {"gray": VideoReformatter(), "bgr24": VideoReformatter()}

    def pixels(self, frame: av.VideoFrame, pixel_format: Literal["gray", "bgr24"]) -> npt.NDArray[np.uint8]:
        scaled = self._scalers[pixel_format].reformat(frame, self._width, self._height, pixel_format)
        return turned(scaled.to_ndarray(), rotation=self._video.rotation, mirrors=self._video.is_mirrored)
