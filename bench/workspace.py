"""Opening a session of 789 client turns, all rated, with the replies between: one request, its time and its size."""

import gzip
from uuid import uuid4

from bench.ratio import Ratio
from bench.site import CLIENT_TURNS, Site, client_turn_ids, throwaway_site

LONGEST_MS = 60
MOST_KB = 150
ANSWERS = {"incongruence": "none", "engagement": 4, "valence_face": 6, "valence_words": 5, "confidence": 3}


def measure() -> list[Ratio]:
    site = throwaway_site()
    _rate_everything(site)
    path = f"/api/v1/assignments/{site.assignment.pk}/workspace/"
    body = site.ask("GET", path)
    # The server's own time: it waits for nothing here, and others on the machine are not its fault.
    took_ms = min(site.ask_all([("GET", path, b"")]).cpu_s for _ in range(10)) * 1000
    size_kb = len(gzip.compress(body)) / 1000
    return [
        Ratio(
            name=f"opening {CLIENT_TURNS} client turns, server time against {LONGEST_MS} ms",
            value=took_ms / LONGEST_MS,
            target=1,
            at_most=True,
            detail=f"{took_ms:.0f} ms",
        ),
        Ratio(
            name=f"opening {CLIENT_TURNS} client turns, gzipped size against {MOST_KB} kB",
            value=size_kb / MOST_KB,
            target=1,
            at_most=True,
            detail=f"{size_kb:.0f} kB of {len(body) / 1000:.0f} kB",
        ),
    ]


def _rate_everything(site: Site) -> None:
    from django.utils import timezone

    from annotator.annotations.saving import save_changes
    from annotator.annotations.sheet import Change
    from annotator.annotations.stored_sheets import find_sheet

    for turn_id in client_turn_ids(site.assignment):
        sheet = find_sheet(site.assignment, turn_id)
        changes = [Change(uuid4(), construct, value) for construct, value in ANSWERS.items()]
        save_changes(
            assignment=site.assignment,
            turn_id=turn_id,
            based_on=sheet.annotation.version if sheet else 0,
            changes=changes,
            now=timezone.now(),
        )
