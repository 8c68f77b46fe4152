"""The frames of all client turns, from one decode of the recording."""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from annotator.corpus.media.client_face import ClientFaceFinder
from annotator.corpus.media.faces import Box
from annotator.corpus.media.files import write_whole
from annotator.corpus.media.frame_rules import FrameRule, spans_of_turn
from annotator.corpus.media.frame_search import FrameSearch, Look, look_at
from annotator.corpus.media.pictures import decode_pictures
from annotator.corpus.media.probe import Probe
from annotator.corpus.media.progress import Progress, unwatched


@dataclass(frozen=True)
class FrameRequest:
    """A turn that needs a frame."""

    key: str
    """Names the turn and its file: letters, digits, "-" and "_"."""
    start_ms: int | None
    end_ms: int | None

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[A-Za-z0-9_-]+", self.key):
            raise ValueError(f"{self.key!r} can't name a file.")


@dataclass(frozen=True)
class FrameResult:
    """One frame of a turn, or why there is none."""

    key: str
    number: int = 0
    """Counts from 0 within the turn."""
    missing_reason: str | None = None
    presentation_ms: int | None = None
    index: int | None = None
    """In the frame table of the original."""
    path: Path | None = None
    sha256: str | None = None
    face_box: Box | None = None
    """In pixels of the stored picture; None where no face was found."""
    detector: str | None = None
    confidence: float | None = None
    sharpness: float | None = None
    """Of the face, or of the whole picture where no face was found."""


def extract_frames(
    source: Path,
    folder: Path,
    requests: Sequence[FrameRequest],
    *,
    found: Probe,
    finder: ClientFaceFinder,
    rule: FrameRule = "onset_sharpest",
    count: int = 1,
    on_progress: Progress = unwatched,
) -> list[FrameResult]:
    """Store the frames of every turn as `folder/KEY-NUMBER.png` and return them in the order of the requests.

    Args:
        source: the original recording.
        found: what `probe` said of it.
        finder: finds the client's face.
        count: how many frames a turn has by the rule `uniform_k`; by the others it has one.

    Raises:
        MediaRefused: the recording can't be decoded to its end.
    """
    results: dict[str, list[FrameResult]] = {}
    searches: deque[FrameSearch] = deque()
    for request in requests:
        if request.start_ms is None:
            results[request.key] = [FrameResult(request.key, missing_reason="The turn has no times.")]
        elif request.start_ms >= found.frames.end_ms:
            reason = f"The turn starts after the end of the video, {found.frames.end_ms / 1000:.2f} s."
            results[request.key] = [FrameResult(request.key, missing_reason=reason)]
        else:
            spans = spans_of_turn(request.start_ms, request.end_ms, rule, count=count)
            searches.extend(FrameSearch(request.key, number, span) for number, span in enumerate(spans))
    folder.mkdir(parents=True, exist_ok=True)
    in_order = deque(sorted(searches, key=lambda search: search.span.from_ms))
    searches.clear()  # A search keeps a picture, so none is held longer than it must.
    for search in _finished(in_order, source, found, finder, on_progress):
        results.setdefault(search.key, []).append(stored_frame(search, folder, finder))
    return [each for request in requests for each in sorted(results[request.key], key=lambda one: one.number)]


def stored_frame(search: FrameSearch, folder: Path, finder: ClientFaceFinder) -> FrameResult:
    """Store what a search found, or say why it found nothing."""
    look = search.best
    if look is None:
        reason = "No face was found in this turn." if search.has_looked else "No picture is shown during this turn."
        return FrameResult(search.key, search.number, missing_reason=reason)
    path = folder / f"{search.key}-{search.number}.png"
    result = FrameResult(
        search.key,
        search.number,
        presentation_ms=look.picture.from_ms,
        index=look.picture.index,
        path=path,
        sha256=write_whole(path, look.picture.png()),
        detector=finder.name,
        sharpness=look.sharpness,
    )
    if look.face is None:
        return result
    return replace(result, face_box=look.face.box, detector=look.face.detector, confidence=look.face.confidence)


def _finished(
    waiting: deque[FrameSearch], source: Path, found: Probe, finder: ClientFaceFinder, on_progress: Progress
) -> Iterator[FrameSearch]:
    """Yield each search when no later picture can change it, so that only open turns hold a picture in memory.

    The searches come sorted by their beginning, and are taken out of `waiting` one by one.
    """
    open_searches: list[FrameSearch] = []
    last_ms = max((search.span.until_ms for search in waiting), default=0)
    for picture in decode_pictures(source, found) if waiting else ():
        while waiting and waiting[0].span.from_ms < picture.until_ms:
            open_searches.append(waiting.popleft())
        look: Look | None = None
        for search in open_searches:
            if search.wants(picture):
                look = look or look_at(picture, finder)
                search.consider(look)
        yield from (search for search in open_searches if search.is_over(picture))
        open_searches = [search for search in open_searches if not search.is_over(picture)]
        if not waiting and not open_searches:
            return
        on_progress(min(1.0, picture.until_ms / last_ms))
    yield from open_searches
    yield from waiting
