"""Times in the cells of a table: a clock, seconds or milliseconds."""

import re
from collections.abc import Sequence
from typing import Literal

from annotator.corpus.transcripts.clock import parse_clock

TimeUnit = Literal["ms", "s"]

_NUMBER = re.compile(r"\d{1,12}(?:[.,]\d{1,9})?", re.ASCII)
_ODD_SHARE = 0.1  # So few times are of another kind by mistake and tell nothing of the others.
_SLOWEST_WORDS_PER_S = 0.05  # People say 1 to 4 words a second; milliseconds taken for seconds give a thousandth.


def parse_time(written: str, *, unit: TimeUnit) -> int | None:
    """Milliseconds of "0:01:02.5", whatever the unit, or of a bare number in that unit; None if it is neither."""
    if ":" in written:
        return parse_clock(written)
    if not _NUMBER.fullmatch(written):
        return None
    return round(float(written.replace(",", ".")) * (1000 if unit == "s" else 1))


def guess_unit(starts: Sequence[str], *, n_words: int) -> TimeUnit:
    """Seconds, unless nearly all are whole numbers and so many words would then be spoken too slowly."""
    numbers = [start for start in starts if _NUMBER.fullmatch(start)]
    if sum(not start.isdecimal() for start in numbers) > _ODD_SHARE * len(numbers):
        return "s"
    times = [time for start in numbers if (time := parse_time(start, unit="s")) is not None]
    span_s = (max(times) - min(times)) / 1000 if times else 0
    return "ms" if span_s and n_words / span_s < _SLOWEST_WORDS_PER_S else "s"
