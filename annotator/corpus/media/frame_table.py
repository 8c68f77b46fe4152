"""When each picture of a recording is shown."""

import struct
import zlib
from bisect import bisect_right
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Literal, Self


@dataclass(frozen=True)
class FrameTable:
    """Presentation times of all frames, in order of showing; the index of a frame is its place here."""

    times_ms: tuple[int, ...]
    key_frames: frozenset[int]
    """Indices of the frames that can be decoded alone."""
    end_ms: int
    """When the last frame stops being shown."""

    def index_at(self, time_ms: int) -> int | None:
        """The frame on screen at a time; None before the first and from the end of the last."""
        if time_ms >= self.end_ms:
            return None
        index = bisect_right(self.times_ms, time_ms) - 1
        return index if index >= 0 else None

    def shown_until(self, index: int) -> int:
        """When the next frame takes a frame's place."""
        return self.times_ms[index + 1] if index + 1 < len(self.times_ms) else self.end_ms

    @property
    def rate_mode(self) -> Literal["constant", "variable"]:
        """Constant if every frame is shown as long as any other, up to the rounding of coarse clocks."""
        gaps = [later - earlier for earlier, later in pairwise(self.times_ms)]
        usual = median(gaps) if gaps else 0
        return "constant" if all(abs(gap - usual) <= max(2, usual / 10) for gap in gaps) else "variable"

    def pack(self) -> bytes:
        """A few bytes a frame at most: an hour at 30 frames a second takes well under 1 MB."""
        steps = [later - earlier for earlier, later in pairwise((0, *self.times_ms, self.end_ms))]
        marked = [step * 2 + (index in self.key_frames) for index, step in enumerate(steps)]
        return zlib.compress(struct.pack(f"<{len(marked)}Q", *marked))

    @classmethod
    def unpack(cls, packed: bytes) -> Self:
        """The table that `pack` packed."""
        data = zlib.decompress(packed)
        marked = struct.unpack(f"<{len(data) // 8}Q", data)
        times: list[int] = []
        time_ms = 0
        for mark in marked:
            time_ms += mark // 2
            times.append(time_ms)
        key_frames = frozenset(index for index, mark in enumerate(marked) if mark % 2)
        return cls(tuple(times[:-1]), key_frames, times[-1])
