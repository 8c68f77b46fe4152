"""Agreement of a construct at 200,000 annotations, as its job computes it: time and memory.

`python -m bench.agreement make` and `... compute` are the two child processes, each on the database that the
environment names: what a process needed at most is told when it ends, so making the study must not be a part of it.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING

from bench.made_study import make_study
from bench.ratio import Ratio, cpu_seconds

if TYPE_CHECKING:
    from annotator.studies.models import Study

N_SESSIONS, CLIENT_TURNS, N_RATERS = 40, 1_000, 5
N_ANNOTATIONS = N_SESSIONS * CLIENT_TURNS * N_RATERS
CONSTRUCT = "incongruence"
LONGEST_S, MOST_MB = 10, 500


def measure() -> list[Ratio]:
    with tempfile.TemporaryDirectory() as folder:
        _child("make", folder)
        found = json.loads(_child("compute", folder))
    of = f"agreement of a construct, {N_ANNOTATIONS:,} annotations"
    return [
        Ratio(
            name=f"{of}, against reading its rows",
            value=found["compute_s"] / found["read_s"],
            target=6,
            at_most=True,
            detail=f"{found['compute_s']:.2f} s; rows {found['read_s']:.2f} s; all of the pass {found['all_s']:.1f} s",
        ),
        Ratio(
            name=f"{of}, against {LONGEST_S} s",
            value=found["compute_s"] / LONGEST_S,
            target=1,
            at_most=True,
            detail=f"{found['compute_s']:.2f} s",
        ),
        Ratio(
            name=f"agreement's job, its memory against {MOST_MB} MB",
            value=found["peak_mb"] / MOST_MB,
            target=1,
            at_most=True,
            detail=f"{found['peak_mb']:.0f} MB, {found['idle_mb']:.0f} MB before it began",
        ),
    ]


def _child(what: str, folder: str) -> str:
    environment = os.environ | {
        "DATA_DIR": folder,
        "DATABASE_URL": f"sqlite:///{folder}/attune.sqlite3",
        "DJANGO_SETTINGS_MODULE": "annotator.settings",
    }
    command = [sys.executable, "-m", "bench.agreement", what]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout


def _make() -> None:
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    make_study(n_sessions=N_SESSIONS, client_turns=CLIENT_TURNS, n_raters=N_RATERS)


def _compute() -> dict[str, float]:
    from annotator.agreement.computation import compute_agreement
    from annotator.codebooks.models import PassKind
    from annotator.studies.models import Study

    study = Study.objects.get()
    idle_mb = _peak_mb()
    all_s = cpu_seconds(lambda: compute_agreement(_Unfollowed(), study_id=study.pk, pass_kind=PassKind.TOGETHER))
    return {
        "idle_mb": idle_mb,
        "peak_mb": _peak_mb(),
        "all_s": all_s,
        "compute_s": cpu_seconds(lambda: _compute_one(study), repeats=3),
        "read_s": cpu_seconds(lambda: _read_rows(study), repeats=3),
    }


def _compute_one(study: "Study") -> None:
    """What the job does for one construct, reading who rated what included."""
    from django.utils import timezone

    from annotator.agreement import comparing
    from annotator.agreement.constructs import measured_in
    from annotator.agreement.ratings import PassRatings
    from annotator.agreement.votes import begun_in

    one = next(each for each in measured_in(study, "together") if each.key == CONSTRUCT)
    ratings = PassRatings(study, "together").of(one)
    begun = begun_in(study, "together")
    comparing.detail(ratings, one, begun=begun, cannot_judge_share=None, now=timezone.now())


def _read_rows(study: "Study") -> int:
    """The plain least: who gave which turn which level, row by row."""
    from annotator.annotations.models import Score

    scores = Score.objects.filter(construct__key=CONSTRUCT, annotation__rater__study=study)
    rows = scores.values_list("annotation__turn_id", "annotation__rater_id", "level_id").iterator()
    return sum(1 for _ in rows)


class _Unfollowed:
    """A Progress that nobody looks at."""

    def report(self, fraction: float, step: str) -> None: ...

    def log(self, line: str) -> None: ...

    def is_cancelled(self) -> bool:
        return False


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def main() -> None:
    import django

    django.setup()
    if sys.argv[1] == "make":
        _make()
    else:
        sys.stdout.write(json.dumps(_compute()))


if __name__ == "__main__":
    main()
