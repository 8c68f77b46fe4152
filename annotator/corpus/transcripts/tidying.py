"""What is put right in the cues of every format before they become turns."""

import re
from dataclasses import replace

from annotator.corpus.transcripts.model import Cue, Remark

_UNSTORABLE = re.compile("[\\x00\ud800-\udfff]")
_STOP = re.compile(r"[,.;:!?)\]»”，。！？、；：]|['’](?:s|t|d|m|ll|re|ve)")
_OPENING = re.compile(r"[¿¡(\[«„“]")
_LATEST_MS = 1_000_000_000  # Eleven days; a time beyond it is no time in a session.
_LONGEST_NAME = 120  # Characters, as many as a turn keeps of its speaker.


def tidy(cues: tuple[Cue, ...]) -> tuple[list[Cue], list[Remark]]:
    """Leave out cues without text, replace what can't be stored and forget impossible ends.

    Each with a remark.
    """
    remarks: list[Remark] = []
    silent = [cue.where for cue in cues if not cue.text.strip()]
    if silent:
        remarks.append(Remark("info", silent[0], f"{len(silent)} cue(s) without text left out: {_listed(silent)}."))
    spoken = _with_stops([_storable(cue, remarks) for cue in cues if cue.text.strip()])
    possible = [_without_impossible_times(cue, remarks) for cue in spoken]
    return [_with_short_name(cue, remarks) for cue in possible], remarks


def _with_stops(cues: list[Cue]) -> list[Cue]:
    """Some recognisers give a stop an entry of its own: "Well" and "," are one, and "¿" and "Qué"."""
    kept: list[Cue] = []
    for cue in cues:
        previous = kept[-1] if kept else None
        if previous is not None and previous.speaker == cue.speaker and _STOP.fullmatch(cue.text.strip()):
            lines = (*previous.lines[:-1], previous.lines[-1].rstrip() + cue.text.strip())
            kept[-1] = replace(previous, lines=lines, end_ms=previous.end_ms if cue.end_ms is None else cue.end_ms)
        elif previous is not None and previous.speaker == cue.speaker and _OPENING.fullmatch(previous.text.strip()):
            lines = (previous.text.strip() + cue.lines[0].lstrip(), *cue.lines[1:])
            kept[-1] = replace(cue, lines=lines, start_ms=previous.start_ms, where=previous.where)
        else:
            kept.append(cue)
    return kept


def _storable(cue: Cue, remarks: list[Remark]) -> Cue:
    """JSON can spell halves of characters, which no UTF-8 file holds, and NUL, which no database stores as text."""
    if not any(map(_UNSTORABLE.search, (*cue.lines, cue.speaker or ""))):
        return cue
    lines = tuple(_UNSTORABLE.sub("\ufffd", line) for line in cue.lines)
    speaker = cue.speaker and _UNSTORABLE.sub("\ufffd", cue.speaker)
    remarks.append(Remark("error", cue.where, "Characters that can't be stored were replaced by “\ufffd”."))
    return replace(cue, lines=lines, speaker=speaker)


def _with_short_name(cue: Cue, remarks: list[Remark]) -> Cue:
    if cue.speaker is None or len(cue.speaker) <= _LONGEST_NAME:
        return cue
    remarks.append(Remark("warning", cue.where, f"The speaker's name was cut to {_LONGEST_NAME} characters."))
    return replace(cue, speaker=cue.speaker[:_LONGEST_NAME].rstrip())


def _without_impossible_times(cue: Cue, remarks: list[Remark]) -> Cue:
    if max(cue.start_ms or 0, cue.end_ms or 0) > _LATEST_MS:
        remarks.append(Remark("warning", cue.where, "The time is days after the beginning; the cue is kept without."))
        return replace(cue, start_ms=None, end_ms=None)
    if cue.start_ms is None or cue.end_ms is None or cue.end_ms >= cue.start_ms:
        return cue
    remarks.append(Remark("warning", cue.where, "The end is before the start; the cue is kept without its end."))
    return replace(cue, end_ms=None)


def _listed(places: list[str], *, at_most: int = 5) -> str:
    shown = ", ".join(places[:at_most])
    return shown if len(places) <= at_most else f"{shown} and {len(places) - at_most} more"
