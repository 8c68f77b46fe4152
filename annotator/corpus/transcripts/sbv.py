"""SBV, as YouTube exports captions: "0:00:01.000,0:00:02.500" above the lines it is the time of."""

import re

from annotator.corpus.transcripts.captions import read_captions
from annotator.corpus.transcripts.clock import COLON_CLOCK
from annotator.corpus.transcripts.decoding import visible_lines
from annotator.corpus.transcripts.model import Reading
from annotator.corpus.transcripts.options import ReadingOptions

_TIMING = re.compile(rf"^[ \t]{{0,9}}({COLON_CLOCK}),[ \t]{{0,9}}({COLON_CLOCK})[ \t]{{0,9}}$", re.ASCII | re.MULTILINE)


def is_sbv(text: str) -> bool:
    """Whether the first line that isn't empty is the time of a caption."""
    return _TIMING.match(_visible(text).lstrip()) is not None


def read_sbv(text: str, _options: ReadingOptions) -> Reading:
    """Read the captions; only their time lines differ from those of SRT."""
    cues, remarks = read_captions(_TIMING.sub(r"\1 --> \2", _visible(text)))
    return Reading("sbv", tuple(cues), tuple(remarks))


def _visible(text: str) -> str:
    return "\n".join(visible_lines(text))
