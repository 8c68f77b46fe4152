"""Long work of agreement."""

from annotator.agreement.jobs import COMPUTE_AGREEMENT, COMPUTING
from annotator.jobs.registry import Progress, Result, work


@work(COMPUTING, queue="default")
def compute_consensus(progress: Progress, *, study_id: int, actor_id: int | None, **_newer: object) -> Result:
    """Compute the consensus of one study. Done twice, it is the consensus of the ratings as they are then."""
    from annotator.agreement import execution  # Web and workers that only wait need no NumPy.

    return execution.compute(progress, study_id=study_id, actor_id=actor_id)


@work(COMPUTE_AGREEMENT, queue="default")
def compute_agreement(progress: Progress, *, study_id: int, pass_kind: str, **_newer: object) -> None:
    """Compute the figures of one pass. Done twice, the second are the same or newer."""
    from annotator.agreement import computation

    computation.compute_agreement(progress, study_id=study_id, pass_kind=pass_kind)
