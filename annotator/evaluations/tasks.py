"""Long work that ends with held-out scores: a run, from its training to its stored figures.

It stands here and not with the runs, since what a run comes to is known only when its scores are stored.
"""

from annotator.jobs.registry import Progress, Result, work


@work("execute_run", queue="gpu")
def execute_run(progress: Progress, *, run_id: int, **_newer: object) -> Result:
    """Train, predict and score one run. Done twice, it is done once; begun again, it goes on from its checkpoint."""
    from annotator.evaluations import execution  # Web and other workers need no NumPy.

    return execution.execute(progress, run_id=run_id)
