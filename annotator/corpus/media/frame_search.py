"""The search for one frame of a turn, picture by picture."""

from dataclasses import dataclass

from annotator.corpus.media.client_face import ClientFaceFinder
from annotator.corpus.media.expressions import Expression, expression_of
from annotator.corpus.media.faces import Box, Face
from annotator.corpus.media.frame_rules import Span
from annotator.corpus.media.pictures import Picture, sharpness

_RANKS = 3
_WORST_RANK = 2 * _RANKS - 1
_SHARP_ENOUGH = 0.5  # Of the turn's first face: a face blurred by its movement differs too, and shows nothing.


@dataclass(frozen=True)
class Look:
    """A picture, and what was seen in it."""

    picture: Picture
    face: Face | None
    sharpness: float


def look_at(picture: Picture, finder: ClientFaceFinder) -> Look:
    """Find the face and measure its sharpness, or that of the whole picture where there is no face."""
    face = finder.find(picture)
    height, width = picture.grey.shape
    return Look(picture, face, sharpness(picture.grey, face.box if face else Box(0, 0, width, height)))


class FrameSearch:
    """Keeps the best look within a span. Pictures come in order of showing.

    A face that was detected comes before one that is only assumed, then the better rank counts, then what is sought.
    """

    def __init__(self, key: str, number: int, span: Span) -> None:
        self.key = key
        self.number = number
        self.span = span
        self.best: Look | None = None
        self.has_looked = False
        self._best_rank = _WORST_RANK
        self._best_score = 0.0
        self._look_again_ms = 0
        self._first: Expression | None = None
        self._first_sharpness = 0.0

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
        self._look_again_ms = look.picture.from_ms + self.span.look_again_ms[rank]
        if look.face is None and self.span.needs_face:
            return
        if look.face and look.face.is_assumed:
            rank += _RANKS
        score = self._score(look)
        if self.best is None or rank < self._best_rank or (rank == self._best_rank and score > self._best_score):
            self.best, self._best_rank, self._best_score = look, rank, score

    def is_over(self, picture: Picture) -> bool:
        """Whether no picture after this one can be better."""
        has_onset = self.best is not None and self._best_rank == 0
        return picture.until_ms >= (self.span.onset_until_ms if has_onset else self.span.until_ms)

    def _score(self, look: Look) -> float:
        if self.span.seeks == "sharpest" or look.face is None:
            return look.sharpness
        expression = expression_of(look.picture.grey, look.face.box)
        if self._first is None:
            self._first, self._first_sharpness = expression, look.sharpness
            return 0.0
        if look.sharpness < _SHARP_ENOUGH * self._first_sharpness:
            return 0.0
        return expression.change_from(self._first)
