"""Which turns count, for lookups that cross the table of turns without starting from it."""

from django.db.models import Q

from annotator.corpus.models import Turn


def in_transcript(turn: str = "turn") -> Q:
    """The condition that a row's turn stands in the transcript; `turn` is the lookup from the row to it."""
    return Q(**{f"{turn}__retired_by__isnull": True})


def to_rate(turn: str = "turn") -> Q:
    """The condition that it also is the client's. What was recorded on others is kept, and counts nowhere."""
    return in_transcript(turn) & Q(**{f"{turn}__role": Turn.Role.CLIENT})
