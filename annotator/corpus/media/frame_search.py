"""The search for the frame of one turn, picture by picture."""

from dataclasses import dataclass

from annotator.corpus.media.faces import Box, Face, FaceDetector
from annotator.corpus.media.frame_rules import Span
from annotator.corpus.media.pictures import Picture, sharpness

# Ten looks a second find the sharpest face as well as sixty would; after the onset two are enough.
_LOOK_AGAIN_AFTER_MS = (90, 500, 0)
_WORST_RANK = len(_LOOK_AGAIN_AFTER_MS) - 1


@dataclass(frozen=True)
class Look:
    """A picture, and what was seen in it."""

    picture: Picture
    face: Face | None
    sharpness: float


def look_at(picture: Picture, detector: FaceDetector) -> Look:
    """Find the face and measure its sharpness, or that of the whole picture where there is no face."""
    face = detector.find(picture.grey)
    height, width = picture.grey.shape
    return Look(picture, face, sharpness(picture.grey, face.box if face else Box(0, 0, width, height)))


class FrameSearch:
    """Keeps the best look within a span: of the best rank, the sharpest. Pictures come in order of showing."""

    def __init__(self, key: str, span: Span) -> None:
        self.key = key
        self.span = span
        self.best: Look | None = None
        self.has_looked = False
        self._best_rank = _WORST_RANK
        self._look_again_ms = 0

    def wants(self, picture: Picture) -> bool:
        """Whether the picture could be better than the best so far."""
        rank = self.span.rank(picture.from_ms, picture.until_ms)
        return rank is not None and rank <= self._best_rank and picture.from_ms >= self._look_again_ms

    def consider(self, look: Look) -> None:
        """Take the look at a wanted picture if it is the best so far."""
        rank = self.span.rank(look.picture.from_ms, look.picture.until_ms)
        if rank is None:
            return
        self.has_looked = True
        self._look_again_ms = look.picture.from_ms + _LOOK_AGAIN_AFTER_MS[rank]
        if look.face is None and self.span.needs_face:
            return
        if self.best is None or rank < self._best_rank or look.sharpness > self.best.sharpness:
            self.best, self._best_rank = look, rank

    def is_over(self, picture: Picture) -> bool:
        """Whether no picture after this one can be better."""
        has_onset = self.best is not None and self._best_rank == 0
        return picture.until_ms >= (self.span.onset_until_ms if has_onset else self.span.until_ms)
