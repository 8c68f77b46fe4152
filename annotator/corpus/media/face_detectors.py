"""Where faces are in a picture: the detectors that can be plugged in."""

from pathlib import Path

import cv2
import numpy as np
from cv2 import data as cv2_data

from annotator.corpus.media.faces import HAAR, YUNET, Box, Face, FaceDetector, Seen
from annotator.corpus.media.pixels import GreyPicture
from annotator.corpus.media.refusal import MediaRefused

# The face of a person at a desk is still 50 pixels wide then, and the cascade needs 24.
_SEARCHED_SHORT_SIDE = 240
_SMALLEST_FACE = 24


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
