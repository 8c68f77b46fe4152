"""Agreement of raters: a CSV of unit, rater, value[, session][, client] in, coefficients with intervals out."""

import argparse
import csv
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import numpy as np

from metrics.agreement import agreement_estimates
from metrics.commands.options import add_interval_arguments
from metrics.rating_scale import Scale, ScaleKind
from metrics.ratings import Rating, Ratings
from metrics.refusal import InputRefusedError

REQUIRED_COLUMNS = ("unit", "rater", "value")
OPTIONAL_COLUMNS = ("session", "client")
COLUMNS = (*REQUIRED_COLUMNS, *OPTIONAL_COLUMNS)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE.csv", help="columns unit, rater, value[, session][, client]")
    parser.add_argument(
        "--scale", required=True, choices=get_args(ScaleKind), help="what the values mean; ordinal ones need --levels"
    )
    parser.add_argument(
        "--levels",
        type=lambda text: tuple(level.strip() for level in text.split(",")),
        default=(),
        metavar="a,b,c",
        help="the codebook's levels in their order, those that nobody used too, since they count; needed for ordinal "
        "scales, while nominal ones default to the levels seen, with a warning; of two, the last is positive",
    )
    add_interval_arguments(
        parser,
        drawn="whole sessions, or of whole clients where one comes back, or of units where the file names neither",
    )


def run(arguments: argparse.Namespace) -> dict[str, object]:
    """The answer as JSON-able values.

    Raises:
        InputRefusedError: with everything that is wrong with the file.
    """
    if arguments.scale == "ordinal" and not arguments.levels:
        raise InputRefusedError(["an ordinal scale needs its levels in their order: --levels a,b,c"])
    rows = read_ratings(arguments.file)
    warnings: list[str] = []
    if arguments.levels or arguments.scale != "nominal":
        scale = Scale(arguments.scale, arguments.levels)
    else:
        scale = Scale.of_levels_seen(row.value for row in rows)
        warnings.append(
            f"the levels are those seen, {','.join(scale.levels)}. A level that nobody used counts too, in ac1 and "
            "bennett_s among others: name all levels of the codebook with --levels a,b,c"
        )
    ratings = Ratings.of(rows, scale)
    estimates = agreement_estimates(ratings, bootstrap=arguments.bootstrap, seed=arguments.seed)
    return {
        "n_units": len(ratings.units),
        "n_raters": len(ratings.raters),
        "levels": list(scale.levels),
        "resampled": ratings.draw(bootstrap=0).resampled,
        "icc_method": _icc_method(ratings) if any(name.startswith("icc_") for name in estimates) else None,
        "warnings": warnings,
        "estimates": {name: estimate.to_json() for name, estimate in estimates.items()},
    }


def _icc_method(ratings: Ratings) -> str:
    n_with_gaps = int(np.isnan(ratings.values).any(axis=0).sum())
    if not n_with_gaps:
        return "two-way mean squares"
    return f"mixed model (REML), since {n_with_gaps} of {len(ratings.units)} units lack a rater"


def read_ratings(path: Path) -> list[Rating]:
    """Read ratings, one a row; ids stay text, an empty value is a missing rating.

    An optional column in which nothing stands is none; one in which something is missing is refused.

    Raises:
        InputRefusedError: the file is not such a table; every bad row is named with its line.
    """
    try:
        # utf-8-sig, since spreadsheets begin a file with a byte-order mark; strict, since a quote that is never closed
        # would otherwise swallow the rest of the file in silence.
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.reader(file, strict=True)
            lines = [(reader.line_num, [cell.strip() for cell in cells]) for cells in reader if any(cells)]
    except OSError as error:
        raise InputRefusedError([f"{path}: {error.strerror}"]) from error
    except UnicodeDecodeError as error:
        raise InputRefusedError([f"{path}: this is not text in UTF-8"]) from error
    except csv.Error as error:
        raise InputRefusedError([f"{path}:{reader.line_num}: {error}"]) from error
    if not lines:
        raise InputRefusedError([f"{path}: the file is empty"])
    (_, header), *rows = lines
    columns = _columns(path, header)
    for name in OPTIONAL_COLUMNS:
        if name in columns and not any(columns[name] < len(cells) and cells[columns[name]] for _, cells in rows):
            del columns[name]
    problems = [problem for line, cells in rows for problem in _problems(f"{path}:{line}", cells, header, columns)]
    if problems:
        raise InputRefusedError(problems)
    if not any(cells[columns["value"]] for _, cells in rows):
        raise InputRefusedError([f"{path}: there is no rating below the header"])
    return [
        Rating(where=f"{path}:{line}", **{name: cells[index] for name, index in columns.items()})
        for line, cells in rows
    ]


def _columns(path: Path, header: list[str]) -> dict[str, int]:
    """Where each column that counts stands."""
    names = [name.lower() for name in header]
    if len(header) == 1 and header[0].count(";") > 1:
        raise InputRefusedError([f"{path}:1: the cells are separated by semicolons; save the file with commas"])
    found = ", ".join(header)
    missing = [name for name in REQUIRED_COLUMNS if name not in names]
    if missing:
        plural = "" if len(missing) == 1 else "s"
        raise InputRefusedError([f"{path}:1: column{plural} {', '.join(missing)} missing; found {found}"])
    twice = [name for name in COLUMNS if names.count(name) > 1]
    if twice:
        raise InputRefusedError([f"{path}:1: column {', '.join(twice)} stands twice"])
    return {name: names.index(name) for name in COLUMNS if name in names}


def _problems(where: str, cells: list[str], header: list[str], columns: dict[str, int]) -> Iterator[str]:
    if len(cells) != len(header):
        yield f"{where}: {len(cells)} cells, where the header has {len(header)}"
        return
    for name in ("unit", "rater", *OPTIONAL_COLUMNS):
        if name in columns and not cells[columns[name]]:
            yield f"{where}: {name} is empty"
