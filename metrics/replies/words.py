"""A reply as words with their places: what every marker and every measure of a reply is computed on."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Any

import snowballstemmer  # type: ignore[import-untyped]

WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u02bc\u2032\uff07`\u00b4", "'"))


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text, case-folded, with its place in the text as it was written."""

    text: str
    start: int
    end: int
    after_break: bool
    """True at the start of the text and after any mark other than white space."""


def words_of(text: str) -> list[Word]:
    """The words of a text, in order. Places count characters of `text` itself: `text[word.start : word.end]`."""
    plain = text.translate(APOSTROPHES)
    words: list[Word] = []
    previous_end = 0
    for match in WORD.finditer(plain):
        after_break = not words or not plain[previous_end : match.start()].isspace()
        words.append(Word(match.group().casefold(), match.start(), match.end(), after_break))
        previous_end = match.end()
    return words


def word_pairs(words: Sequence[Word]) -> Iterator[tuple[str, str]]:
    """Adjacent words, punctuation between them or not: commas must not hide a heap of markers from the order."""
    return ((left.text, right.text) for left, right in pairwise(words))


def content_words(words: Sequence[Word]) -> dict[str, str]:
    """The distinct content words, as stem -> the word first seen with it, in order of appearance."""
    content: dict[str, str] = {}
    for word in words:
        if word.text not in function_words() and word.text[0].isalpha():
            content.setdefault(stem(word.text), word.text)
    return content


@cache
def stem(word: str) -> str:
    """The stem of a case-folded English word (Porter 2, as published with Snowball)."""
    return str(_stemmer().stemWord(word.removesuffix("'s")))


def data_file(name: str) -> dict[str, Any]:
    """One of the word lists in metrics/data."""
    content: dict[str, Any] = json.loads(resources.files("metrics").joinpath("data", name).read_text("utf-8"))
    return content


@cache
def function_words() -> frozenset[str]:
    return frozenset(data_file("function_words.json")["words"])


@cache
def _stemmer() -> snowballstemmer.stemmer:
    return snowballstemmer.stemmer("english")
