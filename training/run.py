"""Preflight, training, predictions and evaluation in one process, so that imports are paid once.

python -m training.run --release releases/4 --config training/configs/tiny.yaml --out runs/17
"""

import sys

from training.command import Run, run_command
from training.evaluate import evaluate
from training.predict import predict
from training.preflight import preflight
from training.progress import Progress
from training.train import train


def run_all(run: Run, progress: Progress) -> None:
    """From a release to its scores; what is done already is not done again."""
    ready = preflight(run, progress.part("preflight", 0, 0.45))
    train(run, ready, progress.part("training", 0.45, 0.85))
    predict(run, progress.part("predicting", 0.85, 0.95))
    evaluate(run, progress.part("evaluating", 0.95, 1))


def main(arguments: list[str] | None = None) -> int:
    def work(run: Run, progress: Progress) -> str:
        run_all(run, progress)
        return "trained and scored"

    return run_command("run", work, arguments)


if __name__ == "__main__":
    sys.exit(main())
