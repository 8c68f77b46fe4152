"""Reading the pictures of a recording at a row of moments, each decoded once; what lies between is skipped."""

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

import av

from annotator.corpus.media.opening import open_media
from annotator.corpus.media.pictures import Picture, Upright, pictures_from_here
from annotator.corpus.media.probe import Probe
from annotator.corpus.media.progress import Progress, unwatched

if TYPE_CHECKING:
    from av.container import InputContainer

_WORTH_SKIPPING = 60
"""Pictures: entering a file elsewhere costs about as much as decoding half of these."""
_ENTERED = {"mov", "matroska", "mpegts"}
"""Formats whose time stamps lead to the place that they name."""


class PictureReader:
    """Gives pictures in order of showing. It opens the file when first asked, and stays where it was asked last."""

    def __init__(self, path: Path, found: Probe, *, on_progress: Progress = unwatched) -> None:
        """Args: `on_progress` is told the share of the recording's time that is passed, at each picture decoded."""
        self._path = path
        self._found = found
        self._on_progress = on_progress
        self._share = 0.0
        self._upright = Upright(found.video)
        self._container: InputContainer | None = None
        self._pictures: Iterator[Picture] = iter(())
        self._latest: Picture | None = None
        self._may_enter = found.container in _ENTERED

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._close()

    def pictures(self, from_ms: int) -> Iterator[Picture]:
        """The pictures from the one on screen at `from_ms` on; from call to call that moment doesn't go back.

        Raises:
            MediaRefused: the recording breaks off in the middle.
        """
        if self._latest is not None and self._latest.until_ms > from_ms:
            yield self._latest
        else:
            self._go_towards(from_ms)
        for picture in self._pictures:
            self._latest = picture
            self._share = max(self._share, min(1.0, picture.until_ms / max(1, self._found.frames.end_ms)))
            self._on_progress(self._share)
            if picture.until_ms > from_ms:
                yield picture

    def _go_towards(self, from_ms: int) -> None:
        """Enter the file at the key frame before, where fewer pictures are decoded from there than from here."""
        frames = self._found.frames
        wanted = frames.index_at(from_ms)
        key_frame = frames.key_frame_before(wanted) if wanted is not None and self._may_enter else None
        here = self._latest.index if self._latest else 0
        if key_frame is not None and key_frame - here > _WORTH_SKIPPING:
            self._enter(frames.times_ms[key_frame], from_ms)
        elif self._container is None:
            self._open()

    def _enter(self, key_frame_ms: int, from_ms: int) -> None:
        """Go on from there; or from the beginning, where that leads past the moment or to a broken picture."""
        container = self._open()
        try:
            container.seek((container.start_time or 0) + key_frame_ms * 1000)
        except av.FFmpegError:
            first = None
        else:
            first = next(self._pictures, None)
        if first is not None and first.from_ms <= from_ms and first.is_sound:
            self._pictures = _with_first(first, self._pictures)
        else:
            self._may_enter = False
            self._open()

    def _open(self) -> "InputContainer":
        self._close()
        self._container = open_media(self._path)
        self._pictures = pictures_from_here(self._container, self._found, self._upright)
        return self._container

    def _close(self) -> None:
        self._pictures = iter(())
        if self._container is not None:
            self._container.close()
            self._container = None


def _with_first(first: Picture, pictures: Iterator[Picture]) -> Iterator[Picture]:
    yield first
    yield from pictures
