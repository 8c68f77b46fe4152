"""A table (CSV, TSV) with a row for each turn, with or without a header, with or without times."""

import csv
import io
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice

from annotator.corpus.transcripts.columns import Columns, columns_by_content, columns_by_name, known_names
from annotator.corpus.transcripts.model import Cue, Reading, Remark, TranscriptRefused
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.table_times import TimeUnit, guess_unit, parse_time

_DELIMITERS = ",;\t|"
_SNIFFED_ROWS = 200
_MOST_COLUMNS = 500


@dataclass(frozen=True)
class _Row:
    line: int
    """Number of its first line; a cell may hold line breaks."""
    cells: list[str]

    def cell(self, index: int | None) -> str:
        return "" if index is None else self.cells[index].strip()


@dataclass(frozen=True)
class _Layout:
    delimiter: str
    has_header: bool
    columns: Columns | None
    """None where there is a header that names no column for the text."""


def is_csv_table(text: str) -> bool:
    """Whether a header names a column we know, or each column shows by its content what it is."""
    return _layout(text) is not None


def read_csv_table(text: str, _options: ReadingOptions) -> Reading:
    """Read each row as one cue; line breaks inside a cell stay.

    Raises:
        TranscriptRefused: broken quoting, no column for the text, rows wider than the header.
    """
    layout = _layout(text)
    if layout is None or layout.columns is None:
        header = text.split("\n", 1)[0]
        message = f"The header, “{header[:200]}”, has no column for the text, as “text” or “utterance” would be."
        raise TranscriptRefused("no_text_column", message)
    columns = layout.columns
    remarks: list[Remark] = []
    try:
        rows = list(_rows(text, layout.delimiter))
    except csv.Error as error:
        raise TranscriptRefused("bad_csv", f"The table's quotes or cells are broken: {error}.") from error
    if layout.has_header:
        rows = rows[1:]
    else:
        message = f"The table has no header; {columns.described()}. Check that this is right."
        remarks.append(Remark("warning", "line 1", message))
    rows = _fitted(rows, columns, layout.delimiter, remarks)
    unit = columns.unit or _guessed_unit(rows, columns, remarks)
    cues = tuple(_cue(row, columns, unit, remarks) for row in rows)
    return Reading("csv", cues, tuple(remarks))


def _layout(text: str) -> _Layout | None:
    """The delimiter under which the first line names most of our columns, or else the rows tell what they are."""
    samples = {delimiter: _sample(text, delimiter) for delimiter in _DELIMITERS}
    samples = {key: rows for key, rows in samples.items() if rows and len(rows[0].cells) <= _MOST_COLUMNS}
    n_known = {delimiter: len(known_names(rows[0].cells)) for delimiter, rows in samples.items()}
    best = max(n_known, key=n_known.__getitem__, default=None)
    if best is not None and n_known[best] and len(samples[best][0].cells) > 1:
        return _Layout(best, True, columns_by_name(samples[best][0].cells))
    for delimiter, rows in samples.items():
        columns = columns_by_content([row.cells for row in rows])
        if columns is not None:
            return _Layout(delimiter, False, columns)
    return None


def _sample(text: str, delimiter: str) -> list[_Row]:
    """The first rows, up to where the quoting breaks if it does."""
    rows: list[_Row] = []
    with suppress(csv.Error):
        rows.extend(islice(_rows(text, delimiter), _SNIFFED_ROWS))
    return rows


def _rows(text: str, delimiter: str) -> Iterator[_Row]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield _Row(line, cells)
        line = reader.line_num + 1


def _fitted(rows: list[_Row], columns: Columns, delimiter: str, remarks: list[Remark]) -> list[_Row]:
    """Give every row the header's width. A delimiter in an unquoted text cuts it; it is put together again."""
    fitted: list[_Row] = []
    too_wide: list[int] = []
    for row in rows:
        surplus = len(row.cells) - columns.width
        cells = row.cells
        if surplus > 0 and columns.text == columns.width - 1:
            cells = [*cells[: columns.text], delimiter.join(cells[columns.text :])]
            remarks.append(Remark("warning", f"line {row.line}", "The unquoted text's pieces were put together."))
        elif surplus > 0 and any(cells[columns.width :]):
            too_wide.append(row.line)
        elif surplus < 0:
            remarks.append(Remark("warning", f"line {row.line}", f"The row has {-surplus} cell(s) too few."))
        fitted.append(replace(row, cells=cells + [""] * max(0, -surplus)))
    if too_wide:
        lines = ", ".join(map(str, too_wide[:20]))
        message = f"Rows have more cells than the header's {columns.width}, at lines {lines}. Quote texts with commas."
        raise TranscriptRefused("bad_csv", message)
    return fitted


def _guessed_unit(rows: list[_Row], columns: Columns, remarks: list[Remark]) -> TimeUnit:
    starts = [row.cell(columns.start) for row in rows]
    n_words = sum(len(row.cell(columns.text).split()) for row in rows)
    unit = guess_unit(starts, n_words=n_words)
    if any(starts) and not any(":" in start for start in starts):
        name = "milliseconds" if unit == "ms" else "seconds"
        remarks.append(Remark("info", "", f"No unit is given for the times; they were read as {name}."))
    return unit


def _cue(row: _Row, columns: Columns, unit: TimeUnit, remarks: list[Remark]) -> Cue:
    where = f"line {row.line}"
    return Cue(
        lines=(row.cell(columns.text),),
        start_ms=_time(row.cell(columns.start), unit, where, remarks),
        end_ms=_time(row.cell(columns.end), unit, where, remarks),
        where=where,
        speaker=" ".join(row.cell(columns.speaker).rstrip(":").split()) or None,
    )


def _time(written: str, unit: TimeUnit, where: str, remarks: list[Remark]) -> int | None:
    time = parse_time(written, unit=unit)
    if written and time is None:
        remarks.append(Remark("warning", where, f"The time “{written}” can't be read; the row is kept without it."))
    return time
