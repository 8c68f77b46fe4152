"""CSV that leaves: harmless in any spreadsheet, and as it was for a program."""

import csv
import io

import pytest

from annotator.api.tables import csv_blocks

pytestmark = pytest.mark.one_database


def csv_text(rows: list[list[str]]) -> str:
    return "".join(csv_blocks(rows))


def opened_with(delimiter: str, text: str) -> list[str]:
    """Every cell that a spreadsheet shows which splits lines at the delimiter, quotes or not."""
    lines = text.replace("\r", "\n").split("\n")
    return [cell.strip(' "') for line in lines for cell in line.split(delimiter)]


@pytest.mark.parametrize("delimiter", [";", "\t"])
@pytest.mark.parametrize(
    "cell",
    [
        "a;=1+1",
        'well; =HYPERLINK("http://x","y")',
        'she said;"=1+1"',
        "so;@SUM(1,2)",
        "then;+cmd|' /C calc'!A0",
        "a\t=1+1",
        "two lines\n=1+1",
        "two lines\r\n-cmd|' /C calc'!A0",
        "=1+1",
        "\t=1+1",
        "＝1+1",
    ],
)
def test_no_cell_runs_as_a_formula_whatever_a_spreadsheet_splits_at(cell: str, delimiter: str) -> None:
    text = csv_text([["unit", "text", "end"], ["S001-3", cell, "last"]])

    assert not [shown for shown in opened_with(delimiter, text) if shown[:1] in tuple("=@+-＝")]
    (_, (_, read, _)) = list(csv.reader(io.StringIO(text, newline="")))
    assert read.replace("'", "") == cell.replace("'", "")


@pytest.mark.parametrize(
    "cell", ["-and then I left", "I said no; -and then I left", "a;b", "3 = 3; yes", "well;\nso it was", "", "x@y.org"]
)
def test_other_text_is_read_back_as_it_was(cell: str) -> None:
    text = csv_text([["unit", "text"], ["S001-3", cell]])

    assert list(csv.reader(io.StringIO(text, newline="")))[1] == ["S001-3", cell]
