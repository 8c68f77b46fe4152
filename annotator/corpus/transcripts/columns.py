"""Which column of a table is what: told by its name, or else by what stands in it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from annotator.corpus.transcripts.clock import parse_clock
from annotator.corpus.transcripts.table_times import TimeUnit

# Of two columns that would do, the one named earlier here is taken.
_NAMES = {
    "text": (
        "text", "utterance", "transcript", "transcription", "content", "body", "sentence", "speech", "message", "words",
        "dialogue", "dialog",
    ),
    "speaker": ("speaker", "speaker name", "speaker label", "name", "who", "role", "participant", "person", "voice"),
    "start": ("start", "start time", "starttime", "begin", "begin time", "onset", "from", "tmin", "time", "timestamp",
        "in", "time in", "timecode in"),
    "end": ("end", "end time", "endtime", "stop", "finish", "offset", "to", "tmax", "out", "time out", "timecode out"),
}  # fmt: skip
# Which of several conversations a row belongs to.
_CONVERSATION_NAMES = {
    "call", "case", "chat", "conv", "conversation", "dialog", "dialogue", "document", "dyad", "episode", "file",
    "filename", "interview", "meeting", "pair", "recording", "session", "tape", "thread", "transcript", "video",
    "visit",
}  # fmt: skip
_UNITS: dict[str, TimeUnit] = {
    "ms": "ms", "msec": "ms", "milliseconds": "ms", "s": "s", "sec": "s", "secs": "s", "seconds": "s",
}  # fmt: skip
# "Anna: Yes, I do" and "[0:01] Yes, I do" are cut at their commas in vain.
_LINE_OF_TEXT = re.compile(r"[^:]{0,80}:\s{1,9}\S|[\[(<]?\d{1,3}:\d\d[^\s,]{0,12}\s{1,9}\S", re.ASCII)

_ROWS_TO_AN_ODD_ONE = 6
# "Ott, Karl: Yes, I do" has no columns either.
_FIRST_NAME = re.compile(r"\s{0,3}[^\W\d_][^:,]{0,40}:\s")


@dataclass(frozen=True)
class Columns:
    """Indices of a table's columns, from 0; None where there is no such column."""

    text: int
    speaker: int | None = None
    start: int | None = None
    end: int | None = None
    unit: TimeUnit | None = None
    """Of all times; None goes by the header of each column, or guesses. A clock ("0:01:02.5") needs none."""
    has_header: bool = True
    """Whether the first row names the columns."""
    conversation: int | None = None
    """Which of several conversations a row belongs to; None where the table is one."""

    def described(self) -> str:
        """ "column 1 was taken for the speaker, column 2 for the text"."""
        fields = {"speaker": self.speaker, "start": self.start, "end": self.end, "text": self.text}
        found = sorted((index, field) for field, index in fields.items() if index is not None)
        return ", ".join(f"column {index + 1} was taken for the {field}" for index, field in found)


def known_names(header: Sequence[str]) -> set[str]:
    """Which of text, speaker, start and end the header names."""
    names = {_name_and_unit(cell)[0] for cell in header}
    return {field for field, spellings in _NAMES.items() if names.intersection(spellings)}


def columns_by_name(header: Sequence[str]) -> Columns | None:
    """The columns that a header names; None if it names none for the text."""
    cells = [_name_and_unit(cell) for cell in header]
    names = [name for name, _ in cells]
    found = {
        field: next((names.index(spelling) for spelling in spellings if spelling in names), None)
        for field, spellings in _NAMES.items()
    }
    text, start, end = found["text"], found["start"], found["end"]
    if text is None:
        return None
    units = {unit for index in (start, end) if index is not None and (unit := cells[index][1])}
    return Columns(text, found["speaker"], start, end, units.pop() if len(units) == 1 else None)


def names_conversation(cell: str) -> bool:
    """Whether a column of this name says which conversation a row belongs to: "session", "Dialogue ID"."""
    words = re.findall(r"[a-z]+", cell.casefold())
    return len(words) < 3 and bool(words) and words[0] in _CONVERSATION_NAMES and set(words[1:]) <= {"id", "name", "no"}


def named_unit(cell: str) -> TimeUnit | None:
    """The unit that the name of a column ends with."""
    return _name_and_unit(cell)[1]


def columns_by_content(rows: Sequence[Sequence[str]]) -> Columns | None:
    """The columns of a table without a header: up to two of times, one of speech, perhaps one of few short names.

    None unless every column is accounted for, so that other tables are not taken for transcripts.
    """
    width = len(rows[0]) if rows else 0
    n_odd = sum(len(row) != width for row in rows)
    if not 2 <= width <= 4 or n_odd > _odd_cells(rows):
        return None
    rows = [row for row in rows if len(row) == width]
    if _are_lines_of_text(rows):
        return None
    columns = [[row[index].strip() for row in rows] for index in range(width)]
    times = [
        index
        for index, cells in enumerate(columns)
        if any(cells) and sum(parse_clock(cell) is None for cell in cells) <= _odd_cells(rows)
    ]
    others = [index for index in range(width) if index not in times]
    if not all(map(any, columns)) or not others or len(others) > 2 or len(times) > 2:
        return None
    text = max(others, key=lambda index: sum(map(len, columns[index])))
    speaker = next((index for index in others if index != text), None)
    if speaker is not None and not _are_names(columns[speaker]):
        return None
    if not _is_speech(columns[text]) or (speaker is None and not times):
        return None
    start, end = (*times, None, None)[:2]
    return Columns(text, speaker, start, end, has_header=False)


def _are_lines_of_text(rows: Sequence[Sequence[str]]) -> bool:
    """Whether most rows are speech behind a name or a time, cut at a comma by mistake."""
    cut = [
        _LINE_OF_TEXT.match(row[0]) is not None or (len(row) == 2 and _FIRST_NAME.match(row[1]) is not None)
        for row in rows
    ]
    return 2 * sum(cut) > len(rows)


def _odd_cells(rows: Sequence[Sequence[str]]) -> int:
    """How many of the rows may be odd without deciding about the others."""
    return len(rows) // _ROWS_TO_AN_ODD_ONE


def _are_names(cells: Sequence[str]) -> bool:
    return max(map(len, cells)) <= 40 and len(set(cells)) < len(cells)


def _is_speech(cells: Sequence[str]) -> bool:
    return sum(len(cell.split()) for cell in cells) >= 2 * len(cells)


def _name_and_unit(cell: str) -> tuple[str, TimeUnit | None]:
    """ "Start (ms)" and "start_ms" are ("start", "ms")."""
    words = re.findall(r"[a-z]+", cell.casefold())
    unit = _UNITS.get(words[-1]) if len(words) > 1 else None
    return " ".join(words[:-1] if unit else words), unit
