"""What can be said of a run at once, before it is queued: no file but the turns' is read.

The run's own process reads every file, compares the hashes and looks at every sample before it trains.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, get_args

from annotator.releases.folder import damaged_files, read_turns
from annotator.releases.models import Release
from annotator.releases.withdrawn import WITHOUT_THEM, withdrawn_part
from annotator.runs.models import Run
from metrics.estimate import FEWEST_CLUSTERS
from training.config import FEWEST_CLIENTS, TrainingConfig, Weighting, pictures_a_turn

Json = dict[str, Any]

_VAD = [f"{dimension}_{channel}" for channel in ("words", "face") for dimension in ("valence", "arousal", "dominance")]
_NEEDS = {"engagement": ["engagement"], "continuous": _VAD}


@dataclass(frozen=True)
class Preflight:
    """`faults` forbid the run, `warnings` are for the person who starts it."""

    faults: list[str]
    warnings: list[str]
    counts: Json | None
    """What the release holds; None until it is frozen."""
    weightings: dict[str, str | None]
    """For each way to weigh samples, the reason why this release can't be weighed so, or None."""
    device: str
    estimate_s: float | None
    """Seconds, after the latest run with the same base; None before the first."""


def check(release: Release, config: TrainingConfig, *, at: datetime) -> Preflight:
    """Look at the state, consent, the files' lengths, leaks and labels; all faults at once."""
    if release.manifest is None:
        fault = f"Release {release.number} is {release.state_now}; there is nothing to train on yet."
        return Preflight([fault], [], None, {}, _device(config), None)
    damaged = damaged_files(release.folder, release.manifest["files"])
    lines = read_turns(release.folder) if (release.folder / "turns.jsonl").is_file() else []
    train = [line for line in lines if line["split"] == "train"]
    weightings = {name: _why_not(name, train) for name in get_args(Weighting)}
    return Preflight(
        faults=[
            *standing_faults(release, at=at),
            *_file_faults(damaged, lines),
            *filter(None, [weightings[config.weighting]]),
        ],
        warnings=list(_warnings(lines, config)),
        counts=release.manifest["counts"],
        weightings=weightings,
        device=_device(config),
        estimate_s=_estimate(config, n_train=len(train)),
    )


def standing_faults(release: Release, *, at: datetime) -> Iterator[str]:
    """What forbids a run by the release's state and the consents of that moment, told by the database alone."""
    if release.state != Release.State.APPROVED:
        yield f"Release {release.number} is not approved. Another lead or the steward approves it first."
    if (withdrawn := withdrawn_part(release, at=at)).turns:
        yield f"Release {release.number} holds {withdrawn}. {WITHOUT_THEM}"


def _file_faults(damaged: Sequence[str], lines: Sequence[Json]) -> Iterator[str]:
    if damaged:
        shown = ", ".join(damaged[:3]) + (f" and {len(damaged) - 3} more" if len(damaged) > 3 else "")
        yield f"Files missing or changed since the freezing, {len(damaged)} in all: {shown}. Restore the backup."
    for what in ("session", "client"):
        sides = [{line[what] for line in lines if line["split"] == split} for split in ("train", "holdout")]
        if both := sides[0] & sides[1]:
            yield f"{what.capitalize()} {', '.join(sorted(both))} is both in training and in the hold-out."
    if not any(line["split"] == "train" for line in lines):
        yield "There is no turn to train on."


def _warnings(lines: Sequence[Json], config: TrainingConfig) -> Iterator[str]:
    # Of clients: whoever comes back is drawn as one when scores are resampled.
    held = {line["client"] for line in lines if line["split"] == "holdout"}
    if len(held) < FEWEST_CLUSTERS:
        yield f"Held-out clients: {len(held)}. Intervals of held-out scores need {FEWEST_CLUSTERS}."
    if without := sum(not line["frames"] for line in lines):
        yield f"Turns without a frame: {without}. The model sees a grey picture there."
    most = pictures_a_turn(config)
    counts = [len(line["frames"]) for line in lines]
    if most is not None and (unused := sum(max(0, count - most) for count in counts)):
        yield f"Pictures that are not used: {unused} of {sum(counts)}. The model is given at most {most} a turn."
    clients = {line["client"] for line in lines if line["split"] == "train"}
    if len(clients) < FEWEST_CLIENTS:
        yield (
            f"Clients in the training part: {len(clients)}. F1 and MCC need a threshold, and setting a client aside to "
            f"choose it needs {FEWEST_CLIENTS}."
        )


def _why_not(weighting: str, train: Sequence[Json]) -> str | None:
    needed = _NEEDS.get(weighting, [])
    if any(all(line["labels"].get(key) is not None for key in needed) for line in train):
        return None
    what = "an engagement label" if weighting == "engagement" else "valence, arousal and dominance of words and of face"
    return f"No training turn has {what}, which the weighting {weighting} needs."


def _device(config: TrainingConfig) -> str:
    return "CPU" if config.device == "cpu" else "GPU where the training worker has one, else CPU"


def _estimate(config: TrainingConfig, *, n_train: int) -> float | None:
    former = Run.objects.filter(state=Run.State.SUCCEEDED, config__family=config.family, record__isnull=False)
    latest = former.select_related("job", "release").order_by("-pk").first()
    if latest is None or latest.job is None or latest.job.started_at is None or latest.finished_at is None:
        return None
    took = (latest.finished_at - latest.job.started_at).total_seconds()
    manifest = latest.release.manifest or {}
    return float(took * n_train / max(1, manifest["counts"]["train"]))
