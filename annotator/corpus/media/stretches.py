"""Turns that overlap are searched together, those that don't apart from each other."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from annotator.corpus.media.frame_rules import FrameRule, Span, spans_of_turn


@dataclass(frozen=True)
class FrameRequest:
    """A turn that needs a frame."""

    key: str
    """Names the turn and its file: letters, digits, "-" and "_"."""
    start_ms: int | None
    """None where the turn has no time."""
    end_ms: int | None
    """Where it plays to; its start where it has no length."""

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[A-Za-z0-9_-]+", self.key):
            raise ValueError(f"{self.key!r} can't name a file.")


@dataclass(frozen=True)
class Stretch:
    """Turns whose searches overlap in time, so that one look at a picture serves all of them."""

    requests: tuple[FrameRequest, ...]
    spans: tuple[tuple[str, int, Span], ...]
    """Of each frame: the turn's key, the frame's number, and where it is looked for; sorted by its beginning."""


def stretches_of(requests: Sequence[FrameRequest], rule: FrameRule, *, count: int) -> Iterator[Stretch]:
    """The stretches of turns that have times, in order."""
    together: list[FrameRequest] = []
    spans: list[tuple[str, int, Span]] = []
    until_ms = 0
    for request in sorted(requests, key=lambda each: (each.start_ms or 0, each.end_ms or 0, each.key)):
        own = spans_of_turn(request.start_ms or 0, request.end_ms or 0, rule, count=count)
        if together and own[0].from_ms >= until_ms:
            yield _stretch(together, spans)
            together, spans = [], []
        together.append(request)
        spans += [(request.key, number, span) for number, span in enumerate(own)]
        until_ms = max(until_ms, own[-1].until_ms)
    if together:
        yield _stretch(together, spans)


def _stretch(requests: list[FrameRequest], spans: list[tuple[str, int, Span]]) -> Stretch:
    return Stretch(tuple(requests), tuple(sorted(spans, key=lambda each: each[2].from_ms)))
