"""The tables of a report: systems beside one another, every figure with its interval or why there is none."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from annotator.evaluations import figures
from annotator.wording import bounds, coefficient

Json = dict[str, Any]


@dataclass(frozen=True)
class Cell:
    value: str
    interval: str
    """Or the reason why there is none."""


@dataclass(frozen=True)
class Table:
    columns: list[str]
    rows: list[tuple[str, list[Cell]]]


def cell_of(estimate: Json | None) -> Cell:
    """The figure with its interval, or a dash with the reason why there is none."""
    if estimate is None:
        return Cell("–", "")
    if estimate["value"] is None:
        return Cell("–", estimate["why_undefined"])
    has_interval = estimate["low"] is not None
    interval = bounds(estimate["low"], estimate["high"]) if has_interval else estimate["why_no_interval"] or ""
    return Cell(coefficient(estimate["value"]), interval)


def estimates_table(systems: Mapping[str, Mapping[str, Json]], names: Mapping[str, str]) -> Table:
    """A row for each of the names that any system has an estimate of."""
    rows = [
        (label, [cell_of(estimates.get(name)) for estimates in systems.values()])
        for name, label in names.items()
        if any(name in estimates for estimates in systems.values())
    ]
    return Table(list(systems), rows)


def empathy_table(scored: Mapping[str, Json]) -> Table:
    """A row for each dimension: the score of every run, how many sessions it rests on, and the judge's own quality."""
    judged = {name: figures.empathy(found) for name, found in scored.items()}
    if not judged:
        return Table([], [])
    first = next(iter(judged.values()))
    rows = [
        (
            dimension.name.capitalize(),
            [
                *(_score(each[place]) for each in judged.values()),
                Cell(_sessions(dimension.estimate), ""),
                cell_of(dimension.cross_validated_spearman),
            ],
        )
        for place, dimension in enumerate(first)
    ]
    return Table([*judged, "sessions", "judge’s own Spearman"], rows)


def _score(dimension: figures.Empathy) -> Cell:
    return cell_of(dimension.estimate) if dimension.estimate else Cell("–", dimension.why_not)


def _sessions(estimate: Json | None) -> str:
    return f"{estimate['n_units']:,}" if estimate else "–"
