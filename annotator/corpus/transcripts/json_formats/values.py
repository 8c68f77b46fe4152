"""Values of a parsed JSON file, of which nothing is certain: each comes out as what was asked for, or as nothing."""

import math
import re
from collections.abc import Callable, Sequence

from annotator.corpus.transcripts.clock import parse_clock

JsonObject = dict[str, object]

_LONGEST_MS = 10**10  # Over a hundred days: no time in a session.
_UNNAMED = {"?", "n/a", "none", "null", "unk", "unknown", "unknown speaker", "unknown_speaker"}
_BARE_LABEL = re.compile(r"[A-Za-z]")


def as_object(value: object) -> JsonObject:
    """The object, or an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[object]:
    """The list, or an empty one."""
    return value if isinstance(value, list) else []


def as_lines(document: object) -> list[object]:
    """The values of a file that has one a line; a file of a single line is one value."""
    return document if isinstance(document, list) else [document]


def objects_of(value: object) -> list[JsonObject]:
    """The objects that stand in a list."""
    return [entry for entry in as_list(value) if isinstance(entry, dict)]


def as_text(value: object) -> str | None:
    """The text; None for anything else, numbers among it."""
    return value if isinstance(value, str) else None


def as_said(value: object) -> str | None:
    """What was said: a text, or a number that a program wrote as one."""
    if isinstance(value, float) and math.isfinite(value) and not value.is_integer():
        return str(value)
    return as_text(value) if isinstance(value, str) else as_id(value)


def mostly(entries: Sequence[object], is_so: Callable[[JsonObject], bool]) -> bool:
    """Whether it is so of half of the entries or more: one odd entry does not tell what the others are."""
    n_so = sum(isinstance(entry, dict) and is_so(entry) for entry in entries)
    return n_so > 0 and n_so * 2 >= len(entries)


def as_id(value: object) -> str | None:
    """An identifier, a number or a text, as text."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, str | int):
        return None
    if isinstance(value, int) and abs(value) > _LONGEST_MS:  # Thousands of digits can't even be written out.
        return None
    return " ".join(str(value).split()) or None


def as_name(value: object) -> str | None:
    """A speaker's name with single blanks, "Speaker 1" for the number 1; None where it names nobody."""
    name = as_id(value)
    if name is None or name.casefold() in _UNNAMED:
        return None
    return f"Speaker {name}" if name.isdecimal() else name


def as_speaker(value: object) -> str | None:
    """A recogniser's label as a name: "A" is "Speaker A", since with "C" or "T" alone one would read a role."""
    name = as_name(value)
    return f"Speaker {name}" if name and _BARE_LABEL.fullmatch(name) else name


def seconds(value: object) -> int | None:
    """Milliseconds of 1.2, "1.2" or "0:00:01.200"; None if it is no time in a session."""
    return _milliseconds(value, 1000)


def milliseconds(value: object) -> int | None:
    """Milliseconds of 1200, "1200" or "0:00:01.200"; None if it is no time in a session."""
    return _milliseconds(value, 1)


def ticks(value: object) -> int | None:
    """Milliseconds of ten-millionths of a second."""
    return _milliseconds(value, 1e-4)


def _milliseconds(value: object, factor: float) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str) and ":" in value:
        return parse_clock(value.strip())
    try:
        time = float(value) * factor
    except (ValueError, OverflowError):
        return None
    return round(time) if math.isfinite(time) and 0 <= time <= _LONGEST_MS else None
