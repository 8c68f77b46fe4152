"""A study's page, which every other page of the study asks for, in a study as large as a grown lab's."""

from typing import TYPE_CHECKING

from bench.made_study import CLIENT_TURNS, N_SESSIONS, make_study
from bench.ratio import Ratio, cpu_seconds
from bench.site import log_in, throwaway_site

if TYPE_CHECKING:
    from annotator.studies.models import Study

LONGEST_MS = 150


def measure() -> list[Ratio]:
    site = throwaway_site()
    study = make_study(name="Grown")
    _settle(study)
    cookies = f"sessionid={log_in(study.memberships.get(role='lead').user)}"
    path = f"/api/v1/studies/{study.slug}/"
    took_ms = cpu_seconds(lambda: site.ask("GET", path, cookies=cookies), repeats=10) * 1000
    return [
        Ratio(
            name=f"a study of {N_SESSIONS * CLIENT_TURNS:,} client turns, server time against {LONGEST_MS} ms",
            value=took_ms / LONGEST_MS,
            target=1,
            at_most=True,
            detail=f"{took_ms:.0f} ms",
        )
    ]


def _settle(study: "Study") -> None:
    """Compute the consensus and accept what the raters agree on, as the lead's two clicks and a worker would."""
    from django.utils import timezone

    from annotator.adjudication.services import start_accepting
    from annotator.agreement.services import start_consensus
    from annotator.jobs import execution

    for start in (start_consensus, start_accepting):
        execution.run(job_id=start(study=study, actor=None, now=timezone.now()).pk)
