"""Cues of several channels or layers as one conversation."""

from collections.abc import Iterable

from annotator.corpus.transcripts.model import Cue


def in_order_of_time(*streams: Iterable[Cue]) -> list[Cue]:
    """All cues by their start; one without a start stays behind the one before it in its stream."""
    keyed: list[tuple[int, Cue]] = []
    for stream in streams:
        latest_ms = 0
        for cue in stream:
            latest_ms = cue.start_ms if cue.start_ms is not None else latest_ms
            keyed.append((latest_ms, cue))
    return [cue for _, cue in sorted(keyed, key=lambda pair: pair[0])]
