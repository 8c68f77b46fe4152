"""Tables of a text document: each is read by its own header, or else goes on where the one before it ended."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from annotator.corpus.transcripts.columns import Columns, columns_by_name, known_names
from annotator.corpus.transcripts.model import Cue, Remark, Table
from annotator.corpus.transcripts.table import Row, check_columns, guess_columns, read_rows, shown

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


@dataclass(frozen=True)
class _Layout:
    """Rows under one header, from one table or several that go on from each other."""

    rows: dict[str, TableRow]
    """By their place in the document, without empty ones."""

    @property
    def width(self) -> int:
        return max((len(row.cells) for row in self.rows.values()), default=0)

    @property
    def even(self) -> list[Row]:
        """The rows that are not one cell across the table."""
        least = min(2, self.width)
        return [Row(where, list(row.cells)) for where, row in self.rows.items() if len(row.cells) >= least]


def read_tables(tables: Sequence[DocumentTable], chosen: Columns | None) -> TablesRead | None:
    """Read every table whose columns can be told; None where that is none.

    Args:
        tables: in the document's order.
        chosen: columns that a person chose for the first table that is read.

    Raises:
        TranscriptRefused: columns were chosen that the table doesn't have, or rows are wider than the first.
    """
    layouts = list(_layouts(tables))
    columns = [guess_columns(layout.even) for layout in layouts]
    first = next((place for place, guess in enumerate(columns) if guess is not None), 0)
    if chosen is not None and layouts:
        check_columns(chosen, layouts[first].even)
        columns[first] = chosen
    cues: list[Cue] = []
    remarks: list[Remark] = []
    for place, (layout, layout_columns) in enumerate(zip(layouts, columns, strict=True)):
        if layout_columns is None:
            remarks.append(_left_out(layout))
            continue
        if place > first:
            message = "A table of other columns begins here; it was read by its own. Check that this is right."
            remarks.append(Remark("warning", next(iter(layout.rows)), message))
        if not layout_columns.has_header and layout_columns is not chosen:
            message = f"The table has no header; {layout_columns.described()}. Check that this is right."
            remarks.append(Remark("warning", next(iter(layout.rows)), message))
        read, more = read_rows(_laid_out(layout, layout_columns, remarks), layout_columns, joiner="\t")
        cues += read
        remarks += more
    if all(guess is None for guess in columns):
        return None
    return TablesRead(cues, remarks, shown(layouts[first].even, columns[first]))


def _layouts(tables: Sequence[DocumentTable]) -> Iterator[_Layout]:
    layout = _Layout({})
    number = 0
    for table in tables:
        rows = {f"row {number + place}": row for place, row in enumerate(table.rows, start=1) if row.text.strip()}
        number += len(table.rows)
        own = _Layout(rows)
        is_as_wide = own.width == layout.width or 1 in {own.width, layout.width}
        if layout.rows and own.rows and (not is_as_wide or _begins_anew(own, layout)):
            yield layout
            layout = own
        else:
            layout = _Layout({**layout.rows, **own.rows})
    if layout.rows:
        yield layout


def _begins_anew(own: _Layout, before: _Layout) -> bool:
    header = own.even[0].cells
    is_header = len(known_names(header)) >= _HEADER_FIELDS and columns_by_name(header) is not None
    return is_header and header != before.even[0].cells


def _left_out(layout: _Layout) -> Remark:
    said = " ".join(" ".join(row.text.split()) for row in layout.rows.values())
    message = f"A table without a column for what is said was left out: “{said[:_QUOTED_CHARACTERS]}”."
    return Remark("warning", next(iter(layout.rows)), message)


def _laid_out(layout: _Layout, columns: Columns, remarks: list[Remark]) -> list[Row]:
    """The rows as wide as the table, each with its speaker; titles and repeated headers are left out."""
    laid: list[Row] = []
    header = layout.even[0].cells if columns.has_header else None
    speaker = ""
    for where, row in layout.rows.items():
        cells = list(row.cells)
        if len(cells) == 1 < layout.width:
            if header and not laid:
                remarks.append(Remark("warning", where, f"The table's title was left out: “{cells[0]}”."))
                continue
            message = "One cell stands across the table; it is kept as a turn of an unknown speaker."
            remarks.append(Remark("warning", where, message))
            cells = ["" if place != columns.text else cells[0] for place in range(len(layout.even[0].cells))]
        elif laid and cells == header:
            remarks.append(Remark("info", where, "The header is repeated here; it is no speech."))
            continue
        elif columns.speaker in row.continued:
            cells[columns.speaker] = speaker
        speaker = cells[columns.speaker] if columns.speaker is not None and columns.speaker < len(cells) else ""
        laid.append(Row(where, cells))
    return laid
