"""Tables of a text document: each is read by its own header, or else goes on where the one before it ended."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from annotator.corpus.transcripts.columns import Columns, columns_by_name, known_names
from annotator.corpus.transcripts.model import Cue, Remark, Table, Tier
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.table import (
    Row,
    check_columns,
    conversation_rows,
    guess_columns,
    read_rows,
    shown,
    with_conversation,
)

WIDEST = 20  # Columns that one merged cell may stand for.
_QUOTED_CHARACTERS = 200
_HEADER_FIELDS = 2  # A cell that says "words" may be speech; two of our names are a header.


@dataclass(frozen=True)
class TableRow:
    """One row of a table in the document."""

    cells: tuple[str, ...]
    """As many as the columns they cover; a single one where one cell covers them all."""
    continued: frozenset[int] = frozenset()
    """Places of the cells that are merged with the one above."""

    @property
    def text(self) -> str:
        """One line, but for a single cell, which keeps its lines."""
        if len(self.cells) == 1:
            return self.cells[0]
        return "\t".join(cell.replace("\n", " ") for cell in self.cells)


@dataclass(frozen=True)
class DocumentTable:
    """One table of the document."""

    rows: tuple[TableRow, ...]


@dataclass(frozen=True)
class TablesRead:
    """What the tables say."""

    cues: list[Cue]
    remarks: list[Remark]
    table: Table
    """The first that was read."""
    tiers: tuple[Tier, ...] = ()
    """The conversations that it holds, where it tells several apart."""


@dataclass(frozen=True)
class _Layout:
    """Rows under one header, from one table or several that go on from each other."""

    rows: dict[str, TableRow]
    """By their place in the document, without empty ones."""
    width: int
    """Of the widest."""

    @property
    def first(self) -> str:
        return next(iter(self.rows))

    def even(self) -> list[Row]:
        """The rows that are not one cell across the table."""
        return [Row(at, list(row.cells)) for at, row in self.rows.items() if len(row.cells) >= min(2, self.width)]


def read_tables(tables: Sequence[DocumentTable], options: ReadingOptions) -> TablesRead | None:
    """Read every table whose columns can be told; None where that is none.

    Args:
        tables: in the document's order.
        options: its columns are those of the first table that is read.

    Raises:
        TranscriptRefused: columns or a conversation were chosen that the table doesn't have, or rows are wider than the
            first.
    """
    chosen = options.columns
    layouts = list(_layouts(tables))
    columns = [guess_columns(layout.even()) for layout in layouts]
    first = next((place for place, guess in enumerate(columns) if guess is not None), 0)
    if chosen is not None and layouts:
        check_columns(chosen, layouts[first].even())
        columns[first] = chosen
    guessed = [guess for guess in columns if guess is not None]
    if chosen is None and len(guessed) == 1:  # Others, as a legend, are left out.
        columns[first] = with_conversation(guessed[0], layouts[first].even())
    cues: list[Cue] = []
    remarks: list[Remark] = []
    tiers: tuple[Tier, ...] = ()
    for place, (layout, layout_columns) in enumerate(zip(layouts, columns, strict=True)):
        if layout_columns is None:
            remarks.append(_left_out(layout))
            continue
        if place > first:
            message = "A table of other columns begins here and was read by them. Check that this is right."
            remarks.append(Remark("warning", layout.first, message))
        if not layout_columns.has_header and layout_columns is not chosen:
            message = f"The table has no header; {layout_columns.described()}. Check that this is right."
            remarks.append(Remark("warning", layout.first, message))
        rows = _laid_out(layout, layout_columns, remarks)
        rows, offered = conversation_rows(rows, layout_columns, options, remarks)
        read, more = read_rows(rows, layout_columns, joiner="\t")
        tiers += offered
        cues += read
        remarks += more
    if all(guess is None for guess in columns):
        return None
    return TablesRead(cues, remarks, shown(layouts[first].even(), columns[first]), tiers)


def _layouts(tables: Sequence[DocumentTable]) -> Iterator[_Layout]:
    rows: dict[str, TableRow] = {}
    width = number = 0
    header: tuple[str, ...] = ()
    for table in tables:
        own = {f"row {number + place}": row for place, row in enumerate(table.rows, start=1) if row.text.strip()}
        number += len(table.rows)
        own_width = max((len(row.cells) for row in own.values()), default=0)
        own_header = next((row.cells for row in own.values() if len(row.cells) >= min(2, own_width)), ())
        is_as_wide = own_width == width or 1 in {own_width, width}
        if rows and own and (not is_as_wide or (own_header != header and _is_header(own_header))):
            yield _Layout(rows, width)
            rows, width = {}, 0
        if own_width > width:
            width, header = own_width, own_header
        rows.update(own)
    if rows:
        yield _Layout(rows, width)


def _is_header(cells: Sequence[str]) -> bool:
    return len(known_names(cells)) >= _HEADER_FIELDS and columns_by_name(cells) is not None


def _left_out(layout: _Layout) -> Remark:
    said = " ".join(" ".join(row.text.split()) for row in layout.rows.values())
    message = f"A table without a column for what is said was left out: “{said[:_QUOTED_CHARACTERS]}”."
    return Remark("warning", layout.first, message)


def _laid_out(layout: _Layout, columns: Columns, remarks: list[Remark]) -> list[Row]:
    """The rows as wide as the table, each with its speaker; titles and repeated headers are left out."""
    laid: list[Row] = []
    first = layout.even()[0].cells
    header = first if columns.has_header else None
    speaker = ""
    for where, row in layout.rows.items():
        cells = list(row.cells)
        if len(cells) == 1 < layout.width:
            if header and not laid:
                remarks.append(Remark("warning", where, f"The table's title was left out: “{cells[0]}”."))
                continue
            message = "One cell stands across the table; it is kept as a turn of an unknown speaker."
            remarks.append(Remark("warning", where, message))
            cells = ["" if place != columns.text else cells[0] for place in range(len(first))]
        elif laid and cells == header:
            remarks.append(Remark("info", where, "The header is repeated here; it is no speech."))
            continue
        elif columns.speaker in row.continued:
            cells[columns.speaker] = speaker
        speaker = cells[columns.speaker] if columns.speaker is not None and columns.speaker < len(cells) else ""
        laid.append(Row(where, cells))
    return laid
