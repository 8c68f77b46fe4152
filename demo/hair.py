"""Five ways to wear hair, each drawn in two layers: one behind the head and one before it."""

import numpy as np

from demo.brush import Brush, curve, ellipse
from demo.people import Identity, shade

# From the right temple over the forehead to the left one: x in half-widths of the head, y as a share of the picture.
_HAIRLINES = {
    "short": ((0.97, -0.04), (0.78, -0.22), (0.0, -0.225), (-0.78, -0.22), (-0.97, -0.04)),
    "parted": ((0.97, -0.02), (0.82, -0.2), (0.34, -0.31), (-0.34, -0.2), (-0.97, -0.06)),
    "bob": ((0.95, 0.0), (0.9, -0.16), (0.3, -0.27), (-0.5, -0.25), (-0.95, 0.0)),
    "long": ((0.95, 0.0), (0.86, -0.18), (0.0, -0.34), (-0.86, -0.18), (-0.95, 0.0)),
    "bun": ((0.97, -0.06), (0.83, -0.27), (0.0, -0.27), (-0.83, -0.27), (-0.97, -0.06)),
}
_CAP = ((-1.0, 0.0), (-1.03, -1.0), (0.0, -1.0), (1.03, -1.0), (1.0, 0.0))
_LENGTHS = {"bob": 0.33, "long": 0.56}
"""How far below the middle of the face open hair falls."""


def draw_hair_behind(brush: Brush, identity: Identity) -> None:
    """What the head hides in part: the back of open hair, or a bun."""
    hair = shade(identity.hair, 0.86)
    if identity.style == "bun":
        brush.fill(ellipse(0, -0.47, 0.13, 0.1), hair)
    elif identity.style in _LENGTHS:
        side, fall = identity.face_width, _LENGTHS[identity.style]
        left = ((0.0, -0.45), (-side - 0.1, -0.45), (-side - 0.05, 0.0), (-side - 0.09, fall), (-side + 0.1, fall))
        right = tuple((-x, y) for x, y in reversed(left))
        brush.fill(curve(*left, (0.0, fall), *right), hair)


def draw_hair_before(brush: Brush, identity: Identity) -> None:
    """The cap from temple to temple over the crown, back along the hairline, and open hair's locks over the ears."""
    side, crown = identity.face_width + 0.012, identity.face_height + 0.06
    cap = curve(*_CAP) * (side, crown)
    hairline = curve(*_HAIRLINES[identity.style]) * (side, 1)
    brush.fill(np.concatenate([cap, hairline]), identity.hair)
    if identity.style in _LENGTHS:
        lock = curve((0.9, -0.16), (1.0, 0.1), (0.84, 0.31), (1.22, 0.3), (1.1, -0.05), (1.04, -0.2), (0.9, -0.16))
        for mirror in (-1, 1):
            brush.fill(lock * (mirror * side, 1), identity.hair)
