"""How much a face changed, without any network."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from annotator.corpus.media.faces import Box
from annotator.corpus.media.pixels import GreyPicture

_SIDE = 48
_SLACK = 5  # Boxes of one resting face differ by a few pixels in a hundred.


@dataclass(frozen=True)
class Expression:
    """A face in grey, brought to one size."""

    pixels: npt.NDArray[np.float32]
    """Shape (48, 48)."""

    def change_from(self, other: "Expression") -> float:
        """0 for the same look to 2 for its opposite: 1 minus the best correlation over small shifts.

        Light and contrast don't count, nor does a box that lies a little aside.
        """
        inner = self.pixels[_SLACK:-_SLACK, _SLACK:-_SLACK]
        if inner.std() < 1e-3 or other.pixels.std() < 1e-3:  # An even patch correlates with nothing.
            return 0.0
        return 1 - float(cv2.matchTemplate(other.pixels, inner, cv2.TM_CCOEFF_NORMED).max())


def expression_of(picture: GreyPicture, box: Box) -> Expression:
    """What the box of a face shows."""
    cut = picture[box.y : box.y + box.height, box.x : box.x + box.width]
    return Expression(cv2.resize(cut, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA).astype(np.float32))
