"""What nobody can have said, as recognisers make it up over silence: too many words at once, one line over and over."""

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from annotator.corpus.transcripts.json_formats.words import UNSPACED
from annotator.corpus.transcripts.model import Cue, Implausible, Remark

_WORDS_PER_S = 10  # Fast talkers reach 6; a short word may come faster.
_SIGNS_PER_S = 25  # Of writing without blanks.
_FEWEST_WORDS = 8
_ROUNDING_MS = 1_000  # Where only beginnings are known, often in whole seconds.
_MOST_LINES_OF_A_LOOP = 3
_FEWEST_LOOPS = 4
_FEWEST_SINGLE_WORDS = 6  # "No." "No." "No." is said.
_MOST_WORDS_OF_A_LOOP = 6
_FEWEST_LOOPS_IN_A_CUE = 10
_QUOTED_CHARACTERS = 80
Kind = Literal["fast", "repeated"]

_SIGN = re.compile(UNSPACED)
_WORD = re.compile(rf"(?:(?!{UNSPACED})[^\W_])+")


def without_implausible(
    cues: Sequence[Cue], left_out: Sequence[str]
) -> tuple[list[Cue], tuple[Implausible, ...], list[Remark]]:
    """Warn of what nobody can have said, and leave out what a person chose to.

    Args:
        cues: in the file's order.
        left_out: the `where` of each stretch to leave out.
    """
    found = list(_found(cues))
    stretches = tuple(_stretch(cues[begin:end], kind, left_out) for begin, end, kind in found)
    remarks = [Remark("warning", each.where, _message(each)) for each in stretches]
    absent = set(left_out) - {each.where for each in stretches}
    remarks += [Remark("warning", "", f"Nothing to leave out was found at {each[:60]}.") for each in sorted(absent)]
    gone = {
        place
        for (begin, end, _), each in zip(found, stretches, strict=True)
        for place in range(begin, end)
        if not each.is_read
    }
    return [cue for place, cue in enumerate(cues) if place not in gone], stretches, remarks


def _found(cues: Sequence[Cue]) -> Iterator[tuple[int, int, Kind]]:
    """First and behind the last cue of each stretch, in order, with its kind."""
    said = [_said(cue) for cue in cues]
    place = 0
    while place < len(cues):
        end = _end_of_loop(said, place)
        if end is not None or _repeats_itself(cues[place].text):
            yield place, end or place + 1, "repeated"
        elif _is_too_fast(cues, place):
            yield place, place + 1, "fast"
        place = end or place + 1


def _end_of_loop(said: Sequence[str], begin: int) -> int | None:
    """Behind the last of the cues that say the same over and over, up to three of them in turn.

    A cue without words ends a loop, as it begins none: else each of a long row of them would look to its end.
    """
    for n_lines in range(1, _MOST_LINES_OF_A_LOOP + 1):
        if not all(said[begin : begin + n_lines]):
            return None
        end = begin + n_lines
        while end < len(said) and said[end] and said[end] == said[end - n_lines]:
            end += 1
        fewest = _FEWEST_SINGLE_WORDS if n_lines == 1 and " " not in said[begin] else _FEWEST_LOOPS
        if end - begin >= fewest * n_lines:
            return end
    return None


def _repeats_itself(text: str) -> bool:
    """Whether a few words come ten times in a row, in one cue."""
    words = text.casefold().split()
    for n_words in range(1, _MOST_WORDS_OF_A_LOOP + 1):
        run = n_words
        for earlier, word in zip(words, words[n_words:], strict=False):
            run = run + 1 if word == earlier else n_words
            if run >= n_words * _FEWEST_LOOPS_IN_A_CUE:
                return True
    return False


def _is_too_fast(cues: Sequence[Cue], place: int) -> bool:
    cue = cues[place]
    n_words, n_signs = len(_WORD.findall(cue.text)), len(_SIGN.findall(cue.text))
    span_ms = _span_ms(cues, place)
    is_long = n_words + n_signs / 2 >= _FEWEST_WORDS
    return span_ms is not None and is_long and (n_words / _WORDS_PER_S + n_signs / _SIGNS_PER_S) * 1000 > span_ms


def _span_ms(cues: Sequence[Cue], place: int) -> int | None:
    """How long there was to say it; None where that isn't known."""
    cue = cues[place]
    if cue.start_ms is None:
        return None
    if cue.end_ms is not None:
        return cue.end_ms - cue.start_ms
    following = cues[place + 1].start_ms if place + 1 < len(cues) else None
    if following is None or following < cue.start_ms:
        return None
    return following - cue.start_ms + _ROUNDING_MS


def _said(cue: Cue) -> str:
    return " ".join(_WORD.findall(cue.text.casefold()) or _SIGN.findall(cue.text))


def _stretch(cues: Sequence[Cue], kind: Kind, left_out: Sequence[str]) -> Implausible:
    ends = [cue.end_ms for cue in cues if cue.end_ms is not None]
    return Implausible(
        where=cues[0].where,
        kind=kind,
        n_cues=len(cues),
        n_words=sum(len(_WORD.findall(cue.text)) + len(_SIGN.findall(cue.text)) for cue in cues),
        start_ms=cues[0].start_ms,
        end_ms=max(ends) if ends else None,
        sample=cues[0].text[:_QUOTED_CHARACTERS],
        is_read=cues[0].where not in left_out,
    )


def _message(each: Implausible) -> str:
    if each.kind == "fast":
        span = "too short a time" if each.end_ms is None else f"{(each.end_ms - (each.start_ms or 0)) / 1000:g} s"
        what = f"{each.n_words} words in {span}, which nobody can say: {_quoted(each.sample)}"
    elif each.n_cues == 1:
        what = f"The same words come again and again: {_quoted(each.sample)}"
    else:
        what = f"{each.n_cues} cues in a row say the same again and again: {_quoted(each.sample)}"
    if not each.is_read:
        return f"{what} Left out, as chosen."
    return f"{what} Recognisers make such things up where nobody speaks. Listen, and leave it out if it was not said."


def _quoted(sample: str) -> str:
    """In quotation marks, with a stop if it has none of its own."""
    return f"“{sample}”" if sample[-1:] in ".?!…" else f"“{sample}”."
