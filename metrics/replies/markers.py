"""Marker phrases found in a reply, each with its place."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from metrics.replies.words import Word, data_file, words_of

Origin = Literal["paper", "ours"]
Variant = Literal["paper", "ours"]
"""Which markers count: "paper" only those that survive of the E-THER paper, "ours" these and our own."""

VARIANTS: tuple[Variant, ...] = ("ours", "paper")


@dataclass(frozen=True)
class MarkerList:
    """One list of markers, as metrics/data/markers.json holds it."""

    id: str
    version: int
    metric: str
    meaning: str
    credit: bool
    """True when a hit raises its metric, False when it lowers it."""
    items: dict[Origin, list[str]]
    exclusions: list[str]
    """Longer phrases in which a marker means something else, as "right now" does for "right"."""
    exclamation_marks: int | None = None
    """From this many exclamation marks on, the last of them is a hit too."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A marker in a reply."""

    list_id: str
    marker: str
    origin: Origin
    start: int
    """Place in the reply as it was written: `reply[hit.start : hit.end]`."""
    end: int
    first: int
    """Place among the reply's words: `words[hit.first : hit.last + 1]`; empty for exclamation marks."""
    last: int

    @property
    def n_words(self) -> int:
        return self.last - self.first + 1


@cache
def marker_lists() -> tuple[MarkerList, ...]:
    """The lists in use, in the order of the file."""
    return tuple(MarkerList(**entry) for entry in data_file("markers.json")["lists"])


def find_hits(reply: str, words: Sequence[Word], variant: Variant) -> list[Hit]:
    """The markers of all lists: whole words, longest match first, no overlaps, never across punctuation.

    A marker inside one of its own list's exclusions does not count. `words` are those of `reply`.
    """
    taken: set[int] = set()
    hits = []
    for hit in sorted(_candidates(words, variant), key=lambda hit: (-hit.n_words, hit.first)):
        places = range(hit.first, hit.last + 1)
        if taken.isdisjoint(places):
            taken.update(places)
            hits.append(hit)
    if variant == "ours":
        hits += _exclamations(reply, n_words=len(words))
    return sorted(hits, key=lambda hit: hit.start)


def hits_per_list(hits: Iterable[Hit]) -> dict[str, float]:
    """How many markers of each list were hit; every list is a key."""
    counts = Counter(hit.list_id for hit in hits)
    return {marker_list.id: float(counts[marker_list.id]) for marker_list in marker_lists()}


@dataclass(frozen=True, slots=True)
class _Phrase:
    words: tuple[str, ...]
    list_id: str
    marker: str
    origin: Origin | None
    """None for an exclusion."""


@cache
def _phrases(variant: Variant) -> dict[str, list[_Phrase]]:
    """The phrases of a variant by their first word."""
    by_first_word: dict[str, list[_Phrase]] = {}
    origins: tuple[Origin, ...] = ("paper", "ours") if variant == "ours" else ("paper",)
    for marker_list in marker_lists():
        phrases: list[tuple[str, Origin | None]] = [(text, None) for text in marker_list.exclusions]
        phrases += [(text, origin) for origin in origins for text in marker_list.items[origin]]
        for text, phrase_origin in phrases:
            words = tuple(word.text for word in words_of(text))
            by_first_word.setdefault(words[0], []).append(_Phrase(words, marker_list.id, text, phrase_origin))
    return by_first_word


def _candidates(words: Sequence[Word], variant: Variant) -> list[Hit]:
    """Every marker in the reply outside its list's exclusions, overlaps included."""
    found = list(_matches(words, variant))
    excluded = [(phrase.list_id, first, last) for phrase, first, last in found if phrase.origin is None]
    return [
        Hit(phrase.list_id, phrase.marker, phrase.origin, words[first].start, words[last].end, first, last)
        for phrase, first, last in found
        if phrase.origin is not None
        and not any(phrase.list_id == list_id and a <= first and last <= b for list_id, a, b in excluded)
    ]


def _matches(words: Sequence[Word], variant: Variant) -> Iterator[tuple[_Phrase, int, int]]:
    """Every phrase with the places of its first and last word."""
    phrases = _phrases(variant)
    texts = tuple(word.text for word in words)
    for first, text in enumerate(texts):
        for phrase in phrases.get(text, ()):
            end = first + len(phrase.words)
            if texts[first:end] == phrase.words and not any(word.after_break for word in words[first + 1 : end]):
                yield phrase, first, end - 1


def _exclamations(reply: str, *, n_words: int) -> list[Hit]:
    """One hit for a list that counts exclamation marks, when the reply has enough of them."""
    return [
        Hit(marker_list.id, "!" * marker_list.exclamation_marks, "ours", place, place + 1, n_words, n_words - 1)
        for marker_list in marker_lists()
        if marker_list.exclamation_marks and reply.count("!") >= marker_list.exclamation_marks
        for place in [reply.rindex("!")]
    ]
