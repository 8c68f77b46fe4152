"""Whether a run that stopped can go on from where it was, which an upgrade may have ended."""

from dataclasses import fields

from annotator.runs.adapters import WEIGHTS
from annotator.runs.models import Run
from annotator.wording import listed
from training.config import TrainingConfig
from training.files import CHECKPOINT

RESUMABLE = frozenset({Run.State.CANCELLED, Run.State.FAILED, Run.State.INTERRUPTED})
_KNOWN = {field.name for field in fields(TrainingConfig)}


def why_not_resumed(run: Run) -> str:
    """Why the run cannot go on, with what to do instead; empty where it can.

    A run keeps its config in full. So where settings are missing it was begun by a version that trained otherwise, and
    what it has learnt cannot be gone on with; before it has learnt anything it can simply begin.
    """
    unknown = sorted(run.config.keys() - _KNOWN)
    missing = sorted(_KNOWN - run.config.keys())
    has_learnt = (run.folder / CHECKPOINT).exists() or (run.folder / "adapter" / WEIGHTS).exists()
    if unknown:
        what = f"{listed(unknown)} can no longer be set"
    elif missing and has_learnt:
        what = f"it did not know {listed(missing)}"
    else:
        return ""
    return (
        f"Run {run.number} was begun by an older version of Attune, which trained in another way ({what}), so it "
        f"cannot go on from where it stopped. Start a new run on release {run.release.number} instead. This one stays "
        "as it is."
    )
