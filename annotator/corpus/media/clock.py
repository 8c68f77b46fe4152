"""A recording's own clock: in whole milliseconds from its beginning, whatever its container counts in."""

from fractions import Fraction
from typing import TYPE_CHECKING

import av

if TYPE_CHECKING:
    from av.container import InputContainer

_CLOCK_US = 5  # What the clock of a copy, 90,000 ticks a second, and the origin's own rounding may be off by.


def media_ms(container: "InputContainer", pts: int, time_base: Fraction) -> int:
    """The first whole millisecond at which a time stamp is reached; the container's own beginning is 0.

    Never the millisecond before: a player that is sent there would still show the picture before.
    """
    origin = Fraction(container.start_time or 0, av.time_base)
    since_us = round((pts * time_base - origin) * 1_000_000)
    return max(0, -((_CLOCK_US - since_us) // 1000))


def declared_ms(container: "InputContainer") -> int:
    """How long the recording says it is. Matroska, and Opus in Ogg, say when it ends, and may begin later than at 0."""
    end_us = container.duration or 0
    kind = kind_of(container)
    tells_end = kind == "matroska" or (kind == "ogg" and any(each.name == "opus" for each in container.streams.audio))
    begins_us = max(0, container.start_time or 0) if tells_end else 0
    return max(0, round((end_us - begins_us) / 1000))


def tells_presentation_times(container: "InputContainer") -> bool:
    """Whether the format tells when each picture is shown; AVI only tells the order in which they are decoded."""
    return container.format.name != "avi"


def kind_of(container: "InputContainer") -> str:
    """The container's format, by the first of the names that ffmpeg gives it: mov, matroska, avi."""
    return container.format.name.split(",")[0]
