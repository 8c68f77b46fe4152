"""Speakers written into the text, as Zoom does: "Name: what was said"."""

import re
from collections import Counter
from collections.abc import Collection, Container, Sequence
from dataclasses import replace
from itertools import chain

from annotator.corpus.transcripts.changes import marks_change
from annotator.corpus.transcripts.heads import about_head, n_lines_of_head
from annotator.corpus.transcripts.model import Cue, Remark
from annotator.corpus.transcripts.name_shapes import (
    about_doubtful_names,
    about_lines_like_names,
    begins_like_a_name,
    looks_like_a_name,
    names_among,
    split_name,
    tight_names,
    who,
    without_emphasis,
)

_IN_BRACKETS = re.compile(r"\[(?P<name>[^\[\]:]{1,50})\]:?\s+(?P<text>\S.*)")
_NUMBERED = re.compile(r"[^\W\d_]{1,20}[ _-]?\d{1,3}")  # "speaker-0".
_SHARE_IN_BRACKETS = 0.2
_SOUNDS = {
    "applause", "background", "beep", "cheering", "chuckles", "clears", "cough", "coughs", "crosstalk", "cries",
    "crying", "inaudible", "laughing", "laughs", "laughter", "music", "noise", "pause", "phone", "sigh", "sighs",
    "silence", "sniffs", "sobbing", "sobs", "unintelligible", "whispers",
}  # fmt: skip
_NEARLY_ALL = 0.85


def name_speakers(cues: list[Cue]) -> tuple[list[Cue], list[Remark]]:
    """Take names off the text. A file whose voices are already marked is left as it is.

    Where fewer than half of the cues have a name, the names mark where the speaker changes, and each holds until the
    next: if the file begins with one and has more, two of them recur, as in a conversation, or one stands behind ">>";
    else they are taken for speech, with a warning. What the first captions say of the recording is left out.
    """
    if any(cue.speaker for cue in cues):
        return cues, []
    cues, remarks = _without_head(_with_colons(cues))
    lines = [line for cue in cues for line in cue.lines]
    tight = tight_names(lines)
    prefixes = Counter(split[0] for line in lines if (split := split_name(line, tight)))
    names = names_among(prefixes, n_cues=len(cues), n_lines=len(cues))
    named = [part for cue in cues for part in _named_parts(cue, names, tight)]
    n_named = sum(part.speaker is not None for part in named)
    if n_named * 2 < len(named):
        n_recurring = sum(prefixes[name] > 1 for name in names)
        marked = {split[0] for line in lines if line.startswith(">>") and (split := split_name(line, tight))}
        is_led = named[0].speaker is not None and n_named > 1
        if not is_led and n_recurring < 2 and not marked & names:
            return cues, [*remarks, *about_lines_like_names(_lines_like_names(cues, ()))]
        named, carried = _carried(named, n_named)
        remarks.append(carried)
    counts = Counter(part.speaker for part in named if part.speaker in prefixes)
    first_places = {part.speaker: part.where for part in reversed(named) if part.speaker}
    remarks += about_doubtful_names({name: prefixes[name] for name in counts if name}, first_places)
    remarks += about_lines_like_names(_lines_like_names(named, names))
    return [replace(part, speaker=part.speaker and who(part.speaker)) for part in named], remarks


def _with_colons(cues: list[Cue]) -> list[Cue]:
    """Names in bold or in brackets, "[Anna] Hi", as others write them; "[Laughter] Hi" has none."""
    plain = [replace(cue, lines=tuple(map(without_emphasis, cue.lines))) for cue in cues]
    led = [match for cue in plain for line in cue.lines if (match := _IN_BRACKETS.fullmatch(line))]
    names = Counter(name for match in led if _may_be_in_brackets(name := " ".join(match["name"].split())))
    are_all = len(names) > 1 and names.total() >= len(cues)
    if not are_all and (names.total() < _SHARE_IN_BRACKETS * len(cues) or max(names.values(), default=0) < 2):
        return plain
    return [replace(cue, lines=tuple(_with_colon(line, names) for line in cue.lines)) for cue in plain]


def _with_colon(line: str, names: Container[str]) -> str:
    match = _IN_BRACKETS.fullmatch(line)
    name = " ".join(match["name"].split()) if match else ""
    return f"{name}: {match['text']}" if match and name in names else line


def _may_be_in_brackets(name: str) -> bool:
    is_name = looks_like_a_name(name) or _NUMBERED.fullmatch(name) is not None
    return is_name and not _SOUNDS & set(name.casefold().split())


def _without_head(cues: list[Cue]) -> tuple[list[Cue], list[Remark]]:
    prefixed: list[tuple[str, str]] = []
    for line in chain.from_iterable(cue.lines for cue in cues):
        if (split := split_name(line)) is None:
            break
        prefixed.append(split)
    n_left = n_lines_of_head(prefixed)
    if not n_left:
        return cues, []
    left = [line for cue in cues for line in cue.lines][:n_left]
    where = next(cue.where for cue in cues if cue.lines)
    kept: list[Cue] = []
    for cue in cues:
        n_here = min(n_left, len(cue.lines))
        n_left -= n_here
        if not n_here or cue.lines[n_here:]:
            kept.append(replace(cue, lines=cue.lines[n_here:]))
    return kept, [about_head(left, where)]


def _carried(named: list[Cue], n_named: int) -> tuple[list[Cue], Remark]:
    """Each name holds until the next."""
    carried: list[Cue] = []
    speaker: str | None = None
    for part in named:
        speaker = part.speaker or (None if marks_change(part.text) else speaker)
        carried.append(replace(part, speaker=speaker))
    message = f"Only {n_named} of {len(named)} cues have a name; each name was taken to hold until the next one."
    if any(map(marks_change, (part.text for part in named if not part.speaker))):
        message += " A dash or “>>” without a name ends it too."
    return carried, Remark("warning", "", message)


def _lines_like_names(cues: Sequence[Cue], names: Collection[str]) -> list[tuple[str, str]]:
    return [(line, cue.where) for cue in cues for line in cue.lines if begins_like_a_name(line, names)]


def names_above(cues: list[Cue]) -> tuple[list[Cue], list[Remark]]:
    """Take off names that stand on a line of their own above each caption's text, as the Teams text has them.

    Only where nearly every caption has such a line and the names recur, so that no first line of speech is taken for
    one. A caption without such a line names nobody.
    """
    firsts = Counter(cue.lines[0] for cue in cues if len(cue.lines) > 1 and _is_name_line(cue.lines[0]))
    is_everywhere = firsts.total() >= _NEARLY_ALL * len(cues) and not any(cue.speaker for cue in cues)
    if not is_everywhere or len(firsts) * 2 > len(cues):
        return cues, []
    named = [
        replace(cue, lines=cue.lines[1:], speaker=" ".join(cue.lines[0].split()))
        if len(cue.lines) > 1 and cue.lines[0] in firsts
        else cue
        for cue in cues
    ]
    return named, [Remark("info", "", "The line above each text was taken for the speaker.")]


def _is_name_line(line: str) -> bool:
    return len(line.split()) <= 6 and line[-1] not in ".?!,:;…-" and looks_like_a_name(line)


def _named_parts(cue: Cue, names: Container[str], tight: Container[str]) -> list[Cue]:
    """The cue cut where a line begins with a name."""
    parts: list[tuple[str | None, list[str]]] = []
    for line in cue.lines:
        split = split_name(line, tight)
        name, text = split if split and split[0] in names else (None, line)
        if name or not parts:
            parts.append((name, []))
        if text:
            parts[-1][1].append(text)
    return [replace(cue, lines=tuple(lines), speaker=speaker) for speaker, lines in parts] or [cue]
