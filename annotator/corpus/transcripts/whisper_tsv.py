"""TSV as Whisper writes it: start, end and text, never quoted, so that a quotation mark is one."""

import re

from annotator.corpus.transcripts.columns import Columns
from annotator.corpus.transcripts.model import Reading
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.table import Row, read_rows, shown

_HEADER = "start\tend\ttext"
_LINE = re.compile(r"\d{1,12}\t\d{1,12}\t.*", re.ASCII)


def is_whisper_tsv(text: str) -> bool:
    """Whether the header is Whisper's and every line begins with two whole numbers."""
    header, _, rest = text.partition("\n")
    return header == _HEADER and all(_LINE.fullmatch(line) for line in rest.split("\n") if line)


def read_whisper_tsv(text: str, _options: ReadingOptions) -> Reading:
    """Read each line as a cue. Its times are milliseconds unless so much would be said far too fast."""
    lines = text.split("\n")
    rows = [Row(f"line {number}", line.split("\t", 2)) for number, line in enumerate(lines, start=1) if line]
    columns = Columns(text=2, start=0, end=1)
    cues, remarks = read_rows(rows, columns, joiner="\t")
    return Reading("whisper_tsv", tuple(cues), tuple(remarks), shown(rows, columns))
