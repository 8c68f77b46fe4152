"""The line above a caption that says when it shows: `0:01 --> 0:04`, settings after it, and now and then its text."""

import re
from dataclasses import dataclass

from annotator.corpus.transcripts.clock import CLOCK

# Text may follow at once where it can't be a part of the time.
_TIMING = re.compile(rf"\s*({CLOCK})\s*-->\s*({CLOCK})(?:\s(.*)|([^\W\d_]{{2}}.*|[<\[(].*))?", re.ASCII)
# Meant as a timing line, since it begins like one; an arrow inside speech does not.
_MEANT_AS_TIMING = re.compile(r"\s*(-?\d[^\s>]*?)\s*-->\s*(-?\d\S*)?(.*)", re.ASCII)
# Where a caption is shown: of WebVTT, of its drafts, and of SRT. Values are those that there are, since people say
# “Position: nurse” too.
_SHARE, _SIDE = r"-?\d[\d.]*%?", "start|center|middle|end|left|right"
_SETTING = re.compile(
    rf"""[\s,]*(?:
        (?:(?:position|line|size)\s?:\s?|[LTSP]:){_SHARE}(?:,(?:line-left|line-right|{_SIDE}))?
      | (?:align\s?:\s?|A:)(?:{_SIDE})
      | (?:vertical\s?:\s?|D:)(?:vertical(?:-lr)?|rl|lr)
      | region:\S+
      | [XY][12]\s?:\s?-?\d+
    )(?![^\s,])""",
    re.ASCII | re.VERBOSE,
)


@dataclass(frozen=True)
class TimingLine:
    """The parts of such a line, the times as written."""

    start: str
    end: str
    text: str
    """What stands on it of the caption itself; most often nothing."""


def is_timing_line(line: str) -> bool:
    """Whether the line was meant to say when a caption shows, readable or not."""
    return "-->" in line and _MEANT_AS_TIMING.fullmatch(line) is not None


def timing_of(line: str) -> TimingLine:
    """The parts of a line that was meant so."""
    match = _TIMING.fullmatch(line)
    if match:
        start, end, apart, at_once = match.groups()
        return TimingLine(start, end, _without_settings(apart or at_once or ""))
    meant = _MEANT_AS_TIMING.fullmatch(line)
    start, end, rest = meant.groups() if meant else ("", "", line)
    return TimingLine(start, end or "", _without_settings(rest))


def _without_settings(rest: str) -> str:
    at = 0
    while match := _SETTING.match(rest, at):
        at = match.end()
    return rest[at:].strip()
