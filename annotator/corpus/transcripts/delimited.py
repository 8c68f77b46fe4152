"""Text to rows of cells: cut at a delimiter, with quoted cells, as spreadsheets and people write them."""

import csv
import io
import re
from collections.abc import Iterator
from contextlib import suppress

from annotator.corpus.transcripts.model import Remark, TranscriptRefused
from annotator.corpus.transcripts.table import Row

# Excel reads a first line "sep=;" as what delimits the others.
_DECLARED = re.compile(r'"?sep=([^\w\s"]|\t)"?\n', re.IGNORECASE)
_QUOTED_CELL = re.compile(r'(?:^|\t)"', re.MULTILINE)


def declared_delimiter(text: str) -> str | None:
    """What a first line "sep=;" says; None where there is none."""
    declared = _DECLARED.match(text)
    return declared[1] if declared else None


def rows_of(text: str, delimiter: str, remarks: list[Remark] | None = None) -> Iterator[Row]:
    """The rows that aren't empty, each with its line.

    A quotation mark that opens a cell between tabs and is never closed is one, if every line then has as many cells.

    Raises:
        TranscriptRefused: the quotes are broken.
    """
    remarks = [] if remarks is None else remarks
    if declared_delimiter(text) is not None:
        message = f"The first line, “{text.partition(chr(10))[0]}”, tells the delimiter and is no speech."
        remarks.append(Remark("info", "line 1", message))
    stray = _QUOTED_CELL.search(text) if delimiter == "\t" else None
    literal = list(_literal_rows(text)) if stray else []
    if stray and len({len(row.cells) for row in literal}) == 1 and not _is_quoted_well(text):
        line = text.count("\n", 0, stray.end() - 1) + 1
        message = "Quotation marks in the table are not in pairs around cells; all were read as part of what is said."
        remarks.append(Remark("warning", f"line {line}", message))
        yield from literal
    else:
        yield from _quoted_rows(text, delimiter)


def _first_line(text: str) -> int:
    return 1 if declared_delimiter(text) is None else 2


def _literal_rows(text: str) -> Iterator[Row]:
    first = _first_line(text)
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip() and number >= first:
            yield Row(f"line {number}", line.split("\t"))


def _is_quoted_well(text: str) -> bool:
    """Whether the quotes pair up, and no cell between them swallows the tabs of a line."""
    with suppress(TranscriptRefused):
        return not any("\n" in cell and "\t" in cell for row in _quoted_rows(text, "\t") for cell in row.cells)
    return False


def _quoted_rows(text: str, delimiter: str) -> Iterator[Row]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line, first = 1, _first_line(text)
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells) and line >= first:
                yield Row(f"line {line}", cells)
            line = reader.line_num + 1
    except csv.Error as error:
        message = (
            f"The row that begins at line {line} is broken: its quotation marks don't pair up, or a cell has no end. "
            "A cell that begins with a quotation mark ends with one, and those inside it are doubled."
        )
        raise TranscriptRefused("bad_csv", message) from error
