"""A study's page, which every other page of the study asks for, in a study as large as a grown lab's."""

from bench.made_study import CLIENT_TURNS, N_SESSIONS, make_study
from bench.ratio import Ratio, cpu_seconds
from bench.site import log_in, throwaway_site

LONGEST_MS = 150


def measure() -> list[Ratio]:
    site = throwaway_site()
    study = make_study(name="Grown")
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
