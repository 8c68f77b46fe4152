"""SubRip (SRT): numbered captions; numbers, padding and the comma of the times are not insisted upon."""

from annotator.corpus.transcripts.captions import read_captions
from annotator.corpus.transcripts.decoding import visible_lines
from annotator.corpus.transcripts.model import Reading
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.timing_lines import is_timing_line


def is_srt(text: str) -> bool:
    """Whether any line says when a caption shows. WebVTT without its header is read the same way."""
    return any(is_timing_line(line) for line in visible_lines(text))


def read_srt(text: str, _options: ReadingOptions) -> Reading:
    """Read the captions of an SRT file."""
    cues, remarks = read_captions(text)
    return Reading("srt", tuple(cues), tuple(remarks))
