"""Sound tracks that hold nothing, and sound that ends long before the picture: told while a recording is decoded."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from av.audio.frame import AudioFrame

_QUIETEST = 1e-4  # Of full scale, -80 dB: what a coder makes of silence. A quiet room is ten times as loud.
_EARLY_MS = 1000  # Cameras end their tracks up to some tenths of a second apart.


class Listener:
    """Follows what is heard of each track, and how far sound and picture reach."""

    def __init__(self) -> None:
        self._is_heard: dict[int, bool] = {}
        self._ends_ms = {"audio": 0, "video": 0}

    def hear(self, track: int, frames: "Sequence[AudioFrame]") -> None:
        """Listen to the next sounds of a track; once something was heard, no further."""
        self._is_heard[track] = self._is_heard.get(track, False) or any(map(_is_heard, frames))

    def reach(self, kind: str, end_ms: int) -> None:
        """Sound ("audio") or picture ("video") goes on to this moment."""
        self._ends_ms[kind] = max(self._ends_ms[kind], end_ms)

    def warnings(self) -> Iterator[str]:
        """What a person should know before they import the recording."""
        silent = [place for place, is_heard in enumerate(self._is_heard.values(), start=1) if not is_heard]
        if silent and len(silent) == len(self._is_heard):
            yield "The recording has sound, and all of it is silence. Was the microphone on?"
        elif silent:
            which = " and ".join(map(str, silent))
            who = f"track {which} holds" if len(silent) == 1 else f"tracks {which} hold"
            yield f"Of the recording's {len(self._is_heard)} sound tracks, {who} nothing but silence."
        sound_ms, picture_ms = self._ends_ms["audio"], self._ends_ms["video"]
        if self._is_heard and picture_ms - sound_ms > _EARLY_MS:
            yield (
                f"The sound ends at {sound_ms / 1000:.1f} s, {(picture_ms - sound_ms) / 1000:.1f} s before the picture "
                "does. What is said after that can't be heard."
            )


def _is_heard(frame: "AudioFrame") -> bool:
    import numpy as np

    samples = frame.to_ndarray()
    if samples.dtype.kind == "f":
        return bool(np.abs(samples).max(initial=0) > _QUIETEST)
    middle = 128 if samples.dtype.kind == "u" else 0
    loudest = np.abs(samples.astype(np.int64) - middle).max(initial=0)
    return bool(loudest > _QUIETEST * 2 ** (8 * samples.dtype.itemsize - 1))
