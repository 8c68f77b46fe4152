"""Times in TTML, whose seconds, frames and ticks the root's parameters define.

Source: W3C TTML2, 12.3.1 (time expressions) and 7.2 (parameters).
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Self
from xml.etree.ElementTree import Element

_CLOCK = re.compile(r"(\d{1,6}):(\d{1,2}):(\d{1,2})(?:[.,](\d{1,9})|:(\d{1,6})(?:\.(\d{1,6}))?)?", re.ASCII)
_SHORT_CLOCK = re.compile(r"(\d{1,6}):(\d{1,2})(?:[.,](\d{1,9}))?", re.ASCII)
_OFFSET = re.compile(r"(\d{1,12}(?:[.,]\d{1,9})?)(h|m|s|ms|f|t)?", re.ASCII)
_NUMBER = re.compile(r"\d{1,9}(?:\.\d{1,9})?", re.ASCII)


@dataclass(frozen=True)
class Clock:
    """How long a frame and a tick last, in the file's own words."""

    frames_per_s: Fraction
    ticks_per_s: Fraction
    subframes_per_frame: int

    @classmethod
    def of(cls, root: Element) -> Self:
        """As the root's parameters say, or else as the standard does: 30 frames a second."""
        given = {key.rpartition("}")[2]: value for key, value in root.attrib.items()}
        frame_rate = _positive(given.get("frameRate", ""))
        factors = [_positive(part) for part in re.split(r"[\s:]+", given.get("frameRateMultiplier", "").strip())]
        multiplier = Fraction(1)
        if len(factors) == 2 and factors[0] and factors[1]:
            multiplier = factors[0] / factors[1]
        frames = (frame_rate or Fraction(30)) * multiplier
        subframes = int(_positive(given.get("subFrameRate", "")) or 1)
        ticks = _positive(given.get("tickRate", "")) or (frames * subframes if frame_rate else Fraction(1))
        return cls(frames, ticks, max(1, subframes))

    def milliseconds(self, written: str) -> int | None:
        """Milliseconds of "00:01:02.5", "00:01:02:12", "62.5s", "1500f" or "62s"; None if it is none of these.

        A bare number, which the standard doesn't know, is taken for seconds.
        """
        written = written.strip()
        if clock := _CLOCK.fullmatch(written):
            hours, minutes, seconds, fraction, frames, subframes = clock.groups()
            whole = (int(hours) * 60 + int(minutes)) * 60 + int(seconds)
            part = Fraction(int(fraction), 10 ** len(fraction)) if fraction else Fraction(0)
            part += (int(frames or 0) + Fraction(int(subframes or 0), self.subframes_per_frame)) / self.frames_per_s
            return round((whole + part) * 1000)
        if clock := _SHORT_CLOCK.fullmatch(written):
            minutes, seconds, fraction = clock.groups()
            part = Fraction(int(fraction), 10 ** len(fraction)) if fraction else Fraction(0)
            return round((int(minutes) * 60 + int(seconds) + part) * 1000)
        if offset := _OFFSET.fullmatch(written):
            number = Fraction(offset[1].replace(",", "."))
            per_s = {"h": Fraction(1, 3600), "m": Fraction(1, 60), "s": Fraction(1), "ms": Fraction(1000)}
            per_s |= {"f": self.frames_per_s, "t": self.ticks_per_s}
            return round(number / per_s[offset[2] or "s"] * 1000)
        return None


def _positive(written: str) -> Fraction | None:
    value = Fraction(written) if _NUMBER.fullmatch(written) else Fraction(0)
    return value or None
