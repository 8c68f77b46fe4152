"""Where the client's face is in a picture."""

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import cv2
import numpy as np
import numpy.typing as npt
from cv2 import data as cv2_data

GreyPicture = npt.NDArray[np.uint8]
"""Shape (height, width)."""

_SEARCHED_SHORT_SIDE = 240  # The face of a person at a desk is still 50 pixels wide then, and the cascade needs 24.


class Box(NamedTuple):
    """A rectangle in pixels."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True)
class Face:
    """A face that was found."""

    box: Box
    confidence: float | None
    """The detector's own score, larger is surer; None where nothing was detected but told."""


class FaceDetector(Protocol):
    """Finds the client's face."""

    @property
    def name(self) -> str:
        """Stored with every box that it finds."""

    def find(self, picture: GreyPicture) -> Face | None:
        """The client's face, or None."""


@dataclass(frozen=True)
class ClientRegion:
    """The part of the picture that a person drew around the client, as fractions of its width and height.

    As a detector it takes the whole region for the face, in every picture.
    """

    x: float
    y: float
    width: float
    height: float
    name: str = "client_region"

    def __post_init__(self) -> None:
        inside = self.x >= 0 and self.y >= 0 and self.x + self.width <= 1.001 and self.y + self.height <= 1.001
        if not (inside and self.width > 0 and self.height > 0):
            raise ValueError(f"{self} is not inside the picture, whose sides are 1.")

    def box(self, picture: GreyPicture) -> Box:
        """The region in pixels, at least one each way."""
        height, width = picture.shape
        left, top = min(round(self.x * width), width - 1), min(round(self.y * height), height - 1)
        right, bottom = round((self.x + self.width) * width), round((self.y + self.height) * height)
        return Box(left, top, max(1, min(right, width) - left), max(1, min(bottom, height) - top))

    def find(self, picture: GreyPicture) -> Face:
        return Face(self.box(picture), confidence=None)


class HaarDetector:
    """The largest frontal face that OpenCV's Haar cascade finds, inside the client's region if there is one.

    Source: Viola and Jones (2001), Rapid object detection using a boosted cascade of simple features.
    """

    name = "opencv_haar_frontalface_default"

    def __init__(self, region: ClientRegion | None = None) -> None:
        self._region = region or ClientRegion(0, 0, 1, 1)
        self._cascade = cv2.CascadeClassifier(cv2_data.haarcascades + "haarcascade_frontalface_default.xml")

    def find(self, picture: GreyPicture) -> Face | None:
        left, top, width, height = self._region.box(picture)
        scale = min(1.0, _SEARCHED_SHORT_SIDE / min(width, height))
        searched = cv2.resize(
            picture[top : top + height, left : left + width], None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA
        )
        smallest = max(24, min(searched.shape) // 8)
        boxes, _, weights = self._cascade.detectMultiScale3(
            searched, scaleFactor=1.1, minNeighbors=5, minSize=(smallest, smallest), outputRejectLevels=True
        )
        if not len(boxes):
            return None
        largest = int(np.argmax([box[2] * box[3] for box in boxes]))
        x, y, w, h = (round(int(side) / scale) for side in boxes[largest])
        return Face(Box(left + x, top + y, w, h), confidence=float(np.ravel(weights)[largest]))
