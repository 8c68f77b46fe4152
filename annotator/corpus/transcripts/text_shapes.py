"""Where turns begin in a plain text: the shapes that programs and people give their names and times."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from annotator.corpus.transcripts.clock import COLON_CLOCK
from annotator.corpus.transcripts.heads import n_lines_of_head
from annotator.corpus.transcripts.name_shapes import (
    is_nobody,
    looks_like_a_name,
    names_among,
    split_name,
    tight_names,
    who,
)

Marks = dict[int, "Mark"]

_STAMP = (
    rf"[\[(<]?[ ]?(?P<start>{COLON_CLOCK})"
    rf"(?:[ ]{{0,3}}(?:-->|[-–—]|to)[ ]{{0,3}}(?P<end>{COLON_CLOCK}))?[ ]?(?P<close>[\])>]?)"
)
# "[00:01:02] Anna: Hello", "0:01 - 0:04 Hello", and "00:00:01 Speaker 1" above what they say.
_LED = re.compile(rf"[ \t]{{0,9}}{_STAMP}(?:[ \t]{{0,3}}[-–—|][ \t]|[ \t]|$)(?P<rest>.*)", re.ASCII)
# "Anna Smith  0:01" above what she says; "Anna (00:01): Hello"; "[Anna Smith] 10:12:03".
_TAILED = re.compile(
    r"[ \t]{0,9}\[?(?P<name>[^\[\]:|\t]{1,80}?)\]?"
    r"(?:[ \t]{0,9}[|,·•–—-][ \t]{0,9}|[ \t]{1,9}|(?=[\[(<]))"
    rf"{_STAMP}[ \t]{{0,9}}(?P<colon>:?)(?P<text>.*)",
    re.ASCII,
)
_IN_BRACKETS = re.compile(r"[ \t]{0,9}\[(?P<name>[^\[\]:]{1,50})\]:?(?:[ \t]+(?P<text>\S.*)|[ \t]*$)")
_LONGEST_HEADER = 120
_MOST_NAME_WORDS = 6
_MOST_WORDS_OF_ANYBODY = 2
_SHARE_OF_LINES = 0.1
_SHARE_OF_HEADERS = 0.8
_SHARE_OF_NAMES_IN_BRACKETS = 0.2


@dataclass(frozen=True)
class Mark:
    """The beginning of a turn."""

    text: str
    """What is said on the same line; "Anna: Hello" where the name is yet to be told from speech."""
    speaker: str | None = None
    start: str | None = None
    """When, as written."""
    end: str | None = None
    is_named: bool = True
    """Whether the shape of the text says who speaks, so that nothing else need be asked."""


def marks_of(lines: Sequence[str]) -> Marks:
    """Beginnings of turns by the index of their line, in the first shape that fits; empty where none does."""
    prefixed = _prefixed(lines)
    for shape in (_tailed, _led, _bracketed):
        marks = shape(lines)
        # A few lines of speech may begin like a shape; times on lines of their own may be few.
        stand_alone = all(mark.text == "" and mark.speaker is None for mark in marks.values())
        if marks and (stand_alone or len(marks) * 2 >= len(prefixed)):
            return marks
    return prefixed


def _tailed(lines: Sequence[str]) -> Marks:
    """Name, then time: "Anna Smith  0:01" on a line of its own, or "Anna (0:01): Hello"."""
    found = [(index, match) for index, line in enumerate(lines) if (match := _TAILED.match(line))]
    found = [(index, match) for index, match in found if _is_header(lines, index, match)]
    counts = Counter(_name(match) for _, match in found)
    names = {name for name in counts if looks_like_a_name(name)} & _names(counts, n_lines=len(found))
    names |= {name for name, count in counts.items() if count > 2}
    if len(names) > 1:  # Among names, whoever else stands above what is said is one, "mother" and "??" too.
        alone = [_name(match) for _, match in found if not match["text"].strip()]
        names |= {name for name in alone if len(name.split()) <= _MOST_WORDS_OF_ANYBODY}
    return _enough(
        {
            index: Mark(match["text"].strip(), who(_name(match)), match["start"], match["end"])
            for index, match in found
            if _name(match) in names
        },
        lines,
    )


def _is_header(lines: Sequence[str], index: int, match: re.Match[str]) -> bool:
    if len(_name(match).split()) > _MOST_NAME_WORDS or re.search(r"\w{4,}[.!]$", _name(match)):
        return False
    if match["text"].strip():
        return bool(match["colon"] or match["close"])
    is_after_gap = index == 0 or not lines[index - 1].strip()
    return bool(match["colon"]) or bool(match["close"]) or is_after_gap or "  " in lines[index] or "\t" in lines[index]


def _led(lines: Sequence[str]) -> Marks:
    """Time first: "[0:01] Anna: Hello", "[0:01] Hello", or "0:01 Anna" above what she says."""
    found = {index: match for index, line in enumerate(lines) if (match := _LED.match(line))}
    n_lines = sum(bool(line.strip()) for line in lines)
    if not found or len(found) < _SHARE_OF_LINES * n_lines:
        return {}
    headers = {index for index, match in found.items() if _is_name_alone(lines, index, match["rest"].strip(), found)}
    are_headers = len(headers) >= _SHARE_OF_HEADERS * len(found)
    marks = {}
    for index, match in found.items():
        rest = match["rest"].strip()
        is_header = are_headers and index in headers
        marks[index] = Mark(
            "" if is_header else rest,
            who(rest.rstrip(":").rstrip()) if is_header else None,
            match["start"],
            match["end"],
            is_named=are_headers,
        )
    return _enough(marks, lines)


def _is_name_alone(lines: Sequence[str], index: int, rest: str, found: dict[int, re.Match[str]]) -> bool:
    says_next = index + 1 < len(lines) and bool(lines[index + 1].strip()) and index + 1 not in found
    is_short = 0 < len(rest.split()) <= _MOST_NAME_WORDS and len(rest) <= _LONGEST_HEADER
    name = rest.rstrip(":").rstrip()
    return says_next and is_short and rest[-1] not in ".!,;…" and (looks_like_a_name(name) or is_nobody(name))


def _bracketed(lines: Sequence[str]) -> Marks:
    """Names in brackets: "[id1] Hello". "[Music]" and "[laughs]" alone on a line are none."""
    found = {index: match for index, line in enumerate(lines) if (match := _IN_BRACKETS.match(line)) and match["text"]}
    counts = Counter(match["name"].strip() for match in found.values())
    n_lines = sum(bool(line.strip()) for line in lines)
    if len(found) < _SHARE_OF_NAMES_IN_BRACKETS * n_lines or not any(count > 1 for count in counts.values()):
        return {}
    return _enough(
        {index: Mark(match["text"], who(" ".join(match["name"].split()))) for index, match in found.items()}, lines
    )


def _prefixed(lines: Sequence[str]) -> Marks:
    """ "Anna: Hello", the lines up to the next name being hers; a time in brackets may stand behind the name.

    The lines of the head, such as "Date: 3 May", begin no turn.
    """
    tight = tight_names(line.strip() for line in lines)
    splits = {index: split for index, line in enumerate(lines) if (split := split_name(line.strip(), tight))}
    for index in list(splits)[: n_lines_of_head(list(splits.values()))]:
        del splits[index]
    counts = Counter(name for name, _ in splits.values())
    n_lines = sum(bool(line.strip()) for line in lines[min(splits, default=0) :])
    names = _names(counts, n_lines=n_lines)
    named = {index: split for index, split in splits.items() if split[0] in names}
    recurring = sum(counts[name] > 1 for name in names)
    if len(named) * 2 < n_lines and recurring < 2:
        return {}
    marks = {index: _named_mark(name, text) for index, (name, text) in named.items()}
    # Somebody else speaks, but the text doesn't say who.
    nameless = {index: Mark(line.strip()) for index, line in enumerate(lines) if line.lstrip().startswith(">> ")}
    return _enough(nameless | marks, lines) if marks else {}


def _names(counts: Counter[str], *, n_lines: int) -> set[str]:
    return names_among(counts, n_cues=counts.total(), n_lines=n_lines)


def _named_mark(name: str, text: str) -> Mark:
    stamp = _LED.match(text)
    if stamp is None or not stamp["close"]:
        return Mark(text, who(name))
    return Mark(stamp["rest"], who(name), stamp["start"], stamp["end"])


def _enough(marks: Marks, lines: Sequence[str]) -> Marks:
    """One mark may be chance, unless the text begins with it and there is hardly more."""
    if len(marks) > 1:
        return marks
    n_lines = sum(bool(line.strip()) for line in lines)
    return marks if marks and n_lines <= 2 and not any(lines[: min(marks)]) else {}


def _name(match: re.Match[str]) -> str:
    return " ".join(match["name"].split())
