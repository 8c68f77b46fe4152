"""CSV files as rows that know where they stand."""

import csv
from dataclasses import dataclass
from pathlib import Path

from metrics.refusal import InputRefusedError


@dataclass(frozen=True)
class Row:
    """One row below the header."""

    where: str
    """`ratings.csv:14`, to be named in a refusal."""
    cells: dict[str, str]


def read_table(path: Path, *columns: str) -> list[Row]:
    """The rows of a CSV file with a header.

    Raises:
        InputRefusedError: the file is absent, is not text, is empty or lacks one of `columns`.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file, restval="", strict=True)
            header = reader.fieldnames or ()
            rows = [Row(f"{path}:{reader.line_num}", cells) for cells in reader]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputRefusedError([f"{path}: cannot be read as a table ({error})"]) from error
    if missing := [column for column in columns if column not in header]:
        raise InputRefusedError([f"{path}:1: column {', '.join(missing)} missing"])
    if not rows:
        raise InputRefusedError([f"{path}: there is no row below the header"])
    return rows


def to_rating(text: str) -> float:
    """A rating from 1 to 5.

    Raises:
        ValueError: it is anything else.
    """
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not 1 <= value <= 5:
        raise ValueError(f"{text} is not a number from 1 to 5")
    return value
