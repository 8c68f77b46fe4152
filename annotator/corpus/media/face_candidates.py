"""The faces of a recording among which a person says which is the client's."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np

from annotator.corpus.media.faces import Box, FaceDetector
from annotator.corpus.media.pixels import ColourPicture, GreyPicture
from annotator.corpus.media.still import shown_at

_LOOKS = 6
_ENOUGH_FACES = 2
# A face that moves in its chair stays inside, and it is found again there once it was lost.
_ROOM_TO_MOVE = 0.75
_ROOM_OF_A_FACE = 0.15


Fractions = tuple[float, float, float, float]
"""x, y, w, h as fractions of the picture."""
_Edges = tuple[float, float, float, float]
"""Left, top, right and bottom in pixels; they may lie outside the picture."""


@dataclass(frozen=True)
class Candidate:
    """A face, and the part of the picture that would be the client's were it theirs."""

    face: Fractions
    region: Fractions


@dataclass(frozen=True)
class Candidates:
    """The faces of one picture, from left to right."""

    at_ms: int
    faces: list[Candidate]


def candidates(
    path: Path, detector: FaceDetector, *, duration_ms: int, at_ms: int | None = None, fills_region: bool = False
) -> Candidates:
    """The faces on screen at a moment; without one, at the first of six, spread out, that shows two, or most.

    Args:
        path: a recording with a picture.
        fills_region: whether the region is taken for the face itself; otherwise the face has room to move in it.

    Raises:
        MediaRefused: the file is no recording.
    """
    moments = [at_ms] if at_ms is not None else [duration_ms * (2 * n + 1) // (2 * _LOOKS) for n in range(_LOOKS)]
    best = Candidates(moments[0], [])
    for moment in moments:
        faces = _faces(path, detector, moment, fills_region=fills_region)
        if len(faces) > len(best.faces):
            best = Candidates(moment, faces)
        if len(best.faces) >= _ENOUGH_FACES:
            break
    return best


class _Still:
    """A picture as a detector looks at it."""

    def __init__(self, colour: ColourPicture) -> None:
        self.colour = colour

    @cached_property
    def grey(self) -> GreyPicture:
        return np.asarray(cv2.cvtColor(self.colour, cv2.COLOR_BGR2GRAY), np.uint8)


def _faces(path: Path, detector: FaceDetector, at_ms: int, *, fills_region: bool) -> list[Candidate]:
    shown = shown_at(path, at_ms=at_ms)
    if shown is None:
        return []
    boxes = sorted((face.box for face in detector.find_all(_Still(shown))), key=lambda box: box.centre)
    room = _ROOM_OF_A_FACE if fills_region else _ROOM_TO_MOVE
    return [
        Candidate(
            _fractions((box.x, box.y, box.x + box.width, box.y + box.height), shown),
            _fractions(_with_room(box, [other for other in boxes if other is not box], room), shown),
        )
        for box in boxes
    ]


def _with_room(box: Box, others: Iterable[Box], room: float) -> _Edges:
    """Some room around the face, but not beyond half of the way to the next face beside it."""
    by = room * max(box.width, box.height)
    left, right = box.x - by, box.x + box.width + by
    for other in others:
        half_way = (box.centre[0] + other.centre[0]) / 2
        if box.x + box.width <= other.x:
            right = min(right, max(half_way, box.x + box.width))
        elif other.x + other.width <= box.x:
            left = max(left, min(half_way, box.x))
    return left, box.y - by, right, box.y + box.height + by


def _fractions(edges: _Edges, shown: ColourPicture) -> Fractions:
    height, width = shown.shape[:2]
    left, top, right, bottom = edges
    x, y = max(0.0, left / width), max(0.0, top / height)
    return x, y, min(1.0, right / width) - x, min(1.0, bottom / height) - y
