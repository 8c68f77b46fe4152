"""Doing a run: its config is written, a child process trains, and what it leaves is kept."""

import errno
import json
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils import timezone

from annotator.disk import DiskFull, full_disk
from annotator.errors import DomainError
from annotator.jobs.models import Job
from annotator.jobs.patience import patiently
from annotator.jobs.registry import Cancelled, Progress
from annotator.releases.folder import read_turns, sha256_of
from annotator.releases.withdrawn import WITHOUT_THEM, withdrawn_part
from annotator.runs import child
from annotator.runs.adapters import WEIGHTS, why_unusable
from annotator.runs.models import Adapter, Prediction, Run
from annotator.runs.resuming import why_not_resumed
from training.config import as_yaml
from training.disk import FULL_STATUS, is_full
from training.ending import ENDED

FOLLOW_EVERY_S = 0.3
ASK_CONSENT_EVERY_S = 5

_STATES = {
    "preflight": Run.State.PREFLIGHT,
    "base": Run.State.PREFLIGHT,
    "training": Run.State.RUNNING,
    "predicting": Run.State.EVALUATING,
    "evaluating": Run.State.EVALUATING,
}


class RunFailed(DomainError):
    code = "run_failed"


def execute(progress: Progress, *, run_id: int) -> Run | None:
    """Train, predict and evaluate one run; None where it is over already.

    Begun again after a worker died, it goes on from the last checkpoint, which the child finds in the run's folder.

    Raises:
        RunFailed: the child refused or broke; the reason is kept with the run.
    """
    run = Run.objects.select_related("release__study", "job").get(pk=run_id)
    if run.is_over:
        return None
    _enter(run, Run.State.PREFLIGHT)
    try:
        if why_not := why_not_resumed(run):
            raise RunFailed(why_not)
        patiently(lambda: _refuse_withdrawn(run))
        _train(progress, run)
        patiently(lambda: _refuse_withdrawn(run))
        patiently(lambda: _keep(run))
    except Cancelled:
        # A worker that lost its claim is told to stop as well; the run goes on elsewhere then.
        if patiently(Job.objects.filter(runs=run, cancel_requested_at__isnull=False).exists):
            _enter(run, Run.State.CANCELLED)
        raise
    except RunFailed as failure:
        _enter(run, Run.State.FAILED, error=failure.message)
        raise
    except OSError as error:
        if not is_full(error):
            raise
        _enter(run, Run.State.FAILED, error=_full(error).message)
        raise _full(error) from error
    return run


def _full(error: OSError) -> DiskFull:
    return full_disk(error, doing="resume the run: it goes on from its last checkpoint") or DiskFull(str(error))


def finish(run: Run) -> None:
    """The run's results are all stored."""
    _enter(run, Run.State.SUCCEEDED)


def _enter(run: Run, state: Run.State, *, error: str = "") -> None:
    run.state, run.error = state, error
    run.finished_at = timezone.now() if run.is_over else None
    patiently(lambda: run.save(update_fields=["state", "error", "finished_at"]))


def _refuse_withdrawn(run: Run) -> None:
    """Raises RunFailed once anybody in the release no longer consents to training, be it in the middle of the run."""
    withdrawn = withdrawn_part(run.release, at=timezone.now())
    if withdrawn.turns:
        raise RunFailed(
            f"Release {run.release.number} holds {withdrawn}, so the run was ended and left no adapter. {WITHOUT_THEM}"
        )


def _train(progress: Progress, run: Run) -> None:
    out = run.folder
    out.mkdir(parents=True, exist_ok=True)
    config = out / "config.yaml"
    config.write_text(as_yaml(run.training_config), encoding="utf-8")
    arguments = ["-m", "training.run", "--release", str(run.release.folder), "--config", str(config), "--out", str(out)]
    lines = child.ProgressFile(out / child.PROGRESS)
    with child.started(arguments, out=out) as process:
        latest = child.ProgressLine(stage="preflight", message="Starting", progress=0.0)
        asked_at = time.monotonic()
        while process.poll() is None:
            latest = _follow(progress, run, lines, latest)
            time.sleep(FOLLOW_EVERY_S)
            if time.monotonic() - asked_at > ASK_CONSENT_EVERY_S:
                patiently(lambda: _refuse_withdrawn(run))
                asked_at = time.monotonic()
        latest = _follow(progress, run, lines, latest)
        if process.returncode:
            raise RunFailed(_why(process, latest))


def _follow(progress: Progress, run: Run, lines: child.ProgressFile, latest: child.ProgressLine) -> child.ProgressLine:
    """Pass the child's new lines on, and hear whether the run should end."""
    for line in lines.new_lines():
        if line.message and line.message != latest.message:
            progress.log(line.message)
        state = _STATES.get(line.stage)
        if state and state != run.state:
            _enter(run, state)
        latest = line
    progress.report(latest.progress or 0.0, latest.message or latest.stage)
    return latest


def _why(process: subprocess.Popen[bytes], latest: child.ProgressLine) -> str:
    if process.returncode == FULL_STATUS:
        return _full(OSError(errno.ENOSPC, "the training process found no room")).message
    if latest.stage == "failed":
        return " ".join([latest.message, *(fault for fault in latest.faults if fault != latest.message)])
    if process.returncode in (-signal.SIGTERM, ENDED):
        return "Something outside Attune asked the training process to end. Resume the run: it goes on where it was."
    if process.returncode < 0:
        return f"The training process was ended by signal {-process.returncode}; often that means too little memory."
    return f"The training process broke with exit code {process.returncode}; {child.LOG} in the run's folder says why."


@transaction.atomic
def _keep(run: Run) -> None:
    """Keep the record, the adapter if it can be used, predictions and replies."""
    reason = why_unusable(run.folder / "adapter")
    if reason:
        raise RunFailed(f"Training ended, but {reason}.")
    run.record = json.loads((run.folder / "run.json").read_text(encoding="utf-8"))
    run.save(update_fields=["record"])
    Adapter.objects.update_or_create(
        run=run,
        defaults={"sha256": sha256_of(run.folder / "adapter" / WEIGHTS), "created_at": timezone.now()},
    )
    gold = {line["turn"]: line["labels"]["incongruence"] for line in read_turns(run.release.folder)}
    replies = {line["turn"]: line for line in _lines(run.folder / "replies.jsonl")}
    Prediction.objects.filter(run=run).delete()
    Prediction.objects.bulk_create(
        Prediction(
            run=run,
            turn_id=line["turn"],
            probabilities={name.removeprefix("p_"): line[name] for name in line if name.startswith("p_")},
            predicted=line["predicted"],
            gold=gold[line["turn"]],
            reply=replies[line["turn"]]["reply"] if line["turn"] in replies else "",
            reference=(replies[line["turn"]].get("reference") or "") if line["turn"] in replies else "",
        )
        for line in _lines(run.folder / "predictions.jsonl")
    )


def _lines(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]
