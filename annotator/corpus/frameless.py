"""Turns that have no frame, or none yet, each with the reason."""

from collections.abc import Iterable

from annotator.corpus.execution import FRAME_RULE, FRAME_RULE_VERSION
from annotator.corpus.models import Frame, Turn

NO_VIDEO = "The session has no video."
BEING_MADE = "The turn was changed; its frame is being made anew."


def do_without_frame(turns: Iterable[Turn], *, why: str) -> None:
    """Say of each client turn why it has no frame; a frame that it had goes."""
    turns = list(turns)
    Frame.objects.filter(turn__in=turns).delete()
    Frame.objects.bulk_create(
        Frame(turn=turn, rule=FRAME_RULE, rule_version=FRAME_RULE_VERSION, missing_reason=why)
        for turn in turns
        if turn.role == Turn.Role.CLIENT
    )
