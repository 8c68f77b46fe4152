"""Rows with a column for the text: what tables in plain files and in documents have in common."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from annotator.corpus.transcripts.columns import (
    Columns,
    columns_by_content,
    columns_by_name,
    known_names,
    named_unit,
    names_conversation,
)
from annotator.corpus.transcripts.conversations import (
    changes_with_the_clock,
    read_conversations,
    tells_conversations,
)
from annotator.corpus.transcripts.model import Cue, Remark, Table, Tier, TranscriptRefused
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.table_times import TimeUnit, guess_unit, parse_time

_SHOWN_ROWS = 5
_SHOWN_COLUMNS = 50
_SHOWN_CHARACTERS = 120
_MOST_LISTED = 20


@dataclass(frozen=True)
class Row:
    """One row of a table."""

    where: str
    """Its first line ("line 3"; a cell may hold line breaks), or its place in a document."""
    cells: list[str]

    def cell(self, index: int | None) -> str:
        """What stands in the column, "" for none."""
        return "" if index is None else self.cells[index].strip()


def guess_columns(rows: Sequence[Row]) -> Columns | None:
    """By the header if the first row is one, or else by what stands in the first rows."""
    if not rows:
        return None
    if has_header(rows):
        return columns_by_name(rows[0].cells)
    return columns_by_content([row.cells for row in rows])


def with_conversation(columns: Columns, rows: Sequence[Row]) -> Columns:
    """The guess, with the column that tells conversations apart: by its name, or by the clock that it resets."""
    body = [row for row in rows[columns.has_header :] if len(row.cells) == len(rows[0].cells)]
    read = {columns.text, columns.speaker, columns.start, columns.end}
    unread = [index for index in range(len(rows[0].cells)) if index not in read] if rows else []
    ids = {index: _carried_on([row.cell(index) for row in body]) for index in unread}
    starts = [parse_time(row.cell(columns.start), unit="s") for row in body]
    for index in unread:
        is_named = columns.has_header and names_conversation(rows[0].cells[index])
        if (is_named and tells_conversations(ids[index])) or changes_with_the_clock(ids[index], starts):
            return replace(columns, conversation=index)
    return columns


def conversation_rows(
    rows: Sequence[Row], columns: Columns, options: ReadingOptions, remarks: list[Remark]
) -> tuple[list[Row], tuple[Tier, ...]]:
    """The rows of the conversations that are read, below the header if there is one.

    Raises:
        TranscriptRefused: none of the chosen ones is in the table.
    """
    head, body = list(rows[: columns.has_header]), list(rows[columns.has_header :])
    if columns.conversation is None:
        return list(rows), ()
    ids, texts = (
        [row.cell(index) if index < len(row.cells) else "" for row in body]
        for index in (columns.conversation, columns.text)
    )
    places, tiers = read_conversations(_carried_on(ids), texts, options, remarks)
    return [*head, *(body[place] for place in places)], tiers


def _carried_on(ids: Sequence[str]) -> list[str]:
    """An empty cell, or one that is merged with the one above, belongs to the conversation named above."""
    above = ""
    return [above := own or above for own in ids]


def has_header(rows: Sequence[Row]) -> bool:
    """Whether the first row names a column we know and is not the only column."""
    return bool(rows) and len(rows[0].cells) > 1 and bool(known_names(rows[0].cells))


def shown(rows: Sequence[Row], columns: Columns | None) -> Table:
    """The beginning of the table, for a person to look at."""
    named = columns.has_header if columns else has_header(rows)
    cut = [
        tuple(cell[:_SHOWN_CHARACTERS] for cell in row.cells[:_SHOWN_COLUMNS]) for row in rows[: _SHOWN_ROWS + named]
    ]
    return Table(cut[0] if named and cut else (), tuple(cut[named:]), columns)


def check_columns(columns: Columns, rows: Sequence[Row]) -> None:
    """Refuse a choice of columns that the table doesn't have."""
    width = len(rows[0].cells) if rows else 0
    chosen = (columns.text, columns.speaker, columns.start, columns.end, columns.conversation)
    if any(index is not None and not 0 <= index < width for index in chosen):
        message = f"The table has {width} column(s); a column beyond them was chosen."
        raise TranscriptRefused("bad_columns", message, table=shown(rows, None))


def read_rows(rows: Sequence[Row], columns: Columns, *, joiner: str) -> tuple[list[Cue], list[Remark]]:
    """Each row as one cue; line breaks inside a cell stay.

    Args:
        rows: with the header, if there is one.
        columns: which column is what.
        joiner: what an unquoted text was cut at, to put it together again.

    Raises:
        TranscriptRefused: rows are wider than the first.
    """
    remarks: list[Remark] = []
    width = len(rows[0].cells) if rows else 0
    fitted = _fitted(rows[columns.has_header :], columns, width, joiner, remarks)
    start_unit, end_unit = _units(rows, fitted, columns, remarks)
    cues = [_cue(row, columns, start_unit, end_unit, remarks) for row in fitted]
    return cues, [*remarks, *_about_names_without_text(cues), *_about_columns_left(rows, columns)]


def _about_names_without_text(cues: Sequence[Cue]) -> Iterator[Remark]:
    """A row without text is a silence; who says nothing in the whole table may be a note in the wrong column."""
    said_by = {cue.speaker for cue in cues if cue.text}
    for cue in cues:
        if cue.speaker and not cue.text and cue.speaker not in said_by:
            yield Remark("warning", cue.where, f"Left out, since the row has no text: “{cue.speaker}”.")


def _about_columns_left(rows: Sequence[Row], columns: Columns) -> Iterator[Remark]:
    read = {columns.text, columns.speaker, columns.start, columns.end, columns.conversation}
    left = [index for index in range(len(rows[0].cells)) if index not in read] if rows else []
    if left:
        names = [columns.has_header and rows[0].cells[index].strip()[:40] for index in left[:_MOST_LISTED]]
        listed = ", ".join(name or f"column {index + 1}" for name, index in zip(names, left, strict=False))
        yield Remark("info", rows[0].where, f"{len(left)} column(s) were not read: {listed}.")


def _fitted(rows: Sequence[Row], columns: Columns, width: int, joiner: str, remarks: list[Remark]) -> list[Row]:
    """Give every row the first one's width. A delimiter in an unquoted text cuts it; it is put together again."""
    fitted: list[Row] = []
    too_wide: list[str] = []
    for row in rows:
        surplus = len(row.cells) - width
        cells = row.cells
        if surplus > 0 and columns.text == width - 1:
            cells = [*cells[: columns.text], joiner.join(cells[columns.text :])]
            remarks.append(Remark("warning", row.where, "The unquoted text's pieces were put together."))
        elif surplus > 0 and any(cells[width:]):
            too_wide.append(row.where)
        elif surplus < 0:
            remarks.append(
                Remark("warning", row.where, f"The row lacks {'a cell' if surplus == -1 else f'{-surplus} cells'}.")
            )
        fitted.append(replace(row, cells=cells + [""] * max(0, -surplus)))
    if too_wide:
        places = ", ".join(where.removeprefix("line ") for where in too_wide[:_MOST_LISTED])
        message = f"Rows have more cells than the header's {width}, at lines {places}. Quote texts with commas."
        raise TranscriptRefused("bad_csv", message)
    return fitted


def _units(
    rows: Sequence[Row], fitted: Sequence[Row], columns: Columns, remarks: list[Remark]
) -> tuple[TimeUnit, TimeUnit]:
    """Of the starts and of the ends: as chosen, or as the header says of each, or guessed."""
    if columns.unit:
        return columns.unit, columns.unit
    header = rows[0] if rows and columns.has_header else None
    start, end = (
        named_unit(header.cells[index]) if header and index is not None else None
        for index in (columns.start, columns.end)
    )
    if start and end:
        return start, end
    either = start or end or _guessed_unit(fitted, columns, remarks)
    return either, either


def _guessed_unit(rows: Sequence[Row], columns: Columns, remarks: list[Remark]) -> TimeUnit:
    starts = [row.cell(columns.start) for row in rows]
    n_words = sum(len(row.cell(columns.text).split()) for row in rows)
    unit = guess_unit(starts + [row.cell(columns.end) for row in rows], n_words=n_words)
    if any(start and ":" not in start for start in starts):
        name = "milliseconds" if unit == "ms" else "seconds"
        remarks.append(Remark("info", "", f"No unit is given for the times; they were read as {name}."))
    return unit


def _cue(row: Row, columns: Columns, start_unit: TimeUnit, end_unit: TimeUnit, remarks: list[Remark]) -> Cue:
    return Cue(
        lines=(row.cell(columns.text),),
        start_ms=_time(row.cell(columns.start), start_unit, row.where, remarks),
        end_ms=_time(row.cell(columns.end), end_unit, row.where, remarks),
        where=row.where,
        speaker=" ".join(row.cell(columns.speaker).rstrip(":").split()) or None,
    )


def _time(written: str, unit: TimeUnit, where: str, remarks: list[Remark]) -> int | None:
    time = parse_time(written, unit=unit)
    if written and time is None:
        remarks.append(Remark("warning", where, f"The time “{written}” can't be read; the row is kept without it."))
    return time
