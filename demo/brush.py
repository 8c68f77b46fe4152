"""Smooth flat shapes on a pixel canvas, placed by a centre, a scale and a tilt."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from demo.people import Colour

Picture = NDArray[np.uint8]
"""Shape (height, width, 3): red, green, blue."""
Points = NDArray[np.float64]
"""Shape (n, 2): x to the right, y downwards, in units of the brush."""

_FRACTION_BITS = 4  # OpenCV takes positions in sixteenths of a pixel, so small movements stay smooth.
_TURN = np.linspace(0, 2 * np.pi, 25)[:-1]
_CIRCLE = np.stack([np.cos(_TURN), np.sin(_TURN)], axis=1)
_ALONG = np.linspace(0, 1, 9)[:, None]


@dataclass(frozen=True)
class Brush:
    """Draws on `canvas` in a frame whose origin lies at `centre` (pixels) and whose unit is `unit` pixels long."""

    canvas: Picture
    centre: tuple[float, float]
    unit: float
    tilt: float = 0.0
    """Radians, clockwise as seen."""

    def fill(self, points: Points, colour: Colour) -> None:
        cv2.fillPoly(self.canvas, [self._pixels(points)], colour, cv2.LINE_AA, _FRACTION_BITS)

    def stroke(self, points: Points, colour: Colour, width: float, *, closed: bool = False) -> None:
        """A line through `points`, `width` units wide but never thinner than a pixel, with round ends."""
        thickness = max(1, round(width * self.unit))
        cv2.polylines(self.canvas, [self._pixels(points)], closed, colour, thickness, cv2.LINE_AA, _FRACTION_BITS)

    def _pixels(self, points: Points) -> NDArray[np.int32]:
        turn, origin = self._frame
        placed: Points = points @ turn + origin
        return placed.astype(np.int32)

    @cached_property
    def _frame(self) -> tuple[Points, Points]:
        """What turns and scales a point to fractions of a pixel, and what then moves it to its place."""
        step = 1 << _FRACTION_BITS
        cosine, sine = np.cos(self.tilt), np.sin(self.tilt)
        return np.array([[cosine, sine], [-sine, cosine]]) * self.unit * step, np.array(self.centre) * step


def blank(width: int, height: int, colour: Colour) -> Picture:
    """A picture of one colour; sizes in pixels."""
    canvas = np.empty((height, width, 3), np.uint8)
    cv2.rectangle(canvas, (0, 0), (width, height), colour, cv2.FILLED)  # Ten times as fast as NumPy's broadcast.
    return canvas


@lru_cache(maxsize=1024)
def ellipse(x: float, y: float, across: float, down: float) -> Points:
    """The outline of an upright ellipse with half-axes `across` and `down`."""
    return _CIRCLE * (across, down) + (x, y)


@lru_cache(maxsize=1024)
def curve(*points: tuple[float, float]) -> Points:
    """Quadratic curves end to end: a start, then a control point and an end for each piece."""
    knots = np.array(points)
    pieces = [
        (1 - _ALONG) ** 2 * start + 2 * _ALONG * (1 - _ALONG) * control + _ALONG**2 * end
        for start, control, end in zip(knots[:-2:2], knots[1:-1:2], knots[2::2], strict=True)
    ]
    return np.concatenate(pieces)
