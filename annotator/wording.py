"""Names, counts, figures and days in a sentence, as the pages write them (`numbers.ts`)."""

from collections.abc import Sequence
from datetime import date


def listed(names: Sequence[str], *, by: str = "and") -> str:
    """`C-01, C-02 and C-05`."""
    *others, last = names
    return f"{', '.join(others)} {by} {last}" if others else last


def counted(n: int, what: str) -> str:
    """`1 rater`, `2,000 raters`."""
    return f"{n:,} {what}{'' if n == 1 else 's'}"


def coefficient(value: float | None) -> str:
    """Two decimals without the zero before the point: `.71`, `−.05`, `1.00`; a dash where there is no value."""
    if value is None:
        return "–"
    text = f"{abs(value):.2f}"
    text = text[1:] if text.startswith("0.") else text
    return f"−{text}" if value < 0 and text != ".00" else text


def bounds(low: float | None, high: float | None) -> str:
    """The bounds of an interval: `.71 to .93`."""
    return f"{coefficient(low)} to {coefficient(high)}"


def percent(share: float | None) -> str:
    """`84 %`; a dash where there is no value."""
    return "–" if share is None else f"{share * 100:.0f} %"


def day_of(at: date) -> str:
    """`2 May 2026`, of the time as it is given."""
    return f"{at.day} {at:%B %Y}"
