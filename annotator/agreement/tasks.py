"""Long work of agreement."""

from annotator.agreement import execution
from annotator.agreement.going_on import COMPUTING
from annotator.jobs.registry import Progress, Result, work


@work(COMPUTING, queue="default")
def compute_consensus(progress: Progress, *, study_id: int, actor_id: int | None, **_newer: object) -> Result:
    """Compute the consensus of one study. Done twice, it is the consensus of the ratings as they are then."""
    return execution.compute(progress, study_id=study_id, actor_id=actor_id)
