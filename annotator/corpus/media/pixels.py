"""Pictures as arrays."""

import numpy as np
import numpy.typing as npt

GreyPicture = npt.NDArray[np.uint8]
"""Shape (height, width)."""
ColourPicture = npt.NDArray[np.uint8]
"""Shape (height, width, 3): blue, green, red."""
