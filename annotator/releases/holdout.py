"""Drawing the hold-out: whole sessions, and nobody on both sides."""

from collections.abc import Mapping
from random import Random


def draw_holdout(sessions: Mapping[str, str], *, share: float, seed: int) -> list[str]:
    """Choose the sessions to hold out, about `share` of them, with all sessions of each chosen client.

    Args:
        sessions: the client of each session, by session key.
        share: above 0 and below 1.

    Returns:
        Session keys in order; empty where fewer than two clients leave nobody for one of the sides.
    """
    clients = sorted(set(sessions.values()))
    if len(clients) < 2:
        return []
    wanted = share * len(sessions)
    Random(seed).shuffle(clients)
    held: list[str] = []
    for client in clients[:-1]:
        own = [session for session, person in sessions.items() if person == client]
        # A client who comes often is passed over rather than carrying the share further off than it is.
        if not held or abs(len(held) + len(own) - wanted) < abs(len(held) - wanted):
            held += own
    return sorted(held)
