"""What a text document says, whatever program wrote it: its paragraphs and table rows become cues."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from annotator.corpus.transcripts.captions import read_captions
from annotator.corpus.transcripts.document_tables import DocumentTable, read_tables
from annotator.corpus.transcripts.model import Cue, Reading, Remark
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.speaker_text import read_lines
from annotator.corpus.transcripts.srt import is_srt

_QUOTED_CHARACTERS = 200


@dataclass(frozen=True)
class Paragraph:
    """One paragraph; its lines are those the writer broke."""

    text: str


Block = Paragraph | DocumentTable


def read_blocks(
    blocks: Sequence[Block], *, format_name: str, options: ReadingOptions, remarks: Sequence[Remark]
) -> Reading:
    """Read a table if it holds most of the text, or else the text as if it stood in a plain file.

    A document with neither speakers nor times is read all the same, each paragraph as a turn of an unknown speaker.
    """
    remarks = list(remarks)
    paragraphs = [block.text for block in blocks if isinstance(block, Paragraph)]
    rows = [row for block in blocks if isinstance(block, DocumentTable) for row in block.rows]
    if sum(len(cell) for row in rows for cell in row.cells) > sum(map(len, paragraphs)):
        reading = _read_tables(blocks, format_name, options, remarks)
        if reading is not None:
            return reading
    texts = _texts(blocks, _speakers(paragraphs) if rows else set())
    if any(row.text.strip() for row in rows) and any(text.strip() for text in paragraphs):
        said = " ".join(" ".join(row.text.split()) for row in rows)
        message = (
            f"The document's tables were read as lines of the text around them: “{said[:_QUOTED_CHARACTERS]}”. "
            "Check who says what is in them."
        )
        remarks.append(Remark("warning", "", message))
    lines = [line for text in texts for line in text.split("\n")]
    if is_srt("\n".join(lines)):
        # What stands under a time is often several paragraphs, so that none ends a caption.
        cues, more = read_captions("\n".join(line for line in lines if line.strip()))
    else:
        cues, more = read_lines([line for text in texts for line in ["", *text.split("\n")]])
    if not cues:
        cues = [
            Cue(tuple(line for line in text.split("\n") if line.strip()), None, None, f"paragraph {number}")
            for number, text in enumerate(texts, start=1)
            if text.strip()
        ]
        message = "The document names no speakers: each paragraph is taken for a turn."
        more = [Remark("warning", "", message)] if cues else []
    return Reading(format_name, tuple(cues), (*remarks, *more))


def lines_of_cell(blocks: Iterable[Block]) -> str:
    """A table inside a cell becomes lines of it."""
    texts = [block.text if isinstance(block, Paragraph) else _lines(block) for block in blocks]
    return "\n".join(texts).strip()


def _lines(table: DocumentTable) -> str:
    return "\n".join("\t".join(row.cells) for row in table.rows)


def _speakers(paragraphs: Sequence[str]) -> set[str]:
    """Who speaks in the text beside the tables."""
    cues, _ = read_lines([line for text in paragraphs for line in ["", *text.split("\n")]])
    return {cue.speaker for cue in cues if cue.speaker}


def _texts(blocks: Sequence[Block], speakers: Collection[str]) -> list[str]:
    """The text of each paragraph and row; a row that begins with a speaker of the paragraphs is what they say."""
    texts: list[str] = []
    for block in blocks:
        if isinstance(block, Paragraph):
            texts.append(block.text)
            continue
        for row in block.rows:
            name, _, said = row.text.partition("\t")
            name = name.strip().rstrip(":")
            texts.append(f"{name}: {said}" if said and name in speakers else row.text)
    return texts


def _read_tables(
    blocks: Sequence[Block], format_name: str, options: ReadingOptions, remarks: Sequence[Remark]
) -> Reading | None:
    read = read_tables([block for block in blocks if isinstance(block, DocumentTable)], options)
    if read is None:
        return None
    outside = " ".join(block.text.strip() for block in blocks if isinstance(block, Paragraph) and block.text.strip())
    if outside:
        message = f"Text outside the table was left out: “{outside[:_QUOTED_CHARACTERS]}”."
        remarks = [*remarks, Remark("warning", "", message)]
    return Reading(format_name, tuple(read.cues), (*remarks, *read.remarks), read.table, read.tiers)
