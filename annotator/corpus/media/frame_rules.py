"""Which frame stands for a turn."""

from dataclasses import dataclass
from typing import Literal

FrameRule = Literal["onset_sharpest", "turn_start", "midpoint"]
RULE_VERSION = 1

_ONSET_MS = 1000


@dataclass(frozen=True)
class Span:
    """The stretch of media time in which a turn's frame is looked for."""

    from_ms: int
    until_ms: int
    onset_until_ms: int
    """Frames that begin from `from_ms` up to here come first."""
    needs_face: bool

    def rank(self, shown_from_ms: int, shown_until_ms: int) -> int | None:
        """0 for frames to be preferred, then 1, then 2; None for frames outside."""
        if shown_until_ms <= self.from_ms or shown_from_ms >= self.until_ms:
            return None
        if shown_from_ms < self.from_ms:  # It still shows what was before the turn.
            return 2
        return 0 if shown_from_ms < self.onset_until_ms else 1


def span_of_turn(start_ms: int, end_ms: int | None, rule: FrameRule) -> Span:
    """Where `rule` looks for the frame of a turn.

    `turn_start` and `midpoint` take the frame on screen at that moment, whether a face is found in it or not.
    `onset_sharpest` takes the sharpest face of the first second after the speech begins, of the whole turn if there is
    none, and no frame without a face. A turn without an end is taken to last as long as its onset.
    """
    end_ms = max(end_ms if end_ms is not None else start_ms + _ONSET_MS, start_ms + 1)
    if rule == "onset_sharpest":
        return Span(start_ms, end_ms, min(start_ms + _ONSET_MS, end_ms), needs_face=True)
    moment = start_ms if rule == "turn_start" else (start_ms + end_ms) // 2
    return Span(moment, moment + 1, moment + 1, needs_face=False)
