"""Cues to turns: what one speaker says without a break is one turn."""

import re
from collections.abc import Collection

from annotator.corpus.transcripts.backchannels import backchannels
from annotator.corpus.transcripts.changes import marks_change
from annotator.corpus.transcripts.model import Backchannel, Cue, Turn

_SENTENCE_END = re.compile(r"[.?!…][\"'”’)]*$")
# "[Music]", "(laughs)": said by nobody when no one is named, so it doesn't become part of a turn.
_SOUND = re.compile(r"\[[^\]]*\]|\([^)]*\)|♪.*♪")


def join_cues(cues: list[Cue], *, gap_ms: int, backchannels_of: Collection[str] = ()) -> list[Turn]:
    """Join consecutive cues of one speaker that are at most `gap_ms` apart; 0 joins none.

    Cues of unknown speakers join only to whole sentences, never where a mark says that another speaks, and only in a
    file that names nobody: each may be anyone's.
    Cues without times stay alone, since no gap can be told, and so does one whose beginning is not known, lest those
    after it lose theirs. What those in `backchannels_of` interject inside another's
    turn goes with it.
    """
    names_anyone = any(cue.speaker for cue in cues)
    heard = backchannels(cues, of=backchannels_of, gap_ms=gap_ms)
    groups: list[list[Cue]] = []
    heard_in: list[list[Cue]] = []
    for index, cue in enumerate(cues):
        if index in heard:
            heard_in[-1].append(cue)
        elif groups and gap_ms and _continues(groups[-1], cue, gap_ms=gap_ms, names_anyone=names_anyone):
            groups[-1].append(cue)
        else:
            groups.append([cue])
            heard_in.append([])
    return [
        _turn(position, group, inside) for position, (group, inside) in enumerate(zip(groups, heard_in, strict=True))
    ]


def _continues(group: list[Cue], cue: Cue, *, gap_ms: int, names_anyone: bool) -> bool:
    previous = group[-1]
    if cue.speaker != previous.speaker or group[0].start_ms is None:
        return False
    if previous.end_ms is None or cue.start_ms is None:
        return False
    if cue.speaker is None and (names_anyone or _is_whole(previous) or _is_sound(cue) or marks_change(cue.text)):
        return False
    return cue.start_ms - previous.end_ms <= gap_ms


def _is_whole(cue: Cue) -> bool:
    return _SENTENCE_END.search(cue.text) is not None or _is_sound(cue)


def _is_sound(cue: Cue) -> bool:
    return _SOUND.fullmatch(cue.text) is not None


def _turn(position: int, group: list[Cue], heard: list[Cue]) -> Turn:
    ends = [cue.end_ms for cue in group if cue.end_ms is not None]
    return Turn(
        position=position,
        speaker=group[0].speaker,
        start_ms=group[0].start_ms,
        # A last cue without an end leaves the end open, whatever ended before it.
        end_ms=max(ends) if group[-1].end_ms is not None else None,
        text=" ".join(cue.text for cue in group),
        backchannels=tuple(Backchannel(cue.speaker or "", cue.start_ms or 0, cue.end_ms, cue.text) for cue in heard),
    )
