"""Drawing the hold-out: whole sessions, and nobody on both sides."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

_SHUFFLES = 20
"""How many orders are tried for the share that comes nearest."""
LARGEST_PERCENT = 90
"""The most that may be held out."""


@dataclass(frozen=True)
class Pair:
    """Who is recorded in a session, by pseudonym."""

    client: str
    counsellor: str | None = None


@dataclass(frozen=True)
class Holdout:
    """The sessions held out, by key and in order; none where fewer than two clients leave nobody for one side."""

    sessions: Sequence[str]
    shared_counsellors: Sequence[str] = ()
    """Counsellors on both sides, where they see too many clients for a hold-out without them."""


def draw_holdout(sessions: Mapping[str, Pair], *, share: float, seed: int) -> Holdout:
    """Choose the sessions to hold out, about `share` of them, with all sessions of each person in them.

    Where counsellors tie so many sessions together that the share would be missed by more than half, clients alone are
    kept apart.

    Args:
        sessions: who is recorded in each session, by its key.
        share: above 0 and below 1.
    """
    wanted = share * len(sessions)
    held = _nearest(_tied(sessions, with_counsellors=True), wanted, Random(seed))
    if not held or abs(len(held) - wanted) > wanted / 2:
        held = _nearest(_tied(sessions, with_counsellors=False), wanted, Random(seed))
    inside = {pair.counsellor for key, pair in sessions.items() if key in held}
    outside = {pair.counsellor for key, pair in sessions.items() if key not in held}
    return Holdout(sorted(held), sorted(name for name in inside & outside if name) if held else ())


def clients_of(keys: Iterable[str], sessions: Mapping[str, Pair]) -> set[str]:
    """The clients of these sessions, by pseudonym."""
    return {sessions[key].client for key in keys}


def percent_with_clients(sessions: Mapping[str, Pair], n_clients: int, *, seed: int) -> int | None:
    """The smallest share, in whole percent, with which this seed holds out so many clients; None where none does.

    Sessions that share a client or counsellor are held out together, so their number alone does not tell.
    """
    for percent in range(1, LARGEST_PERCENT + 1):
        held = draw_holdout(sessions, share=percent / 100, seed=seed).sessions
        if len(clients_of(held, sessions)) >= n_clients:
            return percent
    return None


def _tied(sessions: Mapping[str, Pair], *, with_counsellors: bool) -> list[set[str]]:
    """The sessions in groups that share nobody."""
    groups: list[tuple[set[tuple[str, str]], set[str]]] = []
    for key, pair in sessions.items():
        people = {("client", pair.client)}
        if with_counsellors and pair.counsellor:
            people.add(("counsellor", pair.counsellor))
        tied = [group for group in groups if group[0] & people]
        groups = [group for group in groups if not group[0] & people]
        groups.append((people.union(*(group[0] for group in tied)), {key}.union(*(group[1] for group in tied))))
    return [keys for _, keys in groups]


def _nearest(groups: Iterable[set[str]], wanted: float, rng: Random) -> set[str]:
    """Whole groups, at least one and never all, whose sessions come as near as can be to the number wanted."""
    order = sorted(groups, key=min)
    best: set[str] = set()
    for _ in range(_SHUFFLES):
        rng.shuffle(order)
        held: set[str] = set()
        for group in order[:-1]:
            # A group with many sessions is passed over rather than carrying the share further off than it is.
            if not held or abs(len(held | group) - wanted) < abs(len(held) - wanted):
                held = held | group
        if held and (not best or abs(len(held) - wanted) < abs(len(best) - wanted)):
            best = held
    return best
