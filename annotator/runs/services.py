"""Starting, cancelling and resuming runs."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from uuid import uuid4

from django.db import transaction
from django.db.models import Max

from annotator.accounts.models import User
from annotator.audit.services import record
from annotator.errors import DomainError
from annotator.jobs.services import request_cancel, start_job
from annotator.locks import locked
from annotator.releases.models import Release
from annotator.runs.models import Run
from annotator.runs.preflight import check, standing_faults
from annotator.runs.presets import ABLATION_NAMES, preset_config
from annotator.runs.resuming import RESUMABLE, why_not_resumed
from annotator.studies.services import lock_study
from training.config import Ablation, TrainingConfig


class RunHasFaults(DomainError):
    code = "run_has_faults"


class RunsGoOn(DomainError):
    """The same runs wait or go on already; `details` names the first of them."""

    code = "runs_go_on"


class RunIsOver(DomainError):
    code = "run_is_over"


class RunGoesOn(DomainError):
    code = "run_goes_on"


class RunCannotGoOn(DomainError):
    code = "run_cannot_go_on"


def start_runs(
    *,
    release: Release,
    preset: str,
    ablations: Sequence[Ablation],
    seed: int,
    is_seed_chosen: bool = True,
    actor: User,
    now: datetime,
) -> list[Run]:
    """Queue one run an ablation, as one group that differs in nothing else.

    A second click, another tab or a request sent again must not train all of it twice, so what waits or goes on
    already is refused: runs by the seed that somebody chose, or by any seed where nobody chose one.

    Raises:
        UnknownPreset: there is no such preset.
        RunHasFaults: the release can't be trained on; all reasons at once.
        RunsGoOn: such a run waits or goes on.
    """
    config = replace(preset_config(preset), seed=seed)
    _refuse(check(release, config, at=now).faults)  # It reads files, for which nobody else's save should wait.
    with transaction.atomic():
        configs = [replace(config, ablation=ablation) for ablation in ablations]
        return _start(release, preset, configs, any_seed=not is_seed_chosen, actor=actor, now=now)


def _start(
    release: Release, preset: str, configs: Sequence[TrainingConfig], *, any_seed: bool, actor: User, now: datetime
) -> list[Run]:
    """Hold the study, look again at what may have changed since the files were read, and queue the runs."""
    study = release.study
    lock_study(study)
    release.refresh_from_db(fields=["state"])
    _refuse(standing_faults(release, at=now))
    _refuse_twins(release, configs, any_seed=any_seed)
    latest = Run.objects.filter(release__study=study).aggregate(latest=Max("number"))["latest"] or 0
    group = uuid4()
    started = [
        Run.objects.create(
            release=release,
            number=number,
            group=group,
            name=f"{preset}, {ABLATION_NAMES[config.ablation]}",
            config=asdict(config),
            started_by=actor,
            created_at=now,
        )
        for number, config in enumerate(configs, start=latest + 1)
    ]
    for run in started:
        _queue(run, actor=actor, now=now)
        text = f"Run {run.number} was started on release {release.number}: {run.name}, seed {run.config['seed']}"
        record(actor=actor, action="run.started", text=text, study=study, target=run, at=now)
    return started


@transaction.atomic
def cancel_run(*, run: Run, actor: User, now: datetime) -> Run:
    """Ask for the run's end: at once where it waits, within seconds where it runs.

    Raises:
        RunIsOver: it has ended.
    """
    if run.job is None or run.job.is_over:
        raise RunIsOver(f"Run {run.number} has ended; there is nothing to cancel.")
    run.job = request_cancel(job=run.job, now=now)
    text = f"Run {run.number} was asked to end"
    record(actor=actor, action="run.cancelled", text=text, study=run.release.study, target=run, at=now)
    return run


def resume_run(*, run: Run, actor: User, now: datetime) -> Run:
    """Go on with a run that was cancelled, failed or interrupted, from its last checkpoint.

    Raises:
        RunGoesOn: it waits, runs or has succeeded.
        RunHasFaults: the release can't be trained on any more.
        RunCannotGoOn: an older version began it and trained in another way.
    """
    _refuse_going_on(run)
    if why_not := why_not_resumed(run):
        raise RunCannotGoOn(why_not)
    _refuse(check(run.release, run.training_config, at=now).faults)
    with transaction.atomic():
        return _resume(run, actor=actor, now=now)


def _resume(run: Run, *, actor: User, now: datetime) -> Run:
    """Hold the run, look again at what may have changed since the files were read, and queue it."""
    run = locked(Run.objects.select_related("release__study", "job"), run)
    _refuse_going_on(run)
    _refuse(standing_faults(run.release, at=now))
    run.state, run.error, run.finished_at = Run.State.QUEUED, "", None
    run.config = asdict(run.training_config)  # In full again, also where an older version knew fewer settings.
    run.save(update_fields=["state", "error", "finished_at", "config"])
    _queue(run, actor=actor, now=now)
    text = f"Run {run.number} was resumed"
    record(actor=actor, action="run.resumed", text=text, study=run.release.study, target=run, at=now)
    return run


def _refuse(faults: Iterable[str]) -> None:
    """Raises RunHasFaults with all of them, where there are any."""
    if told := " ".join(faults):
        raise RunHasFaults(told)


def _refuse_going_on(run: Run) -> None:
    if run.state_now not in RESUMABLE:
        raise RunGoesOn(f"Run {run.number} is {run.state_now}; only one that stopped can be resumed.")


def _refuse_twins(release: Release, configs: Sequence[TrainingConfig], *, any_seed: bool) -> None:
    """Refuse where a run of the release by one of these configs has not ended."""

    def told_apart(config: TrainingConfig) -> TrainingConfig:
        return replace(config, seed=0) if any_seed else config

    wanted = [told_apart(config) for config in configs]
    rows = release.runs.select_related("job").order_by("number")
    twins = [run for run in rows if not run.has_ended and told_apart(run.training_config) in wanted]
    if not twins:
        return
    first, *others = twins
    which = f"Runs {first.number} to {others[-1].number}" if others else f"Run {first.number}"
    waits = "already wait or go on" if others else "already waits or goes on"
    raise RunsGoOn(
        f"{which} on release {release.number} {waits} with these settings, so nothing was started. To train beside "
        "that, choose a seed of your own.",
        details={"run": first.pk},
    )


def _queue(run: Run, *, actor: User, now: datetime) -> None:
    run.job = start_job(
        kind="execute_run",
        arguments={"run_id": run.pk},
        title=f"Run {run.number}: {run.name}",
        study=run.release.study,
        started_by=actor,
        now=now,
    )
    run.save(update_fields=["job"])
