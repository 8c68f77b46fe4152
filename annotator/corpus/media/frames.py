"""One frame for each client turn, all from one decode of the recording."""

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from annotator.corpus.media.faces import Box, FaceDetector
from annotator.corpus.media.files import write_whole
from annotator.corpus.media.frame_rules import FrameRule, Span, span_of_turn
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
    """The frame of a turn, or why there is none."""

    key: str
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
    detector: FaceDetector,
    rule: FrameRule = "onset_sharpest",
    on_progress: Progress = unwatched,
) -> list[FrameResult]:
    """Store the frame of every turn as `folder/KEY.png` and return the results in the order of the requests.

    Args:
        source: the original recording.
        found: what `probe` said of it.
        detector: finds the client's face.

    Raises:
        MediaRefused: the recording can't be decoded to its end.
    """
    results: dict[str, FrameResult] = {}
    spans: dict[str, Span] = {}
    for request in requests:
        if request.start_ms is None:
            results[request.key] = FrameResult(request.key, "The turn has no times.")
        elif request.start_ms >= found.frames.end_ms:
            reason = f"The turn starts after the end of the video, {found.frames.end_ms / 1000:.2f} s."
            results[request.key] = FrameResult(request.key, reason)
        else:
            spans[request.key] = span_of_turn(request.start_ms, request.end_ms, rule)
    folder.mkdir(parents=True, exist_ok=True)
    for search in _finished_searches(source, spans, found, detector, on_progress):
        results[search.key] = _stored(search, folder, detector)
    return [results[request.key] for request in requests]


def _finished_searches(
    source: Path, spans: Mapping[str, Span], found: Probe, detector: FaceDetector, on_progress: Progress
) -> Iterator[FrameSearch]:
    """Yield each search when no later picture can change it, so that only open turns hold a picture in memory."""
    waiting = deque(sorted(spans.items(), key=lambda item: item[1].from_ms))
    open_searches: list[FrameSearch] = []
    last_ms = max((span.until_ms for span in spans.values()), default=0)
    for picture in decode_pictures(source, found) if spans else ():
        while waiting and waiting[0][1].from_ms < picture.until_ms:
            open_searches.append(FrameSearch(*waiting.popleft()))
        look: Look | None = None
        for search in open_searches:
            if search.wants(picture):
                look = look or look_at(picture, detector)
                search.consider(look)
        yield from (search for search in open_searches if search.is_over(picture))
        open_searches = [search for search in open_searches if not search.is_over(picture)]
        if not waiting and not open_searches:
            return
        on_progress(min(1.0, picture.until_ms / last_ms))
    yield from open_searches
    yield from (FrameSearch(key, span) for key, span in waiting)


def _stored(search: FrameSearch, folder: Path, detector: FaceDetector) -> FrameResult:
    look = search.best
    if look is None:
        reason = "No face was found in this turn." if search.has_looked else "No picture is shown during this turn."
        return FrameResult(search.key, reason)
    path = folder / f"{search.key}.png"
    result = FrameResult(
        search.key,
        presentation_ms=look.picture.from_ms,
        index=look.picture.index,
        path=path,
        sha256=write_whole(path, look.picture.png()),
        detector=detector.name,
        sharpness=look.sharpness,
    )
    if look.face is None:
        return result
    return replace(result, face_box=look.face.box, confidence=look.face.confidence)
