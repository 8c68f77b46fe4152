"""A report of runs as one HTML page: ablations and people side by side, every figure with its interval."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

from django.template import Context, Engine

from annotator.evaluations import figures
from annotator.evaluations.chart import main_figures
from annotator.evaluations.comparisons import arm_name, comparison_of
from annotator.evaluations.conclusion import DEMONSTRATION, conclusion_of, range_sentence, threshold_sentence
from annotator.evaluations.drawings import calibration_drawing, chart_drawing
from annotator.evaluations.models import Evaluation
from annotator.evaluations.names import DETECTION, REPLIES
from annotator.evaluations.reasons import in_words
from annotator.evaluations.report_tables import empathy_table, estimates_table
from annotator.releases.withdrawn import WithdrawnPart, withdrawn_part
from annotator.runs.models import Run
from annotator.wording import counted

Json = dict[str, Any]

HUMANS = "People"
MAJORITY = "Commonest type"
COUNSELLOR = "Counsellor"

_ENGINE = Engine(dirs=[str(Path(__file__).parent / "templates")])


def run_report(run: Run, *, at: datetime) -> str:
    """The report of a run and of those it is compared with, as it is at that moment."""
    comparison = comparison_of(run)
    scored = [each for each in comparison.runs if hasattr(each, "evaluation")]
    return report_html(scored, title=f"Run {run.number} of {run.release.study}", at=at, note=comparison.note)


def report_html(runs: Sequence[Run], *, title: str, at: datetime, note: str = "") -> str:
    """The page; it says what is missing where no run has figures yet, and whose consent has ended since.

    `note` is what else to know of the comparison. People and chance are the first run's, as all saw the same hold-out.
    """
    summary, named = report_json(runs, at=at), _named(runs)
    scored = {name: _figures(run) for name, run in named.items()}
    first = _figures(runs[0]) if runs else None
    context = {
        "title": title,
        "made_at": at,
        "release": runs[0].release if runs else None,
        "withdrawn": _withdrawn(runs, at=at),
        "model": runs[0].model_name if runs else "",
        "held_out": _held_out(first) if first else "",
        "note": note,
        "conclusions": [(name, run.number, conclusion_of(run, scored[name])) for name, run in named.items()],
        "demonstration": DEMONSTRATION if any(run.is_demonstration for run in runs) else "",
        "chart": chart_drawing(main_figures(scored, beside=first)) if first else [],
        "detection": estimates_table(summary["detection"], DETECTION),
        "thresholds": [(name, threshold_sentence(found)) for name, found in scored.items()],
        "calibrations": [
            (name, calibration_drawing(bins)) for name, found in scored.items() if (bins := figures.reliability(found))
        ],
        "replies": estimates_table(summary["replies"], REPLIES),
        "empathy": empathy_table(scored),
        "range_notes": [(name, range_sentence(found)) for name, found in scored.items()],
    }
    return _ENGINE.get_template("report.html").render(Context(context))


def report_json(runs: Sequence[Run], *, at: datetime) -> Json:
    """The same figures for a program: `detection` and `replies` by system, `sense7` of the first run.

    `runs` says of each what it came to, and where its threshold comes from.
    """
    named = _named(runs)
    scored = {name: _figures(run) for name, run in named.items()}
    first = _figures(runs[0]) if runs else None
    detection = {name: figures.detection(found) for name, found in scored.items()}
    replies = {name: figures.reply_means(found) for name, found in scored.items()}
    if first:
        detection |= {HUMANS: figures.human_ceiling(first), MAJORITY: figures.majority_class(first)}
        replies[COUNSELLOR] = figures.reference_means(first)
    return {
        "runs": [
            {
                "number": run.number,
                "name": run.name,
                "model": run.model_name,
                "is_demonstration": run.is_demonstration,
                "conclusion": asdict(conclusion_of(run, scored[name])),
                "threshold": {
                    key: scored[name]["detection"].get(key)
                    for key in ("threshold", "threshold_chosen_on", "why_no_threshold", "development")
                },
                "record": run.record,
            }
            for name, run in named.items()
        ],
        "release": {"number": runs[0].release.number, "content_hash": runs[0].release.content_hash} if runs else None,
        "withdrawn": asdict(_withdrawn(runs, at=at)),
        "holdout": figures.holdout(first) if first else None,
        "detection": detection,
        "replies": replies,
        "sense7": [vars(each) for each in figures.empathy(first)] if first else [],
        "sense7_range_check": figures.range_check(first) if first else None,
    }


def _named(runs: Sequence[Run]) -> dict[str, Run]:
    """The runs by what the model was given; a second one of the same arm by its number as well."""
    named: dict[str, Run] = {}
    for run in runs:
        name = arm_name(run)
        named[arm_name(run, is_repeated=True) if name in named else name] = run
    return named


def _held_out(found: Json) -> str:
    """`360 turns of 6 sessions of 6 clients`; of runs that counted no clients, without them."""
    part = figures.holdout(found)
    clients = f" of {counted(part['clients'], 'client')}" if part["clients"] is not None else ""
    return f"{counted(part['turns'], 'turn')} of {counted(len(part['sessions']), 'session')}{clients}"


def _withdrawn(runs: Sequence[Run], *, at: datetime) -> WithdrawnPart:
    """What of their release is of people who no longer consent to training."""
    return withdrawn_part(runs[0].release, at=at) if runs else WithdrawnPart()


def _figures(run: Run) -> Json:
    evaluation: Evaluation = run.evaluation
    found: Json = in_words(evaluation.figures)
    return found
