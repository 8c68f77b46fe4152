"""WebVTT as Zoom, Teams, YouTube and podcasts write it.

Our own, since webvtt-py leaves out cues whose times are unpadded and says nothing of it.
Source: W3C WebVTT, sections 4 and 6; what real files do besides.
"""

import re

from annotator.corpus.transcripts.captions import is_timing_line, read_captions
from annotator.corpus.transcripts.model import Reading
from annotator.corpus.transcripts.options import ReadingOptions

_ASIDE = re.compile(r"(?:NOTE|STYLE|REGION)(?:\s.*)?")


def is_webvtt(text: str) -> bool:
    """Whether the text begins as every WebVTT file must."""
    return re.match(r"WEBVTT(?:[ \t\n]|$)", text) is not None


def read_webvtt(text: str, _options: ReadingOptions) -> Reading:
    """Read the cues of a WebVTT file; its header, notes, styles and regions are no speech."""
    lines = text.split("\n")
    in_aside = True  # The header, up to the first empty line.
    for index, line in enumerate(lines):
        if line == "" or is_timing_line(line):
            in_aside = False
        elif _ASIDE.fullmatch(line) and lines[index - 1] == "":
            in_aside = True
        if in_aside:
            lines[index] = ""
    cues, remarks = read_captions("\n".join(lines))
    return Reading("webvtt", tuple(cues), tuple(remarks))
