"""A report of runs as one HTML page: ablations and people side by side, every figure with its interval."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.template import Context, Engine

from annotator.evaluations import figures
from annotator.evaluations.conclusion import (
    DEMONSTRATION,
    conclusion_of,
    format_figure,
    format_interval,
    range_sentence,
    threshold_sentence,
)
from annotator.evaluations.models import Evaluation
from annotator.releases.withdrawn import WithdrawnPart, withdrawn_part
from annotator.runs.models import Run
from annotator.runs.presets import ABLATION_NAMES

Json = dict[str, Any]

DETECTION = {
    "auroc": "AUROC",
    "auprc": "AUPRC",
    "f1": "F1",
    "mcc": "MCC",
    "brier": "Brier (0 is best)",
    "macro_f1": "Macro-F1 of the type",
    "accuracy": "Accuracy of the type",
}
REPLIES = {
    "empathic_authenticity": "Empathic authenticity",
    "responsive_engagement": "Responsive engagement",
    "therapeutic_concision": "Therapeutic concision",
    "pct_adherence": "PCT adherence",
    "pct_composite": "PCT composite",
}
HUMANS = "People"
MAJORITY = "Commonest type"

_ENGINE = Engine(dirs=[str(Path(__file__).parent / "templates")])


def run_report(run: Run, *, at: datetime) -> str:
    """The report of a run and of those started together with it, as it is at that moment."""
    group = Run.objects.filter(group=run.group, evaluation__isnull=False).select_related("evaluation", "release__study")
    return report_html(list(group.order_by("number")), title=f"Run {run.number} of {run.release.study}", at=at)


def report_html(runs: Sequence[Run], *, title: str, at: datetime) -> str:
    """The page; it says what is missing where no run has figures yet, and whose consent has ended since."""
    summary = report_json(runs, at=at)
    context = {
        "title": title,
        "made_at": at,
        "release": runs[0].release if runs else None,
        "withdrawn": _withdrawn(runs, at=at),
        "detection": _table(summary["detection"], DETECTION),
        "replies": _table(summary["replies"], REPLIES),
        "conclusions": [(_name(run), conclusion_of(run, _figures(run))) for run in runs],
        "demonstration": DEMONSTRATION if any(run.is_demonstration for run in runs) else "",
        "thresholds": [(_name(run), threshold_sentence(_figures(run))) for run in runs],
        "empathy": _empathy_rows(runs),
        "range_note": range_sentence(_figures(runs[0])) if runs else "",
    }
    return _ENGINE.get_template("report.html").render(Context(context))


def report_json(runs: Sequence[Run], *, at: datetime) -> Json:
    """The same figures for a program: `detection`, `replies` and `sense7` by system.

    `runs` says of each what it came to, and where its threshold comes from.
    """
    scored = [(run, _figures(run)) for run in runs]
    detection = {_name(run): figures.detection(found) for run, found in scored}
    if scored:
        _, latest = scored[0]
        detection[HUMANS] = figures.human_ceiling(latest)
        detection[MAJORITY] = figures.majority_class(latest)
    return {
        "runs": [
            {
                "number": run.number,
                "name": run.name,
                "is_demonstration": run.is_demonstration,
                "conclusion": asdict(conclusion_of(run, found)),
                "threshold": {
                    name: found["detection"].get(name)
                    for name in ("threshold", "threshold_chosen_on", "why_no_threshold", "development")
                },
                "record": run.record,
            }
            for run, found in scored
        ],
        "release": {"number": runs[0].release.number, "content_hash": runs[0].release.content_hash} if runs else None,
        "withdrawn": asdict(_withdrawn(runs, at=at)),
        "detection": detection,
        "replies": {
            **{_name(run): figures.reply_means(found) for run, found in scored},
            **({"Counsellor": figures.reference_means(scored[0][1])} if scored else {}),
        },
        "sense7": [vars(each) for each in figures.empathy(scored[0][1])] if scored else [],
        "sense7_range_check": figures.range_check(scored[0][1]) if scored else None,
    }


def _withdrawn(runs: Sequence[Run], *, at: datetime) -> WithdrawnPart:
    """What of their release is of people who no longer consent to training."""
    return withdrawn_part(runs[0].release, at=at) if runs else WithdrawnPart()


@dataclass(frozen=True)
class Cell:
    value: str
    interval: str
    """Or the reason why there is none."""


@dataclass(frozen=True)
class Table:
    columns: list[str]
    rows: list[tuple[str, list[Cell]]]


def _table(systems: dict[str, dict[str, Json]], names: dict[str, str]) -> Table:
    rows = [
        (label, [_cell(estimates.get(name)) for estimates in systems.values()])
        for name, label in names.items()
        if any(name in estimates for estimates in systems.values())
    ]
    return Table(list(systems), rows)


def _cell(estimate: Json | None) -> Cell:
    if estimate is None:
        return Cell("–", "")
    if estimate["value"] is None:
        return Cell("–", estimate["why_undefined"])
    has_interval = estimate["low"] is not None
    return Cell(
        format_figure(estimate["value"]),
        format_interval(estimate) if has_interval else estimate["why_no_interval"] or "",
    )


def _empathy_rows(runs: Sequence[Run]) -> list[tuple[str, Cell, Cell, int | None]]:
    """Each dimension's name, score with interval, the judge's own quality, and the number of sessions."""
    if not runs:
        return []
    return [
        (
            each.name.capitalize(),
            _cell(each.estimate) if each.estimate else Cell("–", each.why_not),
            _cell(each.cross_validated_spearman),
            each.estimate["n_clusters"] if each.estimate else None,
        )
        for each in figures.empathy(_figures(runs[0]))
    ]


def _name(run: Run) -> str:
    return ABLATION_NAMES[run.training_config.ablation]


def _figures(run: Run) -> Json:
    evaluation: Evaluation = run.evaluation
    found: Json = evaluation.figures
    return found
