"""Plain text with speakers or times written into it, as Otter, Teams, Word and people typing write it."""

import re
from collections.abc import Sequence
from dataclasses import replace

from annotator.corpus.transcripts.csv_table import is_table_of_other_things
from annotator.corpus.transcripts.model import Cue, Reading, Remark, TranscriptRefused
from annotator.corpus.transcripts.names import name_speakers
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.text_shapes import Mark, marks_of

_BY_THE_PROGRAM = re.compile(
    r"Transcribed by https?://\S{1,200}|.{1,80} (?:started|stopped) transcription\.?", re.IGNORECASE
)
_MARKUP = re.compile(r"\s*(?:<[A-Za-z!?/]|\{)")
_F4_TIME = re.compile(r"\s{0,9}#(\d{1,3}):(\d\d):(\d\d)[-.,](\d{1,3})#$")
_QUOTED_CHARACTERS = 200


def is_speaker_text(text: str) -> bool:
    """Whether names or times stand where turns begin: more than once, or in a text of one line."""
    is_other = _MARKUP.match(text) is not None or is_table_of_other_things(text)
    return not is_other and bool(marks_of(text.split("\n")))


def read_speaker_text(text: str, _options: ReadingOptions) -> Reading:
    """Read a turn at each name or time; the lines up to the next belong to it.

    Raises:
        TranscriptRefused: neither names nor times stand in the text.
    """
    cues, remarks = read_lines(text.split("\n"))
    if not cues:
        raise TranscriptRefused("unknown_format", "The text has neither speakers nor times.")
    return Reading("text", tuple(cues), tuple(remarks))


def read_lines(lines: Sequence[str]) -> tuple[list[Cue], list[Remark]]:
    """The turns of a text; none where it has neither names nor times."""
    marks = marks_of(lines)
    remarks: list[Remark] = []
    cues: list[Cue] = []
    before: list[str] = []
    for index, line in enumerate(lines):
        where = f"line {index + 1}"
        mark = marks.get(index)
        if mark is not None:
            cues.append(Cue((mark.text,), mark.start_ms, mark.end_ms, where, mark.speaker))
        elif _BY_THE_PROGRAM.fullmatch(line.strip()):
            remarks.append(Remark("info", where, f"Left out, since a program wrote it: “{line.strip()}”."))
        elif line.strip() and cues:
            cues[-1] = replace(cues[-1], lines=(*cues[-1].lines, line))
        elif line.strip():
            before.append(line.strip())
    if before and cues:
        told = " ".join(before)[:_QUOTED_CHARACTERS]
        message = f"{len(before)} line(s) before the first turn were left out: “{told}”."
        remarks.append(Remark("warning", "line 1", message))
    return _finished(cues, marks, remarks), remarks


def _finished(cues: list[Cue], marks: dict[int, Mark], remarks: list[Remark]) -> list[Cue]:
    cues = [_with_clean_lines(cue) for cue in cues]
    if not all(mark.is_named for mark in marks.values()):
        cues, more = name_speakers(cues)
        remarks += more
        cues = _timed_once(cues)
    return _with_f4_times(cues)


def _with_clean_lines(cue: Cue) -> Cue:
    return replace(cue, lines=tuple(clean for line in cue.lines if (clean := line.strip())))


def _timed_once(cues: list[Cue]) -> list[Cue]:
    """A time above several turns is that of the first; nothing tells when the others begin."""
    places = [cue.where for cue in cues]
    return [
        replace(cue, start_ms=None, end_ms=None) if index and places[index - 1] == cue.where else cue
        for index, cue in enumerate(cues)
    ]


def _with_f4_times(cues: list[Cue]) -> list[Cue]:
    """f4 and its kin end each turn with its time, "#00:01:02-5#", which is the next one's beginning."""
    ends = [_F4_TIME.search(cue.lines[-1]) if cue.lines else None for cue in cues]
    if not any(ends):
        return cues
    timed: list[Cue] = []
    start_ms: int | None = 0
    for cue, end in zip(cues, ends, strict=True):
        end_ms = None
        lines = cue.lines
        if end is not None:
            hours, minutes, seconds, fraction = end.groups()
            whole = (int(hours) * 60 + int(minutes)) * 60 + int(seconds)
            end_ms = whole * 1000 + int(fraction.ljust(3, "0"))
            lines = (*lines[:-1], lines[-1][: end.start()])
        if cue.start_ms is not None or cue.end_ms is not None:
            timed.append(replace(cue, lines=lines))
        else:
            timed.append(replace(cue, lines=lines, start_ms=start_ms, end_ms=end_ms))
        start_ms = end_ms
    return timed
