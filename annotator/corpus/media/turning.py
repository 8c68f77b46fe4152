"""Pictures as they are to be seen: a recording may tell its player to turn them, and to mirror them."""

from typing import Any

import av
import numpy as np
import numpy.typing as npt


def is_mirrored(frame: av.VideoFrame) -> bool:
    """Whether the frame is shown as in a mirror, besides being turned."""
    matrix = frame.side_data.get("DISPLAYMATRIX")
    if matrix is None:
        return False
    a, b, _, c, d = np.frombuffer(matrix, "<i4", count=5).astype(float)  # type: ignore[call-overload]  # Its stubs hide the buffer.
    return bool(a * d - b * c < 0)


def turned(pixels: npt.NDArray[Any], *, rotation: int, mirrors: bool) -> npt.NDArray[np.uint8]:
    """The pixels as they are to be seen, as ffmpeg turns them too; `rotation` in degrees, against the clock."""
    if mirrors:
        pixels = pixels[::-1]
    return np.ascontiguousarray(np.rot90(pixels, rotation // 90 % 4), np.uint8)
