"""What a run's page shows of its files."""

from dataclasses import dataclass

from annotator.runs.child import PROGRESS, read_progress
from annotator.runs.models import Run


@dataclass(frozen=True)
class LossPoint:
    step: int
    loss: float


def loss_curve(run: Run) -> list[LossPoint]:
    """The training loss by optimizer step; of steps done again after an interruption, the later one counts."""
    losses: dict[int, float] = {}
    for line in read_progress(run.folder / PROGRESS):
        if line.step is not None and line.loss is not None:
            losses[line.step] = line.loss
    return [LossPoint(step, loss) for step, loss in sorted(losses.items())]
