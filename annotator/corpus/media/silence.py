"""Sound tracks that hold nothing, and how far each reaches: found while a recording is decoded."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from av.audio.frame import AudioFrame

_QUIETEST = 1e-4  # Of full scale, -80 dB: what a coder makes of silence. A quiet room is ten times as loud.


@dataclass
class Listener:
    """Follows what is heard of each track, and how far tracks reach, by their index in the container."""

    heard: dict[int, bool] = field(default_factory=dict)
    """Whether there is anything to hear."""
    ends_ms: dict[int, int] = field(default_factory=dict)

    def hear(self, track: int, frames: "Sequence[AudioFrame]") -> None:
        """Listen to the next sounds of a track; once something was heard, no further."""
        self.heard[track] = self.heard.get(track, False) or any(map(_is_heard, frames))

    def reach(self, track: int, end_ms: int) -> None:
        """A track of sound or picture goes on to this moment."""
        self.ends_ms[track] = max(self.ends_ms.get(track, 0), end_ms)


def _is_heard(frame: "AudioFrame") -> bool:
    import numpy as np

    samples = frame.to_ndarray()
    if samples.dtype.kind == "f":
        return bool(np.abs(samples).max(initial=0) > _QUIETEST)
    middle = 128 if samples.dtype.kind == "u" else 0
    loudest = np.abs(samples.astype(np.int64) - middle).max(initial=0)
    return bool(loudest > _QUIETEST * 2 ** (8 * samples.dtype.itemsize - 1))
