"""Names in a sentence."""

from collections.abc import Sequence


def listed(names: Sequence[str], *, by: str = "and") -> str:
    """`C-01, C-02 and C-05`."""
    *others, last = names
    return f"{', '.join(others)} {by} {last}" if others else last
