"""WebVTT as Zoom, Teams, YouTube and podcasts write it.

Our own, since webvtt-py leaves out cues whose times are unpadded and says nothing of it.
Source: W3C WebVTT, sections 4 and 6; what real files do besides.
"""

import re

from annotator.corpus.transcripts.captions import read_captions
from annotator.corpus.transcripts.decoding import visible_lines
from annotator.corpus.transcripts.model import Reading, Remark
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.timing_lines import is_timing_line

_QUOTED_CHARACTERS = 200
# WEBVTT again stands where two files were put together.
_ASIDE = re.compile(r"(?:NOTE|STYLE|REGION|WEBVTT)(?:\s.*)?")


def is_webvtt(text: str) -> bool:
    """Whether the text begins as every WebVTT file must."""
    return re.match(r"WEBVTT(?:[ \t\n]|$)", text) is not None


def read_webvtt(text: str, _options: ReadingOptions) -> Reading:
    """Read the cues of a WebVTT file; its header, notes, styles and regions are no speech."""
    lines = visible_lines(text)
    notes: list[tuple[int, list[str]]] = []  # The number of the first line, and all lines.
    in_aside = True  # The header, up to the first empty line.
    in_note = False
    for index, line in enumerate(lines):
        if line == "" or is_timing_line(line):
            in_aside = in_note = False
        elif _ASIDE.fullmatch(line) and lines[index - 1] == "":
            in_aside = True
            in_note = line.startswith("NOTE")
            if in_note:
                notes.append((index + 1, []))
        if in_note:
            notes[-1][1].append(line)
        if in_aside:
            lines[index] = ""
    cues, remarks = read_captions("\n".join(lines))
    if notes:
        first_line, note = notes[0]
        message = f"{len(notes)} note(s) were left out, the first “{' '.join(note)[:_QUOTED_CHARACTERS]}”."
        remarks.insert(0, Remark("info", f"line {first_line}", message))
    return Reading("webvtt", tuple(cues), tuple(remarks))
