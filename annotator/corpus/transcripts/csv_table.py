"""A table (CSV, TSV) with a row for each turn, with or without a header, with or without times."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice

from annotator.corpus.transcripts.columns import Columns, known_names
from annotator.corpus.transcripts.delimited import declared_delimiter, rows_of
from annotator.corpus.transcripts.model import Cue, Reading, Remark, Table, TranscriptRefused
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.table import (
    Row,
    check_columns,
    conversation_rows,
    guess_columns,
    has_header,
    read_rows,
    shown,
    with_conversation,
)

_DELIMITERS = ",;\t|"
_SNIFFED_ROWS = 200
_MOST_COLUMNS = 500


def is_csv_table(text: str) -> bool:
    """Whether a header names a column we know, or each column shows by its content what it is."""
    samples = _samples(text)
    return _best_by_header(samples) is not None or any(guess_columns(rows) for rows in samples.values())


def read_csv_table(text: str, options: ReadingOptions) -> Reading:
    """Read each row as one cue; line breaks inside a cell stay.

    Raises:
        TranscriptRefused: broken quoting, no column for the text, rows wider than the header.
    """
    samples = _samples(text)
    delimiter, columns = _layout(samples, options.columns)
    sample = samples.get(delimiter, [])
    if columns is None:
        header = delimiter.join(sample[0].cells) if sample else text.split("\n", 1)[0]
        message = f"The header, “{header[:200]}”, has no column for the text, as “text” or “utterance” would be."
        raise TranscriptRefused("no_text_column", message, table=shown(sample, None))
    check_columns(columns, sample)
    remarks: list[Remark] = []
    rows = list(rows_of(text, delimiter, remarks))
    if options.columns is None:
        columns = with_conversation(columns, rows)
    read, tiers = conversation_rows(rows, columns, options, remarks)
    cues, more = read_rows(read, columns, joiner=delimiter)
    remarks += [*more, *_about_swallowed_rows(cues, delimiter)]
    if not columns.has_header and options.columns is None:
        message = f"The table has no header; {columns.described()}. Check that this is right."
        remarks.insert(0, Remark("warning", "line 1", message))
    return Reading("csv", tuple(cues), tuple(remarks), shown(rows, columns), tiers)


def _about_swallowed_rows(cues: Sequence[Cue], delimiter: str) -> Iterator[Remark]:
    """A stray quotation mark may pair with one some rows below, so that these become one cell."""
    speakers = {cue.speaker for cue in cues if cue.speaker}
    for cue in cues:
        lines = cue.text.split("\n")[1:]
        if any(cell.strip() in speakers for line in lines for cell in line.split(delimiter)[:-1]):
            message = "The text in quotes goes over several lines that look like rows. Check where its quotes belong."
            yield Remark("warning", cue.where, message)


def is_table_of_other_things(text: str) -> bool:
    """Whether the text is a table, if of no columns we know: its rows are even below a line of names, or hold line
    breaks in quotes.
    """
    for rows in _samples(text).values():
        if _is_even(rows):
            names_columns = all(cell.strip() and ":" not in cell for cell in rows[0].cells)
            breaks_lines = any("\n" in cell for row in rows for cell in row.cells)
            if names_columns or breaks_lines:
                return True
    return False


def table_of(text: str) -> Table | None:
    """The table a person may tell the columns of, though we can't; None where the text is no table at all."""
    wide = {delimiter: rows for delimiter, rows in _samples(text).items() if _is_even(rows)}
    delimiter = max(wide, key=lambda each: len(wide[each][0].cells), default=None)
    return None if delimiter is None else shown(wide[delimiter], None)


def _is_even(rows: list[Row]) -> bool:
    widths = {len(row.cells) for row in rows}
    return len(rows) > 1 and len(widths) == 1 and widths != {1}


def _layout(samples: Mapping[str, list[Row]], chosen: Columns | None) -> tuple[str, Columns | None]:
    """The delimiter under which the first line names most of our columns, or else the rows tell what they are."""
    by_header = _best_by_header(samples)
    if chosen is not None:
        even = max(samples, key=lambda each: (_is_even(samples[each]), len(samples[each][0].cells)), default=",")
        return by_header or even, chosen
    if by_header is not None:
        return by_header, guess_columns(samples[by_header])
    for delimiter, rows in samples.items():
        columns = guess_columns(rows)
        if columns is not None:
            return delimiter, columns
    return ",", None


def _best_by_header(samples: Mapping[str, list[Row]]) -> str | None:
    named = {delimiter: len(known_names(rows[0].cells)) for delimiter, rows in samples.items() if has_header(rows)}
    return max(named, key=named.__getitem__, default=None)


def _samples(text: str) -> dict[str, list[Row]]:
    """The first rows under each delimiter, up to where the quoting breaks if it does."""
    samples: dict[str, list[Row]] = {}
    for delimiter in declared_delimiter(text) or _DELIMITERS:
        rows: list[Row] = []
        with suppress(TranscriptRefused):
            rows.extend(islice(rows_of(text, delimiter), _SNIFFED_ROWS))
        if rows and len(rows[0].cells) <= _MOST_COLUMNS:
            samples[delimiter] = rows
    return samples
