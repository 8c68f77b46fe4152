"""Lines of a transcript, as two transcripts are compared. No Django."""

import re
from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """One turn as the comparison sees it."""

    role: str
    start_ms: int | None
    end_ms: int | None
    text: str


def same_words(text: str) -> str:
    """The text's words alone, so that case, spacing and punctuation make no difference."""
    return " ".join(re.findall(r"\w+", text.casefold())) or text.casefold().strip()


def once_in_both(old: Iterable[tuple[int, Hashable]], new: Iterable[tuple[int, Hashable]]) -> list[tuple[int, int]]:
    """Of lines given by index and what is said, the indexes of what is said once in both, in the order of the old."""
    places = _once(new)
    return [(here, places[key]) for key, here in _once(old).items() if key in places]


def _once(said: Iterable[tuple[int, Hashable]]) -> dict[Hashable, int]:
    lines = list(said)
    counts = Counter(key for _, key in lines)
    return {key: index for index, key in lines if counts[key] == 1}
