"""CSV that a spreadsheet opens without harm and a program reads back as it was."""

import csv
import io
import re
from collections.abc import Iterable, Sequence

from django.http import HttpResponse

# A dash or plus alone calls nothing, and interrupted speakers begin with one: such text stays as it is.
_FORMULA = re.compile(r"[=@\t\r]|[+-].*[(|!]", re.DOTALL)


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """The rows as RFC 4180 text. A cell of text that would run as a formula begins with an apostrophe."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows([[_harmless(cell) for cell in row] for row in rows])
    return text.getvalue()


def csv_response(text: str, *, name: str) -> HttpResponse:
    """A download called `name`, never kept by a cache."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)


def _harmless(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell
