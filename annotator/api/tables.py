"""CSV that a spreadsheet opens without harm and a program reads back as it was; never kept by a cache."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence

from django.http import HttpResponse, StreamingHttpResponse

_TYPE = "text/csv; charset=utf-8"
# A dash or plus alone calls nothing, and interrupted speakers begin with one: such text stays as it is. In the full
# width a spreadsheet reads signs alike.
_SIGNS = r"(?:[=@＝＠]|[+\-＋－][^;\t\r\n]*[(|!])"
# Where the comma stands in numbers, a spreadsheet splits lines at semicolons or tabs, and sees no quotes then, so that
# a line break within a cell begins a row.
_FORMULA = re.compile(rf"(\A[\t\r]?)(?= *{_SIGNS})|([;\t\r\n])(?=[ \"]*{_SIGNS})")


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """The rows as RFC 4180 text. Text that would run as a formula, whichever sign a spreadsheet splits a line at, has
    an apostrophe before it."""
    return "".join(_lines(rows))


def csv_response(text: str, *, name: str) -> HttpResponse:
    """A download called `name`."""
    return HttpResponse(text, content_type=_TYPE, headers=_headers(name))


def csv_stream(rows: Iterable[Sequence[object]], *, name: str) -> StreamingHttpResponse:
    """The same, sent while the rows are read: for tables without an end."""
    return StreamingHttpResponse(_lines(rows), content_type=_TYPE, headers=_headers(name))


def _headers(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}


def _lines(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    line = io.StringIO()
    writer = csv.writer(line, lineterminator="\r\n")
    for row in rows:
        writer.writerow([_harmless(cell) for cell in row])
        yield line.getvalue()
        line.seek(0)
        line.truncate()


def _harmless(cell: object) -> object:
    return _FORMULA.sub(r"\1\2'", cell) if isinstance(cell, str) else cell
