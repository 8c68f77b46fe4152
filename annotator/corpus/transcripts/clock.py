"""Times as people and programs write them."""

import re

_FRACTION = r"(?:[.,]\d{1,9})?"
# Hours, then minutes, may be missing, and nothing need be padded: Teams writes 0:0:13.540, podcasts 7.380.
CLOCK = rf"(?:\d{{1,4}}:){{0,2}}\d{{1,6}}{_FRACTION}"
# With a colon at least, so that it is told from a number.
COLON_CLOCK = rf"\d{{1,4}}(?::\d{{1,2}}){{1,2}}{_FRACTION}"
_CLOCK = re.compile(CLOCK, re.ASCII)


def parse_clock(written: str) -> int | None:
    """Milliseconds of "1:02:03.5", "02:03,500" or "3.5"; None if it is no time."""
    if not _CLOCK.fullmatch(written):
        return None
    whole, _, fraction = written.replace(",", ".").partition(".")
    seconds = 0
    for part in whole.split(":"):
        seconds = seconds * 60 + int(part)
    return seconds * 1000 + int(fraction.ljust(3, "0")[:3])


def format_clock(ms: int) -> str:
    """ "1:02:03.500": hours, minutes, seconds."""
    seconds, ms = divmod(ms, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}.{ms:03}"
