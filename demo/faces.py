"""A face that shows a valence and an arousal, drawn in calm flat shapes.

Valence bends the mouth, turns the brows and lifts the cheeks; arousal opens the eyes, raises the brows, parts the lips.
"""

from dataclasses import dataclass
from functools import cache
from typing import cast

import cv2
import numpy as np

from demo.brush import Brush, Picture, blank, curve, ellipse
from demo.hair import draw_hair_before, draw_hair_behind
from demo.people import BASE, STUDY, Colour, Identity, Palette, shade

__all__ = ["BASE", "STUDY", "Expression", "Identity", "Palette", "Picture", "draw_face", "paint"]

_LEAST_SIDE = 160  # Smaller faces are drawn this large and made smaller: a line cannot be thinner than a pixel.
_SPARE = 64  # Pixels by which the sheet of grain is larger than the picture.
_INK: Colour = (45, 37, 35)
_MOUTH: Colour = (112, 52, 50)
_WHITE: Colour = (250, 248, 244)


@dataclass(frozen=True)
class Expression:
    """What a face shows: `valence` from -1 unpleasant to 1 pleasant, `arousal` from -1 calm to 1 excited."""

    valence: float
    arousal: float
    lips_apart: float = 0.0
    """How far speech opens the mouth, 0 to 1."""


def draw_face(*, valence: float, arousal: float, identity: Identity, size: int, rng: np.random.Generator) -> Picture:
    """A square picture that the face fills, as a crop around the client's face would show it.

    Args:
        valence: -1 unpleasant to 1 pleasant.
        arousal: -1 calm to 1 excited.
        size: side in pixels.
        rng: decides the small jitter of place, size, tilt and lips, and the camera's noise.
    """
    side = max(size, _LEAST_SIDE)
    across, down = side * (0.5 + rng.uniform(-0.015, 0.015, size=2))
    canvas = blank(side, side, identity.ground)
    brush = Brush(canvas, (across, down), side * rng.uniform(0.97, 1.03), tilt=rng.uniform(-0.035, 0.035))
    paint(brush, identity, Expression(valence, arousal, lips_apart=rng.uniform(0, 0.8)))
    small = cast(Picture, cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA))
    return _with_noise(small, rng)


def paint(brush: Brush, identity: Identity, expression: Expression) -> None:
    """Draw head and shoulders around the brush's centre, the middle of the face; the face is 0.8 units high."""
    draw_hair_behind(brush, identity)
    _body(brush, identity)
    _head(brush, identity)
    _cheeks(brush, identity, expression)
    _mouth(brush, identity, expression)
    _eyes(brush, identity, expression)
    draw_hair_before(brush, identity)
    _brows(brush, identity, expression)
    if identity.glasses:
        _glasses(brush, identity)


def _with_noise(picture: Picture, rng: np.random.Generator) -> Picture:
    """The square picture with a camera's grain, cut at a random place from one large sheet of it."""
    size = len(picture)
    lighter, darker = _grain(size + _SPARE)
    top, left = rng.integers(_SPARE, size=2)
    place = np.s_[top : top + size, left : left + size]
    return cast(Picture, cv2.subtract(cv2.add(picture, lighter[place]), darker[place]))


@cache
def _grain(side: int) -> tuple[Picture, Picture]:
    """What the grain adds to each pixel and what it takes away."""
    grain = np.random.default_rng(0).normal(0, 3, (side, side, 3))
    return np.maximum(grain, 0).astype(np.uint8), np.maximum(-grain, 0).astype(np.uint8)


def _body(brush: Brush, identity: Identity) -> None:
    shadow = shade(identity.skin, 0.92)
    brush.fill(curve((-0.6, 0.95), (-0.52, 0.45), (0, 0.45), (0.52, 0.45), (0.6, 0.95)), identity.clothes)
    brush.fill(ellipse(0, 0.47, 0.14, 0.09), shadow)
    brush.fill(np.array([[-0.14, 0.2], [0.14, 0.2], [0.14, 0.47], [-0.14, 0.47]]), shadow)


def _head(brush: Brush, identity: Identity) -> None:
    width, shadow = identity.face_width, shade(identity.skin, 0.92)
    for side in (-1, 1):
        brush.fill(ellipse(side * width, 0.03, 0.045, 0.07), shadow)
    brush.fill(ellipse(0, 0, width, identity.face_height), identity.skin)
    brush.stroke(curve((0.0, 0.02), (0.045, 0.11), (-0.01, 0.115)), shade(identity.skin, 0.82), 0.014)


def _cheeks(brush: Brush, identity: Identity, expression: Expression) -> None:
    if expression.valence <= 0:
        return
    red, green, blue = identity.skin
    warmth = expression.valence
    blush = (red, round(green - 16 * warmth), round(blue - 12 * warmth))
    for side in (-1, 1):
        brush.fill(ellipse(side * 0.21, 0.14, 0.065, 0.045), blush)


def _mouth(brush: Brush, identity: Identity, expression: Expression) -> None:
    bend = expression.valence
    apart = 0.006 + 0.03 * max(0.0, expression.arousal) + 0.035 * expression.lips_apart
    half, corner = 0.12 + 0.025 * bend, 0.21 - 0.05 * bend
    upper, lower = 0.21 + 0.08 * bend - apart, 0.21 + 0.1 * bend + apart
    lips = curve((-half, corner), (0, upper), (half, corner), (0, lower), (-half, corner))
    brush.fill(lips, _MOUTH)
    if bend > 0.3:  # A broad smile shows the teeth.
        teeth = curve((-half, corner), (0, upper), (half, corner), (0, upper + 0.9 * apart + 0.01), (-half, corner))
        brush.fill(teeth, _WHITE)
    red, green, blue = identity.skin
    brush.stroke(lips, (round(0.67 * red), round(0.43 * green), round(0.46 * blue)), 0.018, closed=True)


def _eyes(brush: Brush, identity: Identity, expression: Expression) -> None:
    opening = 0.034 + 0.018 * expression.arousal
    for side in (-1, 1):
        x = side * identity.eye_distance
        brush.fill(ellipse(x, 0, 0.058, opening), _WHITE)
        brush.fill(ellipse(x, 0, min(0.032, opening), min(0.032, opening)), _INK)
        if expression.valence > 0:  # Joy lifts the cheek over the lower edge of the eye.
            rise = opening * (1 - 0.75 * expression.valence)
            brush.fill(
                curve((x - 0.062, 0.012), (x, 2 * rise), (x + 0.062, 0.012), (x, 0.13), (x - 0.062, 0.012)),
                identity.skin,
            )
        lid = curve((x - 0.06, 0), (x, -2 * opening), (x + 0.06, 0))
        brush.stroke(lid, shade(identity.skin, 0.55), 0.014)


def _brows(brush: Brush, identity: Identity, expression: Expression) -> None:
    height = -0.105 - 0.025 * expression.arousal
    slope = 0.04 * min(0.1, expression.valence)  # Sorrow lifts the inner ends; joy only arches the brows.
    arch = 0.025 + 0.02 * max(0.0, expression.valence)
    for side in (-1, 1):
        x = side * identity.eye_distance
        inner, outer = (x - side * 0.07, height + slope), (x + side * 0.07, height - slope)
        brush.stroke(curve(inner, (x, height - arch), outer), shade(identity.hair, 0.55), 0.024)


def _glasses(brush: Brush, identity: Identity) -> None:
    for side in (-1, 1):
        brush.stroke(ellipse(side * identity.eye_distance, 0.005, 0.095, 0.082), _INK, 0.012, closed=True)
    inner = identity.eye_distance - 0.095
    brush.stroke(curve((-inner, 0), (0, -0.02), (inner, 0)), _INK, 0.012)
