"""The formats there are readers for, and the order in which they are asked whether a file is theirs.

To add one, write a module with `is_name(content) -> bool` and `read_name(content, options) -> Reading`, and name both
here. The content is the file's text, decoded and with "\\n" line ends, or its bytes for formats that are no text.
`is_name` decides by the content alone, quickly, and raises nothing; `read_name` raises only `TranscriptRefused`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from annotator.corpus.transcripts.ass import is_ass, read_ass
from annotator.corpus.transcripts.chat import is_chat, read_chat
from annotator.corpus.transcripts.csv_table import is_csv_table, read_csv_table
from annotator.corpus.transcripts.docx import is_docx, read_docx
from annotator.corpus.transcripts.elan import is_elan, read_elan
from annotator.corpus.transcripts.json_formats.reader import is_json, read_json
from annotator.corpus.transcripts.model import Reading
from annotator.corpus.transcripts.odt import is_odt, read_odt
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.sbv import is_sbv, read_sbv
from annotator.corpus.transcripts.speaker_text import is_speaker_text, read_speaker_text
from annotator.corpus.transcripts.srt import is_srt, read_srt
from annotator.corpus.transcripts.textgrid import is_textgrid, read_textgrid
from annotator.corpus.transcripts.ttml import is_ttml, read_ttml
from annotator.corpus.transcripts.web_page import is_web_page, read_web_page
from annotator.corpus.transcripts.webvtt import is_webvtt, read_webvtt
from annotator.corpus.transcripts.whisper_tsv import is_whisper_tsv, read_whisper_tsv

Content = TypeVar("Content", str, bytes)


@dataclass(frozen=True)
class Reader(Generic[Content]):
    """How one format is told and read."""

    title: str
    """Its name, for the list of formats in a refusal."""
    is_format: Callable[[Content], bool]
    read: Callable[[Content, ReadingOptions], Reading]


# Asked first, before the bytes are decoded.
BYTES_READERS: tuple[Reader[bytes], ...] = (
    Reader("Word (DOCX)", is_docx, read_docx),
    Reader("OpenDocument text (ODT)", is_odt, read_odt),
)

# Strict formats first: a table or free text would take much for its own.
TEXT_READERS: tuple[Reader[str], ...] = (
    Reader("WebVTT", is_webvtt, read_webvtt),
    Reader("JSON of a recogniser or labelling tool", is_json, read_json),
    Reader("ELAN", is_elan, read_elan),
    Reader("a Praat TextGrid", is_textgrid, read_textgrid),
    Reader("CHAT", is_chat, read_chat),
    Reader("TTML", is_ttml, read_ttml),
    Reader("a web page (HTML)", is_web_page, read_web_page),
    Reader("ASS", is_ass, read_ass),
    Reader("SBV", is_sbv, read_sbv),
    Reader("SRT", is_srt, read_srt),
    Reader("Whisper TSV", is_whisper_tsv, read_whisper_tsv),
    Reader("a CSV table with a column for the text", is_csv_table, read_csv_table),
    Reader("a text with a name or a time before each turn", is_speaker_text, read_speaker_text),
)

# Asked alone where a person has said which column is what.
TABLE_READER: Reader[str] = Reader("a table", is_csv_table, read_csv_table)


def titles() -> str:
    """ "Word, SRT or a CSV table": every format that can be read."""
    names = [reader.title for reader in BYTES_READERS] + [reader.title for reader in TEXT_READERS]
    return f"{', '.join(names[:-1])} or {names[-1]}"
