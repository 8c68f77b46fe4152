"""What a run's page shows of its files."""

from dataclasses import dataclass

from annotator.runs.child import PROGRESS, ProgressLine
from annotator.runs.models import Run


@dataclass(frozen=True)
class LossPoint:
    step: int
    loss: float


def loss_curve(run: Run) -> list[LossPoint]:
    """The training loss by optimizer step; of steps done again after an interruption, the later one counts."""
    path = run.folder / PROGRESS
    if not path.exists():
        return []
    losses: dict[int, float] = {}
    for text in path.read_text(encoding="utf-8").splitlines():
        line = ProgressLine.read(text)
        if line.step is not None and line.loss is not None:
            losses[line.step] = line.loss
    return [LossPoint(step, loss) for step, loss in sorted(losses.items())]
