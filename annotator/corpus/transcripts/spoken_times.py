"""Times in words, "1 minute 12 seconds", which stand in what is copied from the page of a Teams transcript.

The page gives each turn a name, its time in words and figures, both once more for those who hear the page, and the
initials that it shows for want of a picture:

    Anna Smith
    1 minute 12 seconds1:12
    Anna Smith 1 minute 12 seconds
    How was your week?
    BL

    Ben Lee
"""

import re
from collections.abc import Sequence

from annotator.corpus.transcripts.clock import COLON_CLOCK, format_clock
from annotator.corpus.transcripts.name_shapes import looks_like_a_name

_IN_WORDS = r"(?:(?P<hours>\d{1,2}) hours? )?(?:(?P<minutes>\d{1,2}) minutes? )?(?P<seconds>\d{1,2}) seconds?"
_ALONE = re.compile(rf"\s{{0,9}}{_IN_WORDS}(?P<clock>{COLON_CLOCK})?\s{{0,9}}", re.ASCII)
_BEHIND_NAME = re.compile(rf"\s{{0,9}}(?P<name>\S.{{0,78}}?)\s{{1,9}}{_IN_WORDS}\s{{0,9}}", re.ASCII)
_FARTHEST = 4  # Lines from a name to its time, or from initials to the name.
_FEWEST = 2  # One alone may be speech.
_INITIALS = re.compile(r"[^\W\d_]{1,3}")


def with_clocks(lines: Sequence[str]) -> list[str]:
    """As many lines, with "Anna Smith  0:01:12.000" once above each turn; unchanged where no time is in words."""
    alone = {index: match for index, line in enumerate(lines) if (match := _ALONE.fullmatch(line))}
    above = {index: at for index, match in alone.items() if (at := _name_above(lines, index, match)) is not None}
    names = {lines[at].strip() for at in above.values()}
    told = {
        index: match
        for index, line in enumerate(lines)
        if (match := _BEHIND_NAME.fullmatch(line)) and (match["name"] in names or looks_like_a_name(match["name"]))
    }
    turned = list(lines)
    if len(above) + len(told) < _FEWEST:
        return turned
    for index, match in told.items():
        turned[index] = _header(match["name"], match)
    for index, name_at in above.items():
        name = lines[name_at].strip()
        turned[name_at] = ""
        initials_at = _above(lines, name_at)
        if initials_at is not None and _are_initials(lines[initials_at].strip(), name):
            turned[initials_at] = ""
        is_told_again = index + 1 in told and told[index + 1]["name"] == name
        turned[index] = "" if is_told_again else _header(name, alone[index])
    return turned


def _name_above(lines: Sequence[str], index: int, match: re.Match[str]) -> int | None:
    """The line that names whose time this is; None where it is a time that somebody speaks of."""
    at = _above(lines, index)
    return at if at is not None and (match["clock"] or looks_like_a_name(lines[at].strip())) else None


def _above(lines: Sequence[str], index: int) -> int | None:
    """The nearest of the few lines above that isn't empty; None where there is none."""
    return next((at for at in range(index - 1, max(-1, index - _FARTHEST), -1) if lines[at].strip()), None)


def _are_initials(line: str, name: str) -> bool:
    initials = {word[0] for word in name.split()}
    return _INITIALS.fullmatch(line) is not None and line.isupper() and set(line) <= initials


def _header(name: str, match: re.Match[str]) -> str:
    hours, minutes, seconds = (int(match[unit] or 0) for unit in ("hours", "minutes", "seconds"))
    return f"{name}  {format_clock(((hours * 60 + minutes) * 60 + seconds) * 1000)}"
