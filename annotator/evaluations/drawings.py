"""Where the points and intervals of a report's drawings lie, in percent of their width and height."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from annotator.evaluations.chart import ChartGroup, ChartLine
from annotator.evaluations.report_tables import cell_of
from annotator.wording import bounds, coefficient

Json = dict[str, Any]


@dataclass(frozen=True)
class DrawnLine:
    name: str
    kind: str
    value: str
    interval: str
    """Or the reason why there is none, or no value."""
    at: str | None
    low: str | None
    high: str | None
    n: str


@dataclass(frozen=True)
class DrawnGroup:
    name: str
    mark: str | None
    mark_name: str
    lines: list[DrawnLine]


@dataclass(frozen=True)
class DrawnBin:
    x: str
    y: str
    top: str | None
    bottom: str | None
    predicted: str
    observed: str
    interval: str
    n: str


def chart_drawing(groups: Sequence[ChartGroup]) -> list[DrawnGroup]:
    return [
        DrawnGroup(group.name, _percent(group.mark), group.mark_name, [_line(each) for each in group.lines])
        for group in groups
    ]


def calibration_drawing(bins: Sequence[Json]) -> list[DrawnBin]:
    """Predicted probability to the right, the share that is incongruent upwards."""
    return [
        DrawnBin(
            x=_place(each["mean_score"]),
            y=_place(1 - each["share_positive"]),
            top=_percent(None if each["share_high"] is None else 1 - each["share_high"]),
            bottom=_percent(None if each["share_low"] is None else 1 - each["share_low"]),
            predicted=coefficient(each["mean_score"]),
            observed=coefficient(each["share_positive"]),
            interval=each["why_no_interval"] or bounds(each["share_low"], each["share_high"]),
            n=f"{each['n_units']:,}",
        )
        for each in bins
    ]


def _line(line: ChartLine) -> DrawnLine:
    estimate = line.estimate
    cell = cell_of(estimate)
    return DrawnLine(
        name=line.name,
        kind=line.kind,
        value=cell.value,
        interval=cell.interval,
        at=_percent(estimate["value"]),
        low=_percent(estimate["low"]),
        high=_percent(estimate["high"]),
        n=f"{estimate['n_units']:,}",
    )


def _percent(share: float | None) -> str | None:
    return None if share is None else _place(share)


def _place(share: float) -> str:
    return f"{100 * min(1.0, max(0.0, share)):.1f}%"
