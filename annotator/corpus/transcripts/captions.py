"""What WebVTT and SRT have in common: blocks of a timing line and the lines under it, read leniently."""

from dataclasses import replace

from annotator.corpus.transcripts.changes import cut_at_changes
from annotator.corpus.transcripts.clock import parse_clock
from annotator.corpus.transcripts.decoding import visible_lines
from annotator.corpus.transcripts.markup import spoken_parts
from annotator.corpus.transcripts.model import Cue, Remark
from annotator.corpus.transcripts.names import name_speakers, names_above
from annotator.corpus.transcripts.odd_times import remark_out_of_range
from annotator.corpus.transcripts.rollup import ungrow, unroll
from annotator.corpus.transcripts.timing_lines import TimingLine, is_timing_line, timing_of


def read_captions(text: str) -> tuple[list[Cue], list[Remark]]:
    """Cues with text and speakers: markup taken off, roll-up undone, ">>" and "Name: text" understood.

    A cue whose time can't be read, and text that stands under no time, are kept without times.
    """
    cues, remarks = _blocks(visible_lines(text))
    parts = [part for cue in _once(cues, remarks) for part in spoken_parts(cue)]
    for step in (names_above, ungrow, unroll, cut_at_changes, name_speakers):
        parts, more = step(parts)
        remarks += more
    return parts, remarks


def _once(cues: list[Cue], remarks: list[Remark]) -> list[Cue]:
    """Each cue once: some editors write one twice, with its very times and words."""
    seen: set[Cue] = set()
    kept: list[Cue] = []
    twice: list[str] = []
    for cue in cues:
        what = replace(cue, where="")
        if cue.lines and cue.start_ms is not None and cue.end_ms is not None and what in seen:
            twice.append(cue.where)
        else:
            kept.append(cue)
        seen.add(what)
    if twice:
        message = f"Captions written twice, with the same times and words: {len(twice)}. Each was read once."
        remarks.append(Remark("warning", twice[0], message))
    return kept


def _blocks(lines: list[str]) -> tuple[list[Cue], list[Remark]]:
    """Cut the text into cues, their lines as written."""
    blocks: list[tuple[int, TimingLine | None, list[str]]] = []  # number of the first line, times, text
    is_open = False
    names: list[tuple[int, str]] = []
    for index, line in enumerate(lines):
        number = index + 1
        if is_timing_line(line):
            timing = timing_of(line)
            blocks.append((number, timing, [timing.text] if timing.text else []))
            is_open = True
        elif _is_identifier(lines, index):
            is_open = False
            if _may_be_speech(line):
                names.append((number, line.strip()))
        elif line == "":
            # Some programs put an empty line between a time and its text, so a block ends only after text.
            is_open = is_open and not blocks[-1][2]
        elif is_open:
            blocks[-1][2].append(line)
        elif line.strip():
            blocks.append((number, None, [line]))
            is_open = True
    remarks: list[Remark] = []
    if names:
        message = f"{len(names)} line(s) above a time were taken for names of cues, as “{names[0][1][:80]}”; left out."
        remarks.append(Remark("info", f"line {names[0][0]}", message))
    return [_cue(f"line {number}", timing, text, remarks) for number, timing, text in blocks], remarks


def _is_identifier(lines: list[str], index: int) -> bool:
    """Whether the line names the cue below it: it stands before a timing line, alone or as a number."""
    line = lines[index].strip()
    if not line or index + 1 == len(lines) or (index and is_timing_line(lines[index - 1])):
        return False
    is_alone = index == 0 or not lines[index - 1].strip()
    if is_timing_line(lines[index + 1]):
        return is_alone or line.isdecimal()
    next_line = lines[index + 2] if index + 2 < len(lines) else ""
    return is_alone and line.isdecimal() and not lines[index + 1] and is_timing_line(next_line)


def _may_be_speech(identifier: str) -> bool:
    """Not numbers, and not the letters and digits that programs make names of."""
    has_digit = any(map(str.isdigit, identifier))
    return any(map(str.isalpha, identifier)) and (not has_digit or " " in identifier)


def _cue(where: str, timing: TimingLine | None, lines: list[str], remarks: list[Remark]) -> Cue:
    if timing is None:
        remarks.append(Remark("warning", where, "Text under no time: kept without times."))
        return Cue(tuple(lines), None, None, where)
    start_ms, end_ms = parse_clock(timing.start), parse_clock(timing.end)
    for written, ms in ((timing.start, start_ms), (timing.end, end_ms)):
        if ms is None:
            remarks.append(Remark("warning", where, f"The time “{written}” can't be read; the cue is kept without it."))
        remark_out_of_range(written, ms, where, remarks)
    return Cue(tuple(lines), start_ms, end_ms, where)
