"""CSV that a spreadsheet opens without harm and a program reads back as it was; never kept by a cache."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from django.http import StreamingHttpResponse

_TYPE = "text/csv; charset=utf-8"
_BLOCK = 16_384
# A dash or plus alone calls nothing, and interrupted speakers begin with one: such text stays as it is. In the full
# width a spreadsheet reads signs alike.
_SIGNS = r"(?:[=@＝＠]|[+\-＋－][^;\t\r\n]*[(|!])"
# Where the comma stands in numbers, a spreadsheet splits lines at semicolons or tabs, and sees no quotes then, so that
# a line break within a cell begins a row.
_FORMULA = re.compile(rf"(\A[\t\r]?)(?= *{_SIGNS})|([;\t\r\n])(?=[ \"]*{_SIGNS})")


def csv_stream(rows: Iterable[Sequence[object]], *, name: str, for_spreadsheets: bool = False) -> StreamingHttpResponse:
    """A download called `name`, sent while the rows are read.

    Args:
        for_spreadsheets: begin with the mark without which Excel takes the umlauts of what people wrote for other
            letters; for files that are rather read than computed with.
    """
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    blocks = chain(["\ufeff"], csv_blocks(rows)) if for_spreadsheets else csv_blocks(rows)
    return StreamingHttpResponse(blocks, content_type=_TYPE, headers=headers)


def csv_blocks(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """The rows as RFC 4180 text, some kilobytes at a time. Text that would run as a formula, whichever sign a
    spreadsheet splits a line at, has an apostrophe before it."""
    block = io.StringIO()
    writer = csv.writer(block, lineterminator="\r\n")
    for row in rows:
        writer.writerow([_harmless(cell) for cell in row])
        if block.tell() > _BLOCK:
            yield block.getvalue()
            block.seek(0)
            block.truncate()
    yield block.getvalue()


def _harmless(cell: object) -> object:
    return _FORMULA.sub(r"\1\2'", cell) if isinstance(cell, str) else cell
