"""A study as large as a grown lab's: its page, which every other page of it asks for, and saves beside its consensus.

`python -m bench.study_page SLUG` is the worker, on the database that the environment names.
"""

import subprocess
import sys
import time
from typing import TYPE_CHECKING

from bench.annotation import saves_of
from bench.made_study import CLIENT_TURNS, N_SESSIONS, make_study
from bench.ratio import Ratio, cpu_seconds
from bench.site import Site, client_turn_ids, log_in, throwaway_site

if TYPE_CHECKING:
    from annotator.studies.models import Study

LONGEST_MS, LONGEST_SAVE_MS = 150, 1000
_SAVE_EVERY_S = 0.1
_UNRATED = slice(300, 700)  # Of the rater's turns, those that no other benchmark rates.


def measure() -> list[Ratio]:
    site = throwaway_site()
    study = make_study(name="Grown")
    saves_ms = _saves_beside_settling(site, study)
    cookies = f"sessionid={log_in(study.memberships.get(role='lead').user)}"
    path = f"/api/v1/studies/{study.slug}/"
    took_ms = cpu_seconds(lambda: site.ask("GET", path, cookies=cookies), repeats=10) * 1000
    n_turns = N_SESSIONS * CLIENT_TURNS
    slowest_ms, median_ms = max(saves_ms), sorted(saves_ms)[len(saves_ms) // 2]
    return [
        Ratio(
            name=f"a study of {n_turns:,} client turns, server time against {LONGEST_MS} ms",
            value=took_ms / LONGEST_MS,
            target=1,
            at_most=True,
            detail=f"{took_ms:.0f} ms",
        ),
        Ratio(
            name=f"slowest save beside the consensus of {n_turns:,} turns, against {LONGEST_SAVE_MS} ms",
            value=slowest_ms / LONGEST_SAVE_MS,
            target=1,
            at_most=True,
            detail=f"{slowest_ms:.0f} ms; the median of {len(saves_ms)} saves {median_ms:.0f} ms",
        ),
    ]


def _saves_beside_settling(site: Site, study: "Study") -> list[float]:
    """How long each save took, from first to last, while a worker computed the consensus and accepted it."""
    turns = client_turn_ids(site.assignment)[_UNRATED]
    saves = (save for turn in turns for save in saves_of(site, turn))
    site.ask(*next(saves))  # The first one only warms it up.
    took_ms = []
    with subprocess.Popen([sys.executable, "-m", "bench.study_page", study.slug]) as worker:
        while worker.poll() is None:
            if (save := next(saves, None)) is not None:
                began = time.perf_counter()
                site.ask(*save)
                took_ms.append((time.perf_counter() - began) * 1000)
            time.sleep(_SAVE_EVERY_S)
    if worker.returncode:
        raise RuntimeError(f"The worker ended with status {worker.returncode}.")
    return took_ms


def _settle(slug: str) -> None:
    """Compute the consensus and accept what the raters agree on, as the lead's two clicks and a worker would."""
    from django.utils import timezone

    from annotator.adjudication.services import start_accepting
    from annotator.agreement.services import start_consensus
    from annotator.jobs import execution
    from annotator.studies.models import Study

    study = Study.objects.get(slug=slug)
    for start in (start_consensus, start_accepting):
        execution.run(job_id=start(study=study, actor=None, now=timezone.now()).pk)


def main() -> None:
    import django

    django.setup()
    _settle(sys.argv[1])


if __name__ == "__main__":
    main()
