"""What a person looks at before they import a transcript: gaps, overlaps, lengths, and turns without a place."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

Json = dict[str, Any]

LONG_GAP_MS = 5_000
"""Silence between two turns from which on it is worth a look: something may be missing."""
MOST_LISTED = 50
"""Of gaps and overlaps, the longest are listed; all are counted."""
LENGTHS_MS = (0, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000, 120_000, None)
"""The bounds of the histogram's bars, each from one to below the next; None is open."""


def transcript_facts(turns: Sequence[Json], *, offset_ms: int, duration_ms: int | None) -> Json:
    """Figures about the turns of a draft's reading, on the recording's clock.

    Args:
        turns: as read, in order.
        offset_ms: added to their times.
        duration_ms: of the recording; None where there is none.
    """
    timed = [_moved(turn, offset_ms) for turn in turns if turn["start_ms"] is not None]
    gaps = sorted(_gaps(timed), key=_length, reverse=True)
    overlaps = sorted(_overlaps(timed), key=_length, reverse=True)
    return {
        "n_turns": len(turns),
        "n_untimed": len(turns) - len(timed),
        "n_without_end": sum(turn["end_ms"] is None for turn in timed),
        "n_before_start": sum(turn["start_ms"] < 0 for turn in timed),
        "n_past_end": 0 if duration_ms is None else sum(turn["start_ms"] >= duration_ms for turn in timed),
        "first_ms": min((turn["start_ms"] for turn in timed), default=None),
        "last_ms": max((_end(turn) for turn in timed), default=None),
        "n_gaps": len(gaps),
        "gaps": gaps[:MOST_LISTED],
        "n_overlaps": len(overlaps),
        "overlaps": overlaps[:MOST_LISTED],
        "lengths": list(_lengths(timed)),
    }


def _gaps(timed: Sequence[Json]) -> Iterator[Json]:
    """Stretches in which nobody speaks, between turns; `position` is the turn after it.

    After a turn whose end is not known no silence is either.
    """
    spoken_until = None
    is_end_known = False
    for turn in sorted(timed, key=lambda turn: int(turn["start_ms"])):
        if is_end_known and spoken_until is not None and turn["start_ms"] - spoken_until >= LONG_GAP_MS:
            yield {"position": turn["position"], "from_ms": spoken_until, "until_ms": turn["start_ms"]}
        spoken_until = max(_end(turn), spoken_until or 0)
        is_end_known = turn["end_ms"] is not None


def _overlaps(timed: Sequence[Json]) -> Iterator[Json]:
    """Stretches in which a turn begins before the one before it has ended; `position` is the later turn."""
    for before, turn in pairwise(timed):
        from_ms, until_ms = turn["start_ms"], min(_end(before), max(_end(turn), turn["start_ms"]))
        if from_ms < until_ms:
            yield {"position": turn["position"], "from_ms": from_ms, "until_ms": until_ms}


def _lengths(timed: Sequence[Json]) -> Iterator[Json]:
    lengths = [turn["end_ms"] - turn["start_ms"] for turn in timed if turn["end_ms"] is not None]
    for from_ms, until_ms in pairwise(LENGTHS_MS):
        n = sum((from_ms or 0) <= length and (until_ms is None or length < until_ms) for length in lengths)
        yield {"from_ms": from_ms, "until_ms": until_ms, "n": n}


def _moved(turn: Json, offset_ms: int) -> Json:
    end_ms = turn["end_ms"]
    return {
        "position": turn["position"],
        "start_ms": turn["start_ms"] + offset_ms,
        "end_ms": None if end_ms is None else end_ms + offset_ms,
    }


def _end(turn: Json) -> int:
    end_ms: int = turn["start_ms"] if turn["end_ms"] is None else turn["end_ms"]
    return end_ms


def _length(stretch: Json) -> int:
    length_ms: int = stretch["until_ms"] - stretch["from_ms"]
    return length_ms
