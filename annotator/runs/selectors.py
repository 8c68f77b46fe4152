"""What a run's page shows of its files, and which runs a withdrawal touches."""

from dataclasses import dataclass

from annotator.corpus.models import Person
from annotator.corpus.withdrawals import Affected, downloads_of, finds_affected
from annotator.releases.selectors import releases_of
from annotator.runs.child import PROGRESS, read_progress
from annotator.runs.models import Run

DOWNLOADED = "adapter.downloaded"
PREDICTIONS_DOWNLOADED = "predictions.downloaded"


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


@finds_affected("runs")
def runs_holding(person: Person) -> list[Affected]:
    """The runs on releases that hold turns of the person, and who took copies of their adapters or predictions."""
    held = Run.objects.filter(release__in=releases_of(person)).order_by("number").values_list("number", "pk")
    return [Affected(number, downloads_of({DOWNLOADED, PREDICTIONS_DOWNLOADED}, pk)) for number, pk in held]
