"""Parts of a picture made unrecognisable, in the form in which pictures are encoded."""

import cv2
import numpy as np
import numpy.typing as npt

from annotator.corpus.media.faces import Box
from annotator.corpus.media.pixels import ColourPicture, GreyPicture

_SHARES = 6
"""A hidden box keeps six patches of brightness and colour along its longer side: a head, not whose."""

Planes = npt.NDArray[np.uint8]
"""Brightness, then both colour planes at half size, as one array of shape (height * 3 / 2, width)."""


class SeenPlanes:
    """Planes as detectors want them."""

    def __init__(self, planes: Planes) -> None:
        self._planes = planes

    @property
    def grey(self) -> GreyPicture:
        return self._planes[: self._planes.shape[0] * 2 // 3]

    @property
    def colour(self) -> ColourPicture:
        return np.asarray(cv2.cvtColor(self._planes, cv2.COLOR_YUV2BGR_I420), np.uint8)


def without_inner(boxes: list[Box]) -> list[Box]:
    """The boxes without those that lie in another: hiding them would hide nothing more."""
    outer: list[Box] = []
    for box in sorted(set(boxes), key=lambda each: -each.width * each.height):
        if not any(_lies_in(box, other) for other in outer):
            outer.append(box)
    return outer


def _lies_in(box: Box, other: Box) -> bool:
    return (
        other.x <= box.x
        and other.y <= box.y
        and box.x + box.width <= other.x + other.width
        and box.y + box.height <= other.y + other.height
    )


def hide(planes: Planes, box: Box) -> None:
    """Blur a box of a picture in place; its edges move outwards to even pixels."""
    height, width = planes.shape[0] * 2 // 3, planes.shape[1]
    left, top = box.x // 2 * 2, box.y // 2 * 2
    right, bottom = min(width, (box.x + box.width + 1) // 2 * 2), min(height, (box.y + box.height + 1) // 2 * 2)
    _smear(planes[top:bottom, left:right])
    # Each colour plane fills half a row less wide, so two of its rows lie side by side in one of the array's.
    for plane in planes[height:].reshape(2, height // 2, width // 2):
        _smear(plane[top // 2 : bottom // 2, left // 2 : right // 2])


def _smear(part: npt.NDArray[np.uint8]) -> None:
    height, width = part.shape
    if not height or not width:
        return
    share = max(height, width) / _SHARES
    few = cv2.resize(part, (max(1, round(width / share)), max(1, round(height / share))), interpolation=cv2.INTER_AREA)
    part[:] = cv2.resize(few, (width, height), interpolation=cv2.INTER_LINEAR)
