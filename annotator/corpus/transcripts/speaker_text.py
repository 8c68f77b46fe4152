"""Plain text with speakers or times written into it, as Otter, Teams, Word and people typing write it."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from annotator.corpus.transcripts.clock import parse_clock
from annotator.corpus.transcripts.csv_table import is_table_of_other_things
from annotator.corpus.transcripts.decoding import visible_lines
from annotator.corpus.transcripts.heads import about_head
from annotator.corpus.transcripts.model import Cue, Reading, Remark, TranscriptRefused
from annotator.corpus.transcripts.name_shapes import (
    A_LINE_A_TURN,
    about_doubtful_names,
    about_lines_like_names,
    begins_like_a_name,
    without_emphasis,
)
from annotator.corpus.transcripts.names import name_speakers
from annotator.corpus.transcripts.odd_times import remark_out_of_range
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.spoken_times import with_clocks
from annotator.corpus.transcripts.text_shapes import Mark, marks_of

_BY_THE_PROGRAM = re.compile(
    r"Transcribed by https?://\S{1,200}|.{1,80} (?:started|stopped) transcription\.?", re.IGNORECASE
)
_MARKUP = re.compile(r"\s*(?:<[A-Za-z!?/]|\{)")
_F4_TIME = re.compile(r"\s{0,9}#(\d{1,3}):(\d\d):(\d\d)[-.,](\d{1,3})#$")
_LONGEST_TITLE = 500  # Characters; with date, place, length and who was there.


def is_speaker_text(text: str) -> bool:
    """Whether names or times stand where turns begin: more than once, or in a text of one line."""
    is_other = _MARKUP.match(text) is not None or is_table_of_other_things(text)
    return not is_other and bool(marks_of(with_clocks(list(map(without_emphasis, visible_lines(text))))))


def read_speaker_text(text: str, _options: ReadingOptions) -> Reading:
    """Read a turn at each name or time; the lines up to the next belong to it.

    Raises:
        TranscriptRefused: neither names nor times stand in the text.
    """
    cues, remarks = read_lines(visible_lines(text))
    if not cues:
        raise TranscriptRefused("unknown_format", "The text has neither speakers nor times.")
    return Reading("text", tuple(cues), tuple(remarks))


def read_lines(lines: Sequence[str]) -> tuple[list[Cue], list[Remark]]:
    """The turns of a text; none where it has neither names nor times."""
    remarks: list[Remark] = []
    lines = list(map(without_emphasis, lines))
    told = with_clocks(lines)
    if told != lines:
        message = "Times in words, and the names and initials that the page shows beside them, were read once a turn."
        remarks.append(Remark("info", "", message))
    lines = told
    marks = marks_of(lines)
    spoken: dict[int, list[str]] = {}  # Lines of each turn by the index of its first.
    begun: int | None = None
    before: list[str] = []
    names = Counter(mark.speaker for mark in marks.values() if mark.speaker)
    like_names: list[tuple[str, str]] = []
    are_turns = names.total() >= A_LINE_A_TURN * sum(bool(line.strip()) for line in lines[min(marks, default=0) :])
    for index, line in enumerate(lines):
        mark = marks.get(index)
        if mark is not None:
            begun = index
            spoken[index] = [mark.text.strip()]
        elif _BY_THE_PROGRAM.fullmatch(line.strip()):
            message = f"Left out, since a program wrote it: “{line.strip()}”."
            remarks.append(Remark("info", f"line {index + 1}", message))
        elif line.strip():
            (before if begun is None else spoken[begun]).append(line.strip())
            if begun is not None and names and begins_like_a_name(line.strip(), names, is_a_turn=are_turns):
                like_names.append((line.strip(), f"line {index + 1}"))
    places = {mark.speaker: f"line {index + 1}" for index, mark in reversed(marks.items()) if mark.speaker}
    remarks += [*about_doubtful_names(names, places), *about_lines_like_names(like_names)]
    cues = [_cue(marks[at], said, f"line {at + 1}", remarks) for at, said in spoken.items()]
    if not all(mark.is_named for mark in marks.values()):
        cues, more = name_speakers(cues)
        remarks += more
        cues = _timed_once(cues)
    cues = _with_f4_times(cues, remarks)
    return [*_from_before(before, remarks), *cues] if cues else [], remarks


def _cue(mark: Mark, said: Sequence[str], where: str, remarks: list[Remark]) -> Cue:
    times: list[int | None] = []
    for written in (mark.start, mark.end):
        times.append(parse_clock(written) if written else None)
        remark_out_of_range(written or "", times[-1], where, remarks)
    return Cue(tuple(filter(None, said)), times[0], times[1], where, mark.speaker)


def _from_before(before: list[str], remarks: list[Remark]) -> list[Cue]:
    """What stands before the first turn: left out if it is a title, but kept if it is long enough to be speech."""
    if len(" ".join(before)) > _LONGEST_TITLE:
        message = f"{len(before)} line(s) before the first name or time are kept as a turn of an unknown speaker."
        remarks.append(Remark("warning", "line 1", message))
        return [Cue(tuple(before), None, None, "line 1")]
    if before:
        remarks.append(about_head(before, "line 1"))
    return []


def _timed_once(cues: list[Cue]) -> list[Cue]:
    """A time above several turns is that of the first; nothing tells when the others begin."""
    places = [cue.where for cue in cues]
    return [
        replace(cue, start_ms=None, end_ms=None) if index and places[index - 1] == cue.where else cue
        for index, cue in enumerate(cues)
    ]


def _with_f4_times(cues: list[Cue], remarks: list[Remark]) -> list[Cue]:
    """f4 and its kin end each paragraph with its time, "#00:01:02-5#", which is the beginning of the next."""
    found = [[_F4_TIME.search(line) for line in cue.lines] for cue in cues]
    if not any(map(any, found)):
        return cues
    timed: list[Cue] = []
    start_ms: int | None = 0
    latest_ms = 0
    told = [_milliseconds(ends[-1]) if ends and ends[-1] else None for ends in found]
    for place, (cue, ends) in enumerate(zip(cues, found, strict=True)):
        lines = tuple(line[: end.start()] if end else line for line, end in zip(cue.lines, ends, strict=True))
        end_ms = None
        if ends and ends[-1]:
            end_ms = _milliseconds(ends[-1])
            remark_out_of_range(ends[-1][0].strip(), end_ms, cue.where, remarks)
            if end_ms < latest_ms and _rises(told, place, latest_ms):  # The clock begins anew.
                start_ms, latest_ms = 0, 0
            latest_ms = max(latest_ms, end_ms)
        if cue.start_ms is None and cue.end_ms is None:
            timed.append(replace(cue, lines=lines, start_ms=start_ms, end_ms=end_ms))
        else:
            timed.append(replace(cue, lines=lines))
        start_ms = end_ms
    remarks.append(Remark("info", "", "The time behind each turn is its end and the beginning of the next."))
    return timed


def _rises(ends: Sequence[int | None], place: int, latest_ms: int) -> bool:
    """Whether the end behind this one is later than it and earlier than the latest."""
    following = next((ends[later] for later in range(place + 1, len(ends)) if ends[later] is not None), None)
    return following is not None and (ends[place] or 0) <= following < latest_ms


def _milliseconds(f4_time: re.Match[str]) -> int:
    hours, minutes, seconds, fraction = f4_time.groups()
    return ((int(hours) * 60 + int(minutes)) * 60 + int(seconds)) * 1000 + int(fraction.ljust(3, "0"))
