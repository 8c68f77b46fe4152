"""Short interjections of the listener, told by their length and by the turn they stand in."""

from collections.abc import Collection, Sequence

from annotator.corpus.transcripts.model import Cue

_MOST_WORDS = 3  # "mhm", "yeah, okay", "oh I see"; a fourth word makes a sentence.
_LONGEST_MS = 2000
_MOST_IN_A_ROW = 8


def backchannels(cues: Sequence[Cue], *, of: Collection[str], gap_ms: int) -> set[int]:
    """Indices of the cues that interrupt nobody: said by one of `of` while the one before goes on speaking.

    The one before goes on if their cue lasts longer than the interjection, or if their next one follows within the
    gap. A question is never one, since it asks for a turn.
    """
    found: set[int] = set()
    turn: Cue | None = None  # The latest cue that is no interjection.
    for index, cue in enumerate(cues):
        if turn is not None and _is_short(cue, of) and turn.speaker != cue.speaker and turn.speaker is not None:
            after = _next_of_turn(cues, index, of, turn)
            if _is_inside(cue, turn, after, gap_ms=gap_ms):
                found.add(index)
                continue
        turn = cue
    return found


def _is_short(cue: Cue, of: Collection[str]) -> bool:
    is_brief = cue.start_ms is not None and (cue.end_ms is None or cue.end_ms - cue.start_ms <= _LONGEST_MS)
    return cue.speaker in of and is_brief and len(cue.text.split()) <= _MOST_WORDS and "?" not in cue.text


def _next_of_turn(cues: Sequence[Cue], index: int, of: Collection[str], turn: Cue) -> Cue | None:
    """The same speaker's next cue, if nothing but interjections stands between."""
    for cue in cues[index + 1 : index + 1 + _MOST_IN_A_ROW]:
        if cue.speaker == turn.speaker:
            return cue
        if not _is_short(cue, of):
            return None
    return None


def _is_inside(cue: Cue, turn: Cue, after: Cue | None, *, gap_ms: int) -> bool:
    start_ms = cue.start_ms
    if start_ms is None or turn.start_ms is None or turn.end_ms is None:
        return False
    if turn.end_ms >= (cue.end_ms if cue.end_ms is not None else start_ms):
        return True
    if not gap_ms or after is None or after.start_ms is None:
        return False
    return after.start_ms - turn.end_ms <= gap_ms
