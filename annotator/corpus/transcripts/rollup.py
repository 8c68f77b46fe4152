"""Captions that show a line again, above the next one or with the words that came meanwhile: each comes out once."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from annotator.corpus.transcripts.model import Cue, Remark

_TOUCHING_MS = 100
_MOST_LINES = 4  # No caption shows more at once, and comparing without an end would take for ever.
_FEWEST_ROLLING = 2
_ROLLING_SHARE = 2 / 3  # Of the captions that touch; an excerpt of YouTube's older captions has as few.
_FEWEST_GROWING = 3
_GROWING_SHARE = 1 / 2  # Of the captions that touch; a sentence of live captions is shown three times and more.
_FASTEST_WORD_MS = 80  # Nobody says a word in less. YouTube holds a caption for 10 to 400 ms while its line moves up.


def unroll(cues: list[Cue]) -> tuple[list[Cue], list[Remark]]:
    """Leave out the lines that only roll up, in a file where nearly every caption goes on from the one before.

    A speaker who says "no, no, no" over three captions keeps all three, in such a file too: there a line is shown
    again above a new one, or for a moment. In other files no caption is touched.
    """
    pairs = _touching(cues)
    rolling = [cue for previous, cue in pairs if _n_repeated(previous, cue)]
    if not rolling:
        return cues, []
    if len(rolling) < max(_FEWEST_ROLLING, _ROLLING_SHARE * len(pairs)):
        message = (
            f"{len(rolling)} caption(s) begin with the last line of the one before. That is too few to be captions "
            "that roll up, so all was kept: check whether the line was said twice."
        )
        return cues, [Remark("warning", rolling[0].where, message)]
    unrolled = cues[:1]
    n_left_out = 0
    for previous, cue in pairwise(cues):
        n_repeated = _n_repeated(previous, cue)
        n_left_out += n_repeated
        if n_repeated < len(cue.lines) or not n_repeated:
            unrolled.append(replace(cue, lines=cue.lines[n_repeated:]))
    return unrolled, [Remark("info", "", f"Roll-up captions: {n_left_out} lines shown again were left out.")]


def ungrow(cues: list[Cue]) -> tuple[list[Cue], list[Remark]]:
    """Of captions that grow word by word, as live ones do, keep the last, from when the first was shown.

    Two in a row may be a speaker who begins anew, "I was – I was late". In a file where captions grow as a rule and
    three in a row do, two are none.
    """
    grown: list[list[Cue]] = []
    for cue in cues:
        if grown and _has_grown(grown[-1][-1], cue):
            grown[-1].append(cue)
        else:
            grown.append([cue])
    n_growing = len(cues) - len(grown)
    if max(map(len, grown), default=0) < _FEWEST_GROWING or n_growing < _GROWING_SHARE * len(_touching(cues)):
        return cues, []
    kept = [replace(group[-1], start_ms=group[0].start_ms, where=group[0].where) for group in grown]
    message = f"Captions that grow word by word: {n_growing} shown again with more words were left out."
    return kept, [Remark("info", "", message)]


def _has_grown(previous: Cue, cue: Cue) -> bool:
    """Whether the cue says all of the previous one and more; "no" and "no no" are two answers."""
    begins_with_it = cue.text.startswith(previous.text + " ") and bool(previous.text)
    return begins_with_it and _touches(previous, cue) and len(set(cue.text.casefold().split())) > 1


def _n_repeated(previous: Cue, cue: Cue) -> int:
    """How many first lines of the cue are the last lines of the previous one, shown again above a new one.

    All of them may be where the cue is held for a moment, too short to be said.
    """
    if not _touches(previous, cue):
        return 0
    longest = min(len(previous.lines), len(cue.lines) - (not _is_held(cue)), _MOST_LINES)
    return next((n for n in range(longest, 0, -1) if previous.lines[-n:] == cue.lines[:n]), 0)


def _touching(cues: Sequence[Cue]) -> list[tuple[Cue, Cue]]:
    return [(previous, cue) for previous, cue in pairwise(cues) if _touches(previous, cue)]


def _touches(previous: Cue, cue: Cue) -> bool:
    """Whether a speaker's two captions with text follow each other at once."""
    if previous.end_ms is None or cue.start_ms is None or previous.speaker != cue.speaker:
        return False
    return bool(previous.lines and cue.lines) and abs(cue.start_ms - previous.end_ms) <= _TOUCHING_MS


def _is_held(cue: Cue) -> bool:
    if cue.start_ms is None or cue.end_ms is None:
        return False
    return cue.end_ms - cue.start_ms <= _FASTEST_WORD_MS * len(cue.text.split())
