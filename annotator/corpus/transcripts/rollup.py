"""Captions that show a line again, above the next one or with the words that came meanwhile: each comes out once."""

from dataclasses import replace
from itertools import pairwise

from annotator.corpus.transcripts.model import Cue, Remark

_TOUCHING_MS = 100
_MOST_LINES = 4  # No caption shows more at once, and comparing without an end would take for ever.
_FEWEST_GROWING = 3
_HOLD_MS = 50  # A caption held on the screen while its line moves up: YouTube shows it for 10 ms.


def unroll(cues: list[Cue]) -> tuple[list[Cue], list[Remark]]:
    """Leave out the lines that only roll up. Nothing changes in a file where no caption grows out of the one before.

    A speaker who says "no, no, no" over three captions keeps all three: in roll-up captions said-again lines
    stand below the first, and in others no caption is touched.
    """
    pairs = list(pairwise(cues))
    if not any(_grows(previous, cue) for previous, cue in pairs):
        return cues, []
    unrolled = cues[:1]
    n_left_out = 0
    for previous, cue in pairs:
        n_repeated = _n_repeated(previous, cue)
        n_left_out += n_repeated
        if n_repeated < len(cue.lines) or not n_repeated:
            unrolled.append(replace(cue, lines=cue.lines[n_repeated:]))
    return unrolled, [Remark("info", "", f"Roll-up captions: {n_left_out} lines shown again were left out.")]


def ungrow(cues: list[Cue]) -> tuple[list[Cue], list[Remark]]:
    """Of captions that grow word by word, as live ones do, keep the last, from when the first was shown.

    Two in a row may be a speaker who begins anew, "I was – I was late"; but three that each hold the one before are
    none, and in a file that has such, two are none either.
    """
    grown: list[list[Cue]] = []
    for cue in cues:
        if grown and _has_grown(grown[-1][-1], cue):
            grown[-1].append(cue)
        else:
            grown.append([cue])
    if all(len(group) < _FEWEST_GROWING for group in grown):
        return cues, []
    kept = [replace(group[-1], start_ms=group[0].start_ms, where=group[0].where) for group in grown]
    message = f"Captions that grow word by word: {len(cues) - len(kept)} shown again with more words were left out."
    return kept, [Remark("info", "", message)]


def _has_grown(previous: Cue, cue: Cue) -> bool:
    """Whether the cue says all of the previous one and more; "no" and "no no" are two answers."""
    begins_with_it = cue.text.startswith(previous.text + " ") and bool(previous.text)
    return begins_with_it and _touches(previous, cue) and len(set(cue.text.casefold().split())) > 1


def _grows(previous: Cue, cue: Cue) -> bool:
    """Whether the cue begins with lines of the previous one and goes on with something else."""
    n_repeated = _n_repeated(previous, cue)
    return 0 < n_repeated < len(cue.lines) and cue.lines[n_repeated] != cue.lines[n_repeated - 1]


def _n_repeated(previous: Cue, cue: Cue) -> int:
    """How many first lines of the cue are the last lines of the previous one, shown again."""
    if not _touches(previous, cue):
        return 0
    longest = min(len(previous.lines), len(cue.lines), _MOST_LINES)
    is_said_again = longest > 1 and len({*previous.lines, *cue.lines}) == 1 and not _is_held(cue)
    return next(
        (n for n in range(longest - is_said_again, 0, -1) if previous.lines[-n:] == cue.lines[:n]),
        0,
    )


def _touches(previous: Cue, cue: Cue) -> bool:
    if previous.end_ms is None or cue.start_ms is None or previous.speaker != cue.speaker:
        return False
    return abs(cue.start_ms - previous.end_ms) <= _TOUCHING_MS


def _is_held(cue: Cue) -> bool:
    return cue.start_ms is not None and cue.end_ms is not None and cue.end_ms - cue.start_ms <= _HOLD_MS
