"""A face in a picture, and what a detector of faces is."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from annotator.corpus.media.pixels import ColourPicture, GreyPicture

HAAR = "opencv_haar_frontalface_alt2"
YUNET = "yunet"
# The cascade lets nothing below 53.8 pass; drawn faces, noisy and half hidden ones too, reach 56.4, and noise 55.4.
SURE_FROM = {HAAR: 56.0, YUNET: 0.8}
"""Below this confidence a person should look at what a detector found. Each detector has a scale of its own."""


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
    def grey(self) -> "GreyPicture": ...

    @property
    def colour(self) -> "ColourPicture": ...


class FaceDetector(Protocol):
    """Finds faces."""

    @property
    def name(self) -> str:
        """Stored with every box that it finds."""

    def find_all(self, picture: Seen) -> list[Face]:
        """All faces, in no order."""
