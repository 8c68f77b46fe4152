"""Doing a run to its end: training in a child process, then its scores stored."""

import json
from typing import Any

from django.db import transaction
from django.utils import timezone

from annotator.evaluations.models import Evaluation, ReplyScore
from annotator.jobs.registry import Progress, Result
from annotator.runs import execution as running
from annotator.runs.models import Run


def execute(progress: Progress, *, run_id: int) -> Result:
    """Train and score one run; nothing where it is over already."""
    run = running.execute(progress, run_id=run_id)
    if run is None:
        return None
    store_scores(run)
    running.finish(run)
    return {"run": run.pk}
