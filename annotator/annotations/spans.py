"""Where marked words stand once a turn's text was changed. No Django: texts and spans in, spans out.

Places are code points, `end` exclusive. Words are compared without their case, their punctuation and the way an accent
is encoded, so that mending a comma moves a mark and nothing more. Words that no longer stand, or of which it can't be
told where, become a quote of what was marked.
"""

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

Span = dict[str, int | str]
"""A passage (start, end), words that no longer stand (quote), or a moment (at_ms; start_ms, end_ms)."""

MOST_COMPARED = 400_000
"""Words before times words after, without what both texts begin and end with; beyond, only lone places are found."""

# Scripts without spaces between words: each character stands for itself.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_JOINER = "\u200d"
_SKIN_TONES = range(0x1F3FB, 0x1F400)


@dataclass(frozen=True)
class _Word:
    """A word, or a sign such as an emoji, with all that belongs to it."""

    start: int
    end: int
    said: str
    """What is compared."""


def moved_spans(spans: Sequence[Mapping[str, int | str]], before: str, after: str) -> list[Span]:
    """The spans of a turn that read `before`, now that it reads `after`. Moments stay; the same one twice is one.

    A quote becomes a passage again where its words stand in one place of the new text.
    """
    changed = _Change(before, after)
    moved = [_moved(span, changed) for span in spans]
    return list({json.dumps(span, sort_keys=True): span for span in moved}.values())


def quotes_in(spans: Sequence[Mapping[str, int | str]]) -> list[str]:
    """The words that were marked and no longer stand."""
    return [str(span["quote"]) for span in spans if "quote" in span]


def _moved(span: Mapping[str, int | str], changed: "_Change") -> Span:
    if "quote" in span:
        found = changed.only_place(str(span["quote"]))
        return dict(span) if found is None else {"start": found[0], "end": found[1]}
    if "end" not in span:
        return dict(span)
    start, end = int(span["start"]), min(int(span["end"]), len(changed.before))
    quote = changed.before[start:end]
    if not quote.strip():  # Nothing was marked, so there is nothing to lose.
        return {"start": min(start, len(changed.after)), "end": min(max(start, end), len(changed.after))}
    place = changed.place_of(start, end)
    return {"quote": quote} if place is None else {"start": place[0], "end": place[1]}


class _Change:
    """One change of a text, and which of its words are which."""

    def __init__(self, before: str, after: str) -> None:
        self.before, self.after = before, after
        self._old, self._new = _words(before), _words(after)
        self._pairs = _pairs([word.said for word in self._old], [word.said for word in self._new])

    def place_of(self, start: int, end: int) -> tuple[int, int] | None:
        """Where the words from `start` to `end` stand now."""
        marked = [index for index, word in enumerate(self._old) if word.start < end and start < word.end]
        if not marked:  # Punctuation alone.
            return self.only_place(self.before[start:end])
        now = [self._pairs.get(index) for index in marked]
        first, last = now[0], now[-1]
        if first is None or last is None or now != list(range(first, first + len(now))):
            # Perhaps they were moved as a whole, past words that stayed.
            return self.only_place(self.before[start:end]) if self._stands_once(marked) else None
        return (
            self._start(start, self._old[marked[0]], self._new[first]),
            self._end(end, self._old[marked[-1]], self._new[last]),
        )

    def only_place(self, quote: str) -> tuple[int, int] | None:
        """Where the quote's words stand, if in one place of the new text alone."""
        said = [word.said for word in _words(quote)]
        if not said:
            at = self.after.find(quote)
            return (at, at + len(quote)) if at >= 0 and self.after.find(quote, at + 1) < 0 else None
        places = _places(said, [word.said for word in self._new])
        if len(places) != 1:
            return None
        return self._new[places[0]].start, self._new[places[0] + len(said) - 1].end

    def _stands_once(self, marked: Sequence[int]) -> bool:
        said = [word.said for word in self._old]
        return len(_places(said[marked[0] : marked[-1] + 1], said)) == 1

    def _start(self, start: int, old: _Word, new: _Word) -> int:
        if start > old.start:  # Within a word: at the same letter, where it has the same letters.
            is_same = self.before[old.start : old.end] == self.after[new.start : new.end]
            return new.start + start - old.start if is_same else new.start
        lead = self.before[start : old.start]
        return new.start - len(lead) if self.after[: new.start].endswith(lead) else new.start

    def _end(self, end: int, old: _Word, new: _Word) -> int:
        if end < old.end:
            is_same = self.before[old.start : old.end] == self.after[new.start : new.end]
            return new.end - (old.end - end) if is_same else new.end
        tail = self.before[old.end : end]
        return new.end + len(tail) if self.after.startswith(tail, new.end) else new.end


def _words(text: str) -> list[_Word]:
    words: list[_Word] = []
    start, is_joined = None, False
    for index, char in enumerate(text):
        category = unicodedata.category(char)
        belongs = char == _JOINER or category[0] == "M" or ord(char) in _SKIN_TONES
        is_letter = category[0] in "LN" and not _UNSPACED.match(char)
        if start is not None and not (belongs or is_joined or (is_letter and _is_letter(text[start]))):
            words.append(_word(text, start, index))
            start = None
        if start is None and (category[0] in "LNS" or belongs):
            start = index
        is_joined = start is not None and char == _JOINER
    if start is not None:
        words.append(_word(text, start, len(text)))
    return words


def _word(text: str, start: int, end: int) -> _Word:
    return _Word(start, end, unicodedata.normalize("NFC", text[start:end]).casefold())


def _is_letter(char: str) -> bool:
    return unicodedata.category(char)[0] in "LN" and not _UNSPACED.match(char)


def _pairs(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """Which words of the old text are which of the new one, by index."""
    shorter = min(len(old), len(new))
    head = next((index for index in range(shorter) if old[index] != new[index]), shorter)
    rest = shorter - head
    tail = next((index for index in range(rest) if old[-1 - index] != new[-1 - index]), rest)
    pairs = {index: index for index in range(head)}
    pairs |= {len(old) - 1 - index: len(new) - 1 - index for index in range(tail)}
    old_middle, new_middle = old[head : len(old) - tail], new[head : len(new) - tail]
    if len(old_middle) * len(new_middle) <= MOST_COMPARED:
        for block in SequenceMatcher(None, old_middle, new_middle, autojunk=False).get_matching_blocks():
            pairs |= {head + block.a + step: head + block.b + step for step in range(block.size)}
    return pairs


def _places(said: Sequence[str], text: Sequence[str]) -> list[int]:
    """At which words of the text all of these stand in a row."""
    return [at for at in range(len(text) - len(said) + 1) if text[at : at + len(said)] == said]
