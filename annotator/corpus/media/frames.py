"""The frames of all client turns, from at most one decode of the recording."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from annotator.corpus.media.client_face import ClientFaceFinder
from annotator.corpus.media.files import write_whole
from annotator.corpus.media.frame_result import FrameResult
from annotator.corpus.media.frame_rules import FrameRule
from annotator.corpus.media.frame_search import FrameSearch, Look, look_at
from annotator.corpus.media.kept_searches import KeptSearches
from annotator.corpus.media.picture_reader import PictureReader
from annotator.corpus.media.probe import Probe
from annotator.corpus.media.progress import Progress, unwatched
from annotator.corpus.media.stretches import FrameRequest, Stretch, stretches_of

__all__ = ["FrameRequest", "FrameResult", "extract_frames", "stored_frame"]


def extract_frames(
    source: Path,
    folder: Path,
    requests: Sequence[FrameRequest],
    *,
    found: Probe,
    finder: ClientFaceFinder,
    rule: FrameRule = "onset_sharpest",
    count: int = 1,
    kept: KeptSearches | None = None,
    on_progress: Progress = unwatched,
) -> list[FrameResult]:
    """Store the frames of every turn as `folder/KEY-NUMBER.png` and return them in the order of the requests.

    Args:
        source: the original recording.
        found: what `probe` said of it.
        finder: finds the client's face.
        count: how many frames a turn has by the rule `uniform_k`; by the others it has one.
        kept: what earlier searches found; stretches that nothing has changed for are not decoded again.

    Raises:
        MediaRefused: the recording can't be decoded to its end.
    """
    results: dict[str, list[FrameResult]] = {}
    timed: list[FrameRequest] = []
    for request in requests:
        if request.start_ms is None:
            results[request.key] = [FrameResult(request.key, missing_reason="The turn has no time in the recording.")]
        elif request.start_ms >= found.frames.end_ms:
            reason = f"The turn starts after the end of the recording, {found.frames.end_ms / 1000:.2f} s."
            results[request.key] = [FrameResult(request.key, missing_reason=reason)]
        else:
            timed.append(request)
    folder.mkdir(parents=True, exist_ok=True)
    with PictureReader(source, found, on_progress=on_progress) as reader:

        def search(stretch: Stretch) -> list[FrameResult]:
            return [stored_frame(each, folder, finder) for each in _finished(stretch, reader, finder)]

        for stretch in stretches_of(timed, rule, count=count):
            chosen = kept.results(stretch, finder, partial(search, stretch)) if kept else search(stretch)
            for result in chosen:
                results.setdefault(result.key, []).append(result)
    if kept:
        kept.save()
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


def _finished(stretch: Stretch, reader: PictureReader, finder: ClientFaceFinder) -> Iterator[FrameSearch]:
    """Yield each search when no later picture can change it, so that only open turns hold a picture in memory."""
    waiting = deque(stretch.spans)
    open_searches: list[FrameSearch] = []
    for picture in reader.pictures(stretch.spans[0][2].from_ms):
        while waiting and waiting[0][2].from_ms < picture.until_ms:
            open_searches.append(FrameSearch(*waiting.popleft()))
        look: Look | None = None
        for search in open_searches:
            if search.wants(picture):
                look = look or look_at(picture, finder)
                search.consider(look)
        yield from (search for search in open_searches if search.is_over(picture))
        open_searches = [search for search in open_searches if not search.is_over(picture)]
        if not waiting and not open_searches:
            return
    yield from open_searches
    yield from (FrameSearch(*span) for span in waiting)
