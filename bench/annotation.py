"""Saving one annotation through log-in, permissions and history, against a logged-in view that writes one row."""

import json
from collections.abc import Iterator
from uuid import UUID, uuid4

from bench.ratio import Ratio
from bench.site import Site, Spent, client_turn_ids, throwaway_site

ROUNDS = 6
TURNS_A_ROUND = 50
ANSWERS = {"incongruence": "none", "engagement": 4, "valence_face": 6, "valence_words": 5}


def measure() -> list[Ratio]:
    """Rounds of both, in turn, so that a noisy moment falls on both; the median round counts."""
    site = throwaway_site()
    ours: list[Spent] = []
    plain: list[Spent] = []
    turns = iter(client_turn_ids(site.assignment))
    n_requests = TURNS_A_ROUND * len(ANSWERS)
    for _ in range(ROUNDS):
        ours.append(site.ask_all([save for _ in range(TURNS_A_ROUND) for save in saves_of(site, next(turns))]))
        plain.append(site.ask_all([_plain_row()] * n_requests))
    our_cpu, plain_cpu = (sorted(each.cpu_s for each in rounds)[ROUNDS // 2] for rounds in (ours, plain))
    per_second = n_requests / sorted(each.wall_s for each in ours)[ROUNDS // 2]
    in_ms = 1000 / n_requests
    return [
        Ratio(
            name="saving an annotation, server CPU against a one-row view",
            value=our_cpu / plain_cpu,
            target=2.5,
            at_most=True,
            detail=f"{our_cpu * in_ms:.2f} ms; one row {plain_cpu * in_ms:.2f} ms; {per_second:.0f} saves/s",
        )
    ]


def saves_of(site: Site, turn_id: UUID) -> Iterator[tuple[str, str, bytes]]:
    """The requests by which a rater answers one turn, one construct after the other."""
    path = f"/api/v1/assignments/{site.assignment.pk}/turns/{turn_id}/annotation/"
    for version, (construct, value) in enumerate(ANSWERS.items()):
        change = {"client_key": str(uuid4()), "construct": construct, "value": value}
        yield "PATCH", path, json.dumps({"version": version, "changes": [change]}).encode()


def _plain_row() -> tuple[str, str, bytes]:
    row = {"at": "2026-05-02T09:00:00Z", "action": "bench", "text": "One row."}
    return "POST", "/plain/", json.dumps(row).encode()
