"""Doing a run to its end: training in a child process, then its scores stored."""

import json
from typing import Any

from django.db import transaction
from django.utils import timezone

from annotator.evaluations import figures
from annotator.evaluations.models import Evaluation, ReplyScore
from annotator.jobs.patience import patiently
from annotator.jobs.registry import Progress, Result
from annotator.runs import execution as running
from annotator.runs.models import Run


def execute(progress: Progress, *, run_id: int) -> Result:
    """Train and score one run; nothing where it is over already."""
    run = running.execute(progress, run_id=run_id)
    if run is None:
        return None
    patiently(lambda: store_scores(run))
    running.finish(run)
    return {"run": run.pk}


@transaction.atomic
def store_scores(run: Run) -> Evaluation:
    """Store what the child computed: every figure with its interval, and the scores of each reply."""
    written: dict[str, Any] = json.loads((run.folder / "evaluation.json").read_text(encoding="utf-8"))
    now = timezone.now()
    evaluation, _ = Evaluation.objects.update_or_create(
        run=run, defaults={"figures": written, "headline": figures.headline(written), "created_at": now}
    )
    ReplyScore.objects.filter(evaluation=evaluation).delete()
    ReplyScore.objects.bulk_create(
        (
            ReplyScore(
                evaluation=evaluation,
                turn_id=line["turn"],
                name=name,
                value=value,
                why_undefined="" if value is not None else line["why_null"] or "",
            )
            for line in figures.reply_lines(written)
            for name, value in line.items()
            if name not in figures.NOT_SCORES
        ),
        batch_size=500,
    )
    return evaluation
