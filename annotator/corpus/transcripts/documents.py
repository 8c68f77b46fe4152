"""What a text document says, whatever program wrote it: its paragraphs and table rows become cues."""

from collections.abc import Sequence
from dataclasses import dataclass

from annotator.corpus.transcripts.captions import read_captions
from annotator.corpus.transcripts.model import Cue, Reading, Remark
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.speaker_text import read_lines
from annotator.corpus.transcripts.srt import is_srt
from annotator.corpus.transcripts.table import Row, check_columns, guess_columns, read_rows, shown

_QUOTED_CHARACTERS = 200


@dataclass(frozen=True)
class Paragraph:
    """One paragraph; its lines are those the writer broke."""

    text: str


@dataclass(frozen=True)
class TableRow:
    """One row of a table in the document."""

    cells: tuple[str, ...]


Block = Paragraph | TableRow


def read_blocks(
    blocks: Sequence[Block], *, format_name: str, options: ReadingOptions, remarks: Sequence[Remark]
) -> Reading:
    """Read a table if it holds most of the text, or else the text as if it stood in a plain file.

    A document with neither speakers nor times is read all the same, each paragraph as a turn of an unknown speaker.
    """
    n_in_rows = sum(len(cell) for block in blocks if isinstance(block, TableRow) for cell in block.cells)
    n_in_paragraphs = sum(len(block.text) for block in blocks if isinstance(block, Paragraph))
    if n_in_rows > n_in_paragraphs:
        reading = _read_table(blocks, format_name, options, list(remarks))
        if reading is not None:
            return reading
    lines = [line for block in blocks for line in _text(block).split("\n")]
    if is_srt("\n".join(lines)):
        # What stands under a time is often several paragraphs, so that none ends a caption.
        cues, more = read_captions("\n".join(line for line in lines if line.strip()))
    else:
        cues, more = read_lines([line for block in blocks for line in ["", *_text(block).split("\n")]])
    if not cues:
        cues = [
            Cue(tuple(line for line in _text(block).split("\n") if line.strip()), None, None, f"paragraph {number}")
            for number, block in enumerate(blocks, start=1)
            if _text(block).strip()
        ]
        message = "The document names no speakers: each paragraph is taken for a turn."
        more = [Remark("warning", "", message)] if cues else []
    return Reading(format_name, tuple(cues), (*remarks, *more))


def _text(block: Block) -> str:
    return block.text if isinstance(block, Paragraph) else "\t".join(cell.replace("\n", " ") for cell in block.cells)


def _read_table(
    blocks: Sequence[Block], format_name: str, options: ReadingOptions, remarks: list[Remark]
) -> Reading | None:
    tabled = [block for block in blocks if isinstance(block, TableRow)]
    rows = [Row(f"row {number}", list(block.cells)) for number, block in enumerate(tabled, start=1)]
    rows = [row for row in rows if any(cell.strip() for cell in row.cells)]
    columns = options.columns or guess_columns(rows)
    if columns is None:
        return None
    check_columns(columns, rows)
    cues, more = read_rows(rows, columns, joiner="\t")
    outside = " ".join(block.text.strip() for block in blocks if isinstance(block, Paragraph) and block.text.strip())
    if outside:
        message = f"Text outside the table was left out: “{outside[:_QUOTED_CHARACTERS]}”."
        remarks.append(Remark("warning", "", message))
    if not columns.has_header and options.columns is None:
        message = f"The table has no header; {columns.described()}. Check that this is right."
        remarks.append(Remark("warning", "row 1", message))
    return Reading(format_name, tuple(cues), (*remarks, *more), shown(rows, columns))
