"""Where faces are in a picture: the detectors that can be plugged in."""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

import cv2
import numpy as np
import numpy.typing as npt
from cv2 import data as cv2_data

from annotator.corpus.media.refusal import MediaRefused

GreyPicture = npt.NDArray[np.uint8]
"""Shape (height, width)."""
ColourPicture = npt.NDArray[np.uint8]
"""Shape (height, width, 3): blue, green, red."""

HAAR = "opencv_haar_frontalface_alt2"
YUNET = "yunet"
# The cascade lets nothing below 53.8 pass; drawn faces, noisy and half hidden ones too, reach 56.4, and noise 55.4.
SURE_FROM = {HAAR: 56.0, YUNET: 0.8}
"""Below this confidence a person should look at what a detector found. Each detector has a scale of its own."""

# The face of a person at a desk is still 50 pixels wide then, and the cascade needs 24.
_SEARCHED_SHORT_SIDE = 240
_SMALLEST_FACE = 24


class Box(NamedTuple):
    """A rectangle in pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def distance(self, other: "Box") -> float:
        """Between the centres, in pixels."""
        return math.dist(self.centre, other.centre)


@dataclass(frozen=True)
class Face:
    """A face that was found, or the place where it is taken to be."""

    box: Box
    confidence: float | None
    """The detector's own score, larger is surer; None where nothing was detected but told."""
    detector: str
    is_assumed: bool = False
    """No face was detected; it is taken to be where a person drew the client's region."""


class Seen(Protocol):
    """A picture to look for faces in; each form is made when it is first asked for."""

    @property
    def grey(self) -> GreyPicture: ...

    @property
    def colour(self) -> ColourPicture: ...


class FaceDetector(Protocol):
    """Finds faces."""

    @property
    def name(self) -> str:
        """Stored with every box that it finds."""

    def find_all(self, picture: Seen) -> list[Face]:
        """All faces, in no order."""


class HaarDetector:
    """Frontal faces by a cascade that ships with OpenCV; given others, such as profiles, it looks with them too.

    Source: Viola and Jones (2001), Rapid object detection using a boosted cascade of simple features.
    """

    name = HAAR

    def __init__(self, *cascades: str) -> None:
        """Args: `cascades`: further ones by name, `profileface`; that one also looks for faces turned the other way."""
        self._cascades = [(_cascade("frontalface_alt2"), False)]
        for name in cascades:
            self._cascades.append((_cascade(name), False))
            if "profile" in name:
                self._cascades.append((_cascade(name), True))

    def find_all(self, picture: Seen) -> list[Face]:
        height, width = picture.grey.shape
        scale = min(1.0, _SEARCHED_SHORT_SIDE / min(width, height))
        smaller = cv2.resize(picture.grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        searched = np.asarray(smaller, np.uint8)
        return [
            Face(Box(*(round(int(side) / scale) for side in box)), confidence, self.name)
            for cascade, is_mirrored in self._cascades
            for box, confidence in _found(cascade, searched, is_mirrored=is_mirrored)
        ]


class YuNetDetector:
    """Faces by YuNet, a small network that also finds turned and partly hidden faces; its model file is not shipped.

    Source: Wu, Peng and Yu (2023), YuNet: a tiny millisecond-level face detector.
    """

    name = YUNET

    def __init__(self, model: Path) -> None:
        """Raises MediaRefused where the file is no YuNet model."""
        try:
            self._network = cv2.FaceDetectorYN.create(str(model), "", (320, 320), score_threshold=0.6)
            self._network.detect(np.zeros((320, 320, 3), np.uint8))  # Other networks load, and fail here.
        except cv2.error as error:
            message = f"FACE_MODEL={model} is no YuNet model in ONNX format. Set another file, or none."
            raise MediaRefused("face_model", message) from error

    def find_all(self, picture: Seen) -> list[Face]:
        colour = picture.colour
        scale = min(1.0, 2 * _SEARCHED_SHORT_SIDE / min(colour.shape[:2]))
        searched = cv2.resize(colour, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        self._network.setInputSize((searched.shape[1], searched.shape[0]))
        _, rows = self._network.detect(searched)
        faces = []
        for row in rows if rows is not None else ():
            left, top, right, bottom = (
                max(0.0, row[0]), max(0.0, row[1]),
                min(searched.shape[1], row[0] + row[2]), min(searched.shape[0], row[1] + row[3]),
            )  # fmt: skip
            if right - left >= 1 and bottom - top >= 1:  # It may tell of a face that lies outside the picture.
                sides = (left, top, right - left, bottom - top)
                faces.append(Face(Box(*(round(float(side) / scale) for side in sides)), float(row[14]), self.name))
        return faces


def face_detector(model: Path | None) -> FaceDetector:
    """YuNet where its model is configured, else the cascade; raises MediaRefused where the file is no such model."""
    return YuNetDetector(model) if model else HaarDetector()


def _cascade(name: str) -> cv2.CascadeClassifier:
    return cv2.CascadeClassifier(f"{cv2_data.haarcascades}haarcascade_{name}.xml")


def _found(
    cascade: cv2.CascadeClassifier, picture: GreyPicture, *, is_mirrored: bool
) -> list[tuple[tuple[int, int, int, int], float]]:
    searched = cv2.flip(picture, 1) if is_mirrored else picture
    boxes, _, weights = cascade.detectMultiScale3(
        searched,
        scaleFactor=1.1,
        minNeighbors=4,
        minSize=(_SMALLEST_FACE, _SMALLEST_FACE),
        outputRejectLevels=True,
    )
    found = []
    for (x, y, w, h), weight in zip(boxes, np.ravel(weights), strict=True):
        left = picture.shape[1] - x - w if is_mirrored else x
        found.append(((int(left), int(y), int(w), int(h)), float(weight)))
    return found
