"""Long work of adjudication."""

from datetime import datetime

from annotator.agreement.jobs import ACCEPTING
from annotator.jobs.registry import Progress, Result, work


@work(ACCEPTING, queue="default")
def accept_consensus(
    progress: Progress,
    *,
    study_id: int,
    actor_id: int | None,
    few_raters_reason: str = "",
    asked_at: str = "",
    **_newer: object,
) -> Result:
    """Make gold labels of one study's consensus. Done twice, it is done once."""
    from annotator.adjudication import accepting  # Web and workers that only wait need no NumPy.

    return accepting.accept(
        progress,
        study_id=study_id,
        actor_id=actor_id,
        few_raters_reason=few_raters_reason,
        asked_at=datetime.fromisoformat(asked_at) if asked_at else None,
    )
