"""Long work of releases."""

from annotator.agreement.jobs import FREEZING
from annotator.jobs.registry import Progress, Result, work
from annotator.releases import execution


@work(FREEZING, queue="default")
def freeze_release(progress: Progress, *, release_id: int, **_newer: object) -> Result:
    """Write and freeze one release. Done twice, it is frozen once."""
    return execution.build(progress, release_id=release_id)
