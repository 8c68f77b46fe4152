"""Score the predictions and replies of a run on the held-out sessions.

python -m training.evaluate --release releases/4 --config training/configs/tiny.yaml --out runs/17
"""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from metrics.estimate import Estimate
from metrics.intervals import Resamples
from training.command import Run, run_command
from training.detection_report import chosen_threshold, detection_report, vad_report
from training.development import split_training
from training.files import read_lines, write_json
from training.predict import DEVELOPMENT_PREDICTIONS, PREDICTIONS, REPLIES
from training.progress import Progress
from training.record import add_to_record
from training.refusals import RunRefused
from training.release import Turn, sha256_of
from training.reply_report import empathy_report, replies_report

EVALUATION = "evaluation.json"


def evaluate(run: Run, progress: Progress) -> None:
    """Write `evaluation.json`: detection, VAD, replies and empathy, each figure with its interval by session or client.

    Raises:
        RunRefused: there are no predictions of this release's hold-out.
    """
    progress.report(0, "comparing what the model says of words and face with the labels")
    holdout = run.release.holdout()
    predictions = _predictions_of(run, PREDICTIONS, holdout)
    training = run.release.training
    clients = {turn.session: turn.client for turn in holdout}
    resamples = Resamples.draw_sessions([turn.session for turn in holdout], clients=clients, seed=run.config.seed)
    detection = detection_report(
        holdout,
        predictions,
        training=training,
        threshold=chosen_threshold(split_training(training, run.config), read_lines(run.out / DEVELOPMENT_PREDICTIONS)),
        annotations=run.release.folder / "annotations.csv",
        resamples=resamples,
    )
    progress.report(0.3, "scoring the replies")
    replies = read_lines(run.out / REPLIES)
    result = {
        "holdout": {
            "sessions": sorted({turn.session for turn in holdout}),
            "clients": len(set(clients.values())),
            "turns": len(holdout),
            "without_label": sum(turn.incongruence is None for turn in holdout),
            "without_frame": sum(not turn.frames for turn in holdout),
        },
        "ablation": run.config.ablation,
        "detection": detection,
        "vad": vad_report(holdout, predictions, resamples=resamples),
        "replies": replies_report(replies, training, clients=clients, seed=run.config.seed),
    }
    progress.report(0.7, "judging how empathic the replies are")
    result["sense7"] = empathy_report(replies, clients=clients, seed=run.config.seed)
    write_json(run.out / EVALUATION, as_json(result))
    add_to_record(run.out, evaluation={"sha256": sha256_of(run.out / EVALUATION)})


def as_json(value: Any) -> Any:
    """The same with every estimate in JSON's names."""
    if isinstance(value, Estimate):
        return value.to_json()
    if isinstance(value, Mapping):
        return {key: as_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [as_json(item) for item in value]
    return value


def _predictions_of(run: Run, name: str, turns: Sequence[Turn]) -> list[dict[str, Any]]:
    path = run.out / name
    if not path.exists():
        raise RunRefused(f"{path} is not there; run training.predict first")
    predictions = {line["turn"]: line for line in read_lines(path)}
    missing = [turn.id for turn in turns if turn.id not in predictions]
    if missing:
        raise RunRefused(f"{path} lacks {len(missing)} held-out turns, {missing[0]} first; run training.predict again")
    return [predictions[turn.id] for turn in turns]


def main(arguments: list[str] | None = None) -> int:
    def work(run: Run, progress: Progress) -> str:
        evaluate(run, progress.part("evaluating", 0, 1))
        return "evaluation.json is written"

    return run_command("evaluate", work, arguments)


if __name__ == "__main__":
    sys.exit(main())
