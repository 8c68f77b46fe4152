"""What was said before a turn, for whoever must judge it or learn from it."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from annotator.corpus.models import Turn

CONTEXT_TURNS = 4


def preceding_turns(turns: Iterable[Turn], *, most: int = CONTEXT_TURNS) -> dict[UUID, list[Turn]]:
    """Up to `most` turns before each of `turns`, oldest first, by the turn's id."""
    turns = list(turns)
    in_session: dict[int, list[Turn]] = {}
    for turn in Turn.objects.filter(session__in={turn.session_id for turn in turns}).order_by("session", "position"):
        in_session.setdefault(turn.session_id, []).append(turn)
    return {turn.pk: turns_before(turn, in_session.get(turn.session_id, []), most=most) for turn in turns}


def turns_before(turn: Turn, said: Sequence[Turn], *, most: int = CONTEXT_TURNS) -> list[Turn]:
    """The latest of `said`, turns of one session in order, that come before `turn`."""
    return [each for each in said if each.position < turn.position][-most:]
