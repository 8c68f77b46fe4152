"""The main figures of runs that are compared, each on one axis from 0 to 1 with chance and people."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from annotator.evaluations import figures
from annotator.evaluations.names import DETECTION, REPLIES
from annotator.wording import coefficient

Json = dict[str, Any]

_NAMES = DETECTION | REPLIES


@dataclass(frozen=True)
class ChartLine:
    """A point with its interval: of a run, by what the model was given, or of people."""

    name: str
    kind: Literal["arm", "people"]
    estimate: Json


@dataclass(frozen=True)
class ChartGroup:
    """One figure. `mark` is what it takes no model to reach, and `mark_name` says that in words."""

    name: str
    mark: float | None
    mark_name: str
    lines: tuple[ChartLine, ...]


def main_figures(scored: Mapping[str, Json], *, beside: Json) -> list[ChartGroup]:
    """The figures of a run's headline for every run compared.

    Args:
        scored: by the name of an arm, its figures.
        beside: the figures of the run whose page it is, which chance and people are taken from.
    """
    majority = figures.majority_class(beside).get("macro_f1")
    random_reply = figures.mimicry_ceiling(beside).get("pct_composite")
    detection = {name: figures.detection(each) for name, each in scored.items()}
    raters = ("One rater against the others", figures.human_ceiling(beside))
    groups = [
        _group("auroc", detection, mark=("Chance", 0.5), people=raters),
        _group("macro_f1", detection, mark=("Always the commonest type", _value(majority)), people=raters),
        _group(
            "pct_composite",
            {name: figures.reply_means(each) for name, each in scored.items()},
            mark=("A random counsellor’s reply", _value(random_reply)),
            people=("Counsellors’ own replies", figures.reference_means(beside)),
        ),
    ]
    return [group for group in groups if group.lines]


def _group(
    figure: str,
    arms: Mapping[str, Mapping[str, Json]],
    *,
    mark: tuple[str, float | None],
    people: tuple[str, Mapping[str, Json]],
) -> ChartGroup:
    lines = [ChartLine(name, "arm", known[figure]) for name, known in arms.items() if figure in known]
    who, theirs = people
    if lines and figure in theirs:
        lines.append(ChartLine(who, "people", theirs[figure]))
    words, value = mark
    return ChartGroup(
        name=_NAMES[figure],
        mark=value,
        mark_name="" if value is None else f"{words} {coefficient(value)}",
        lines=tuple(lines),
    )


def _value(estimate: Json | None) -> float | None:
    return estimate["value"] if estimate else None
