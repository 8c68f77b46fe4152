"""Names, counts and days in a sentence."""

from collections.abc import Sequence
from datetime import date


def listed(names: Sequence[str], *, by: str = "and") -> str:
    """`C-01, C-02 and C-05`."""
    *others, last = names
    return f"{', '.join(others)} {by} {last}" if others else last


def counted(n: int, what: str) -> str:
    """`1 rater`, `2,000 raters`."""
    return f"{n:,} {what}{'' if n == 1 else 's'}"


def day_of(at: date) -> str:
    """`2 May 2026`, of the time as it is given."""
    return f"{at.day} {at:%B %Y}"
