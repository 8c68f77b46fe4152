"""SBV, as YouTube exports captions: "0:00:01.000,0:00:02.500" above the lines it is the time of."""

import re

from annotator.corpus.transcripts.captions import read_captions
from annotator.corpus.transcripts.clock import COLON_CLOCK
from annotator.corpus.transcripts.decoding import visible_lines
from annotator.corpus.transcripts.model import Reading
from annotator.corpus.transcripts.options import ReadingOptions

_TIMING = re.compile(rf"^[ \t]{{0,9}}({COLON_CLOCK}),[ \t]{{0,9}}({COLON_CLOCK})[ \t]{{0,9}}$", re.ASCII | re.MULTILINE)
# Meant as one, though a time in it can't be read.
_MEANT_AS_TIMING = re.compile(
    r"^[ \t]{0,9}(\d{1,4}:\w{1,4}:[^\s,]{1,12}),[ \t]{0,9}(\d{1,4}:\w{1,4}:[^\s,]{1,12})[ \t]{0,9}$",
    re.ASCII | re.MULTILINE,
)
# The caption's text on the line of its time.
_WITH_TEXT = re.compile(
    r"^[ \t]{0,9}(\d{1,4}:\d\d:\d\d\.\d{3}),[ \t]{0,9}(\d{1,4}:\d\d:\d\d\.\d{3})[ \t]{1,9}(?=\S)",
    re.ASCII | re.MULTILINE,
)
# SubViewer says above its captions who made them and how they look.
_HEADER = re.compile(r"(?:\[[A-Z ]{2,30}\][^\n]*\n\s*){1,60}")


def is_sbv(text: str) -> bool:
    """Whether the first line that isn't empty is the time of a caption."""
    captions = _without_header(text)
    return (_TIMING.match(captions) or _WITH_TEXT.match(captions)) is not None


def read_sbv(text: str, _options: ReadingOptions) -> Reading:
    """Read the captions; only their time lines differ from those of SRT."""
    visible = _visible(text)
    header = _HEADER.match(visible)
    if header:  # As many lines stay, so that remarks name the right ones.
        visible = "\n" * header[0].count("\n") + visible[header.end() :]
    timed = visible
    for timing in (_TIMING, _MEANT_AS_TIMING):
        timed = timing.sub(r"\1 --> \2", timed)
    timed = _WITH_TEXT.sub(r"\1 --> \2 ", timed)
    cues, remarks = read_captions(timed)
    return Reading("sbv", tuple(cues), tuple(remarks))


def _without_header(text: str) -> str:
    visible = _visible(text).lstrip()
    return _HEADER.sub("", visible, count=1).lstrip() if visible.startswith("[") else visible


def _visible(text: str) -> str:
    return "\n".join(visible_lines(text))
