""" ">>" and dashes, by which captions mark that somebody else speaks without saying who."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from annotator.corpus.transcripts.model import Cue, Remark

# "-5", "--" and "3 >> 2" are no such marks.
_DASH = re.compile(r"[-–—](?:\s|(?=[^\W\d_]))")
_ARROWS = re.compile(r">{2,3}(?!>)")
_BEFORE_ARROWS = re.compile(r"\s+(?=>{2,3}\s\D)")


def cut_at_changes(cues: list[Cue]) -> tuple[list[Cue], list[Remark]]:
    """Cut captions where a mark inside them says that somebody else speaks.

    Arrows always say so, dashes where the caption begins with one; another dash may be a pause, and in a caption
    whose speaker the file names a mark contradicts it: these are left whole, with a remark.
    """
    cut: list[Cue] = []
    remarks: list[Remark] = []
    for cue in cues:
        parts = [cue.lines] if cue.speaker else _parts(cue.lines)
        if len(parts) > 1:
            message = "The caption marks another speaker inside: it was cut there. When each part begins is guessed."
            remarks.append(Remark("warning", cue.where, message))
        elif any(map(marks_change, cue.lines[1:])):
            message = "A line inside the caption begins with a dash or “>>”, as another speaker's would: check it."
            remarks.append(Remark("warning", cue.where, message))
        cut += _timed(cue, parts)
    return cut, remarks


def marks_change(text: str) -> bool:
    """Whether the text begins with a mark of another speaker, or with a dash that may be one."""
    return _ARROWS.match(text) is not None or _DASH.match(text) is not None


def _parts(lines: Sequence[str]) -> list[tuple[str, ...]]:
    parts: list[tuple[str, ...]] = []
    is_dialogue = bool(lines) and _DASH.match(lines[0]) is not None
    for line in chain.from_iterable(map(_BEFORE_ARROWS.split, lines)):
        if not parts or _ARROWS.match(line) or (is_dialogue and _DASH.match(line)):
            parts.append((line,))
        else:
            parts[-1] += (line,)
    return parts or [()]


def _timed(cue: Cue, parts: Sequence[tuple[str, ...]]) -> list[Cue]:
    """The parts as cues, each with its share of the time by its characters."""
    lengths = [sum(map(len, lines)) for lines in parts]
    ends = [sum(lengths[: place + 1]) for place in range(len(parts))]
    bounds = [cue.start_ms, *(_moment(cue, end, ends[-1]) for end in ends[:-1]), cue.end_ms]
    return [
        replace(cue, lines=lines, start_ms=bounds[place], end_ms=bounds[place + 1]) for place, lines in enumerate(parts)
    ]


def _moment(cue: Cue, n_said: int, n_all: int) -> int | None:
    if cue.start_ms is None or cue.end_ms is None:
        return None
    return cue.start_ms + (cue.end_ms - cue.start_ms) * n_said // n_all
