"""Which frames stand for a turn: the rules, as data."""

from dataclasses import dataclass
from typing import Literal, get_args

FrameRule = Literal["onset_sharpest", "turn_start", "midpoint", "apex", "uniform_k"]
FRAME_RULES: tuple[FrameRule, ...] = get_args(FrameRule)
RULE_VERSIONS: dict[FrameRule, int] = {
    # Since 2 a face that was detected comes before a region that was only drawn. All, since their last but one: the
    # moment at which a picture is shown is rounded up, so that players sent there show it. All, since their latest: a
    # turn without an end is searched to where it plays (`old_frames.py` finds those that were not).
    "onset_sharpest": 4,
    "turn_start": 3,
    "midpoint": 3,
    "apex": 3,
    "uniform_k": 3,
}
MOST_FRAMES = 16

ONSET_MS = 1000
# Ten looks a second find the sharpest face as well as sixty would; after the onset two are enough.
_AFTER_ONSET_MS, _LATER_MS = 90, 500
_APEX_MS = 190  # An expression lasts half a second and longer (Ekman, 2003), so five looks a second meet it twice.


@dataclass(frozen=True)
class Span:
    """The stretch of media time in which a frame is looked for."""

    from_ms: int
    until_ms: int
    onset_until_ms: int
    """Frames that begin from `from_ms` up to here come first."""
    needs_face: bool
    seeks: Literal["sharpest", "apex"] = "sharpest"
    look_again_ms: tuple[int, int, int] = (_AFTER_ONSET_MS, _LATER_MS, 0)
    """After a look at a frame of rank 0, 1, 2: how long until the next is worth it."""

    def rank(self, shown_from_ms: int, shown_until_ms: int) -> int | None:
        """0 for frames to be preferred, then 1, then 2; None for frames outside."""
        if shown_until_ms <= self.from_ms or shown_from_ms >= self.until_ms:
            return None
        if shown_from_ms < self.from_ms:  # It still shows what was before the turn.
            return 2
        return 0 if shown_from_ms < self.onset_until_ms else 1


def spans_of_turn(start_ms: int, end_ms: int, rule: FrameRule, *, count: int = 1) -> list[Span]:
    """Where `rule` looks for the frames of a turn: one span, of `uniform_k` `count` of them.

    `turn_start`, `midpoint` and `uniform_k` take the frame on screen at a moment, whether a face is found in it or
    not; those of `uniform_k` are the middles of `count` equal parts of the turn. `onset_sharpest` takes the sharpest
    face of the first second after the speech begins, of the whole turn if there is none. `apex` takes the face that
    differs most from the turn's first. Both take no frame without a face. Of a turn that ends as it begins, all
    take the frame that is on screen then.
    """
    end_ms = max(end_ms, start_ms + 1)
    if rule == "onset_sharpest":
        return [Span(start_ms, end_ms, min(start_ms + ONSET_MS, end_ms), needs_face=True)]
    if rule == "apex":
        again = (_APEX_MS, _APEX_MS, 0)
        return [Span(start_ms, end_ms, end_ms, needs_face=True, seeks="apex", look_again_ms=again)]
    length = end_ms - start_ms
    moments = {
        "turn_start": [start_ms],
        "midpoint": [(start_ms + end_ms) // 2],
        "uniform_k": [start_ms + (2 * number + 1) * length // (2 * count) for number in range(count)],
    }[rule]
    return [Span(moment, moment + 1, moment + 1, needs_face=False) for moment in moments]
