"""Look at everything before the device is used, and name all faults at once.

python -m training.preflight --release releases/4 --config training/configs/tiny.yaml --out runs/17
"""

import hashlib
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from training.command import Run, run_command
from training.config import TrainingConfig, pictures_a_turn
from training.data import Encoder, Sample, is_lesson
from training.development import split_training
from training.families.backbone import Backbone
from training.progress import Progress
from training.record import add_to_record
from training.refusals import RunRefused
from training.release import Release, Turn, sha256_of
from training.sample_checks import sample_faults


@dataclass(frozen=True)
class Ready:
    """What a run may start with."""

    backbone: Backbone
    lessons: list[Sample]
    """Of the turns that the adapter is fitted on: the development part is left out."""


def preflight(run: Run, progress: Progress) -> Ready:
    """Check release, config and every sample; the counts go into the record.

    Raises:
        RunRefused: with every fault found.
    """
    progress.part("preflight", 0, 0.1).report(0, "checking files, consent, splits and labels")
    part = split_training(run.release.training, run.config)
    faults = [*release_faults(run.release), *training_faults(part.fitted, run.config)]
    if faults:
        raise RunRefused(f"preflight found {len(faults)} fault(s)", faults)

    backbone = run.backbone(progress.part("base", 0.1, 0.8))
    checking = progress.part("preflight", 0.8, 1)
    checking.report(0, "reading every turn as the model will")
    encoder = Encoder(backbone, run.config, run.release.folder)
    lessons = [encoder.lesson(turn) for turn in part.fitted if is_lesson(turn)]
    questions = [encoder.question(turn) for turn in run.release.holdout()]
    asked = [*questions, *(encoder.question(turn) for turn in part.development)]
    faults = [
        fault for sample in [*lessons, *asked] for fault in sample_faults(sample, backbone, run.config.max_length)
    ]
    if faults:
        raise RunRefused(f"preflight found {len(faults)} fault(s)", faults)
    counts = _counts(part.fitted, lessons, questions)
    pictures = picture_counts([*run.release.training, *run.release.holdout()], run.config)
    add_to_record(run.out, preflight={**counts, "pictures": pictures}, development=part.record())
    if pictures["unused"]:
        checking.report(0.9, f"pictures that are not used: {pictures['unused']} of {pictures['in_release']}")
    aside = f"{len(part.development)} set aside for a threshold, " if part.development else ""
    checking.report(1, f"{len(lessons)} turns to train on, {aside}{len(questions)} held out")
    return Ready(backbone, lessons)


def release_faults(release: Release) -> Iterator[str]:
    """Files, hashes, consent, approval and leaks; needs no torch."""
    yield from _file_faults(release)
    if "train" not in release.manifest.get("consent", {}).get("scopes", []):
        yield "consent: the manifest does not name the scope train"
    if not release.manifest.get("approvals"):
        yield "approval: nobody has approved this release"
    yield from _leaks(release.training, release.holdout())


def training_faults(turns: Sequence[Turn], config: TrainingConfig) -> Iterator[str]:
    """Whether these turns carry what the config's weighting and the labels need; needs no torch."""
    lessons = [turn for turn in turns if is_lesson(turn)]
    classes = {turn.incongruence for turn in lessons}
    if len(classes) < 2:
        known = ", ".join(sorted(map(str, classes))) or "none"
        yield f"labels: training needs two kinds of incongruence or more; found: {known}"
    has_what_weighting_needs = {
        "continuous": lambda turn: turn.vad_words is not None and turn.vad_face is not None,
        "engagement": lambda turn: turn.engagement is not None,
    }.get(config.weighting, is_lesson)
    if lessons and not any(map(has_what_weighting_needs, lessons)):
        yield f"weighting: no training turn has what {config.weighting} needs; choose another weighting"


def _file_faults(release: Release) -> Iterator[str]:
    told = []
    for file in release.manifest["files"]:
        told.append(f"{file['path']} {file['sha256']}")
        path = release.folder / file["path"]
        if not path.is_file():
            yield f"{file['path']}: the file is missing"
        elif sha256_of(path) != file["sha256"]:
            yield f"{file['path']}: the file is not the one that was frozen (its SHA-256 differs)"
    if hashlib.sha256("\n".join(sorted(told)).encode()).hexdigest() != release.content_hash:
        yield "manifest.json: the content hash does not fit the list of files"
    listed = {file["path"] for file in release.manifest["files"]}
    for turn in [*release.training, *release.holdout()]:
        for frame in turn.frames:
            if frame not in listed:
                yield f"turn {turn.id}: its frame {frame} is not among the release's files"


def _leaks(training: Sequence[Turn], holdout: Sequence[Turn]) -> Iterator[str]:
    if not holdout:
        yield "splits: no turn is held out, so nothing could be evaluated"
    for kind in ("session", "client"):
        both = {getattr(turn, kind) for turn in training} & {getattr(turn, kind) for turn in holdout}
        for name in sorted(both):
            yield f"splits: {kind} {name} is in the training part and in the hold-out"


def picture_counts(turns: Sequence[Turn], config: TrainingConfig) -> dict[str, Any]:
    """How many pictures the turns have, and how many of them the model is not given. `no_vision` is given none."""
    most = 0 if config.ablation == "no_vision" else pictures_a_turn(config)
    in_release = sum(len(turn.frames) for turn in turns)
    used = sum(len(turn.frames) if most is None else min(most, len(turn.frames)) for turn in turns)
    return {"in_release": in_release, "unused": in_release - used, "most_a_turn": most}


def _counts(turns: Sequence[Turn], lessons: Sequence[Sample], questions: Sequence[Sample]) -> dict[str, Any]:
    return {
        "training_turns": len(turns),
        "lessons": len(lessons),
        "without_label": len(turns) - len(lessons),
        "without_reply": sum(sample.turn.reply is None for sample in lessons),
        "without_frame": sum(not sample.turn.frames for sample in lessons),
        "classes": dict(Counter(str(sample.turn.incongruence) for sample in lessons)),
        "longest_sample_tokens": max(sample.length for sample in lessons),
        "holdout_turns": len(questions),
        "holdout_without_frame": sum(not sample.turn.frames for sample in questions),
    }


def main(arguments: list[str] | None = None) -> int:
    def work(run: Run, progress: Progress) -> str:
        return f"{len(preflight(run, progress).lessons)} samples are ready"

    return run_command("preflight", work, arguments)


if __name__ == "__main__":
    sys.exit(main())
