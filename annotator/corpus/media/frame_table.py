"""When each picture of a recording is shown."""

import json
import zlib
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
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

    def key_frame_before(self, index: int) -> int | None:
        """The latest frame up to that one that can be decoded alone; None where the table knows of none."""
        place = bisect_right(self._key_frames, index) - 1
        return self._key_frames[place] if place >= 0 else None

    @cached_property
    def _key_frames(self) -> list[int]:
        return sorted(self.key_frames)

    def packed(self) -> bytes:
        """The table as compressed JSON, for `unpacked`; an hour at 30 a second takes some kilobytes."""
        table = {
            "first_ms": self.times_ms[0] if self.times_ms else None,
            "gaps_ms": [later - earlier for earlier, later in pairwise(self.times_ms)],
            "key_gaps": [later - earlier for earlier, later in pairwise([0, *self._key_frames])],
            "end_ms": self.end_ms,
        }
        return zlib.compress(json.dumps(table, separators=(",", ":")).encode(), 9)

    @classmethod
    def unpacked(cls, packed: bytes) -> Self:
        """The table that was packed."""
        table = json.loads(frame_table_json(packed))
        times_ms = accumulate(table["gaps_ms"], initial=table["first_ms"]) if table["first_ms"] is not None else ()
        return cls(tuple(times_ms), frozenset(accumulate(table["key_gaps"])), table["end_ms"])

    @property
    def rate_mode(self) -> Literal["constant", "variable"]:
        """Constant if every frame is shown as long as any other, up to the rounding of coarse clocks."""
        gaps = [later - earlier for earlier, later in pairwise(self.times_ms)]
        usual = median(gaps) if gaps else 0
        return "constant" if all(abs(gap - usual) <= max(2, usual / 10) for gap in gaps) else "variable"


def frame_table_json(packed: bytes) -> bytes:
    """The JSON in a packed table.

    `first_ms` is when the first frame is shown, `gaps_ms` how long after each the next one follows; `key_gaps` are the
    indices of the frames that can be decoded alone, each as its distance from the one before, the first from 0.
    """
    return zlib.decompress(packed)
