"""Word documents (DOCX).

Our own rather than python-docx, whose paragraphs leave out tracked insertions and content controls and say nothing.
Source: ECMA-376, part 1, section 17.
"""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from annotator.corpus.transcripts.documents import Block, Paragraph, TableRow, read_blocks
from annotator.corpus.transcripts.model import Reading, Remark
from annotator.corpus.transcripts.office_files import part_names, read_part
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.xml_text import local_name, outermost

_MAIN = "word/document.xml"
_BESIDE = {"word/footnotes.xml": "footnotes", "word/endnotes.xml": "endnotes", "word/comments.xml": "comments"}
_CHARACTERS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011", "softHyphen": "\u00ad"}
_DELETED = {"del", "moveFrom"}
# Formatting, field codes, and the second form of what is drawn in two.
_NO_TEXT = {"pPr", "rPr", "tblPr", "trPr", "tcPr", "sectPr", "sdtPr", "instrText", "delText", "Fallback"}


def is_docx(data: bytes) -> bool:
    """Whether the archive holds the main part of a Word document."""
    return _MAIN in part_names(data)


def read_docx(data: bytes, options: ReadingOptions) -> Reading:
    """Read the body: paragraphs, tables and text boxes, tracked insertions included.

    Raises:
        TranscriptRefused: damaged, encrypted or too large.
    """
    root = read_part(data, _MAIN)
    remarks = [*_about_deletions(root), *_about_notes(data)]
    return read_blocks(list(_blocks(root)), format_name="docx", options=options, remarks=remarks)


def _about_deletions(root: Element) -> Iterator[Remark]:
    deleted = "".join(
        text.text or ""
        for element in outermost(root, _DELETED)
        for text in element.iter()
        if local_name(text) in {"delText", "t"}
    )
    if deleted.strip():
        yield Remark("info", "", f"Tracked deletions were left out: “{deleted.strip()[:200]}”.")


def _about_notes(data: bytes) -> Iterator[Remark]:
    names = part_names(data)
    for part, title in _BESIDE.items():
        if part in names:
            text = " ".join("".join(read_part(data, part).itertext()).split())
            if text:
                yield Remark("info", "", f"The document's {title} were left out: “{text[:200]}”.")


def _blocks(element: Element) -> Iterator[Block]:
    for child in element:
        name = local_name(child)
        if name == "p":
            boxes: list[Element] = []
            yield Paragraph("".join(_runs(child, boxes)))
            for box in boxes:
                yield from _blocks(box)
        elif name == "tr":
            yield TableRow(tuple(_cell(cell) for cell in _cells(child)))
        elif name not in _NO_TEXT and name not in _DELETED:
            yield from _blocks(child)


def _runs(element: Element, boxes: list[Element]) -> Iterator[str]:
    for child in element:
        name = local_name(child)
        if name == "t":
            yield child.text or ""
        elif name in _CHARACTERS:
            yield _CHARACTERS[name]
        elif name == "txbxContent":
            boxes.append(child)
        elif name not in _NO_TEXT and name not in _DELETED:
            yield from _runs(child, boxes)


def _cells(row: Element) -> Iterator[Element]:
    for child in row:
        if local_name(child) == "tc":
            yield child
        elif local_name(child) in {"sdt", "sdtContent", "ins", "customXml"}:
            yield from _cells(child)


def _cell(cell: Element) -> str:
    """A table inside a cell becomes lines of it."""
    lines = [block.text if isinstance(block, Paragraph) else "\t".join(block.cells) for block in _blocks(cell)]
    return "\n".join(lines).strip()
