"""Word documents (DOCX).

Our own rather than python-docx, whose paragraphs leave out tracked insertions and content controls and say nothing.
Source: ECMA-376, part 1, section 17.
"""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from annotator.corpus.transcripts.document_tables import WIDEST, DocumentTable, TableRow
from annotator.corpus.transcripts.documents import Block, Paragraph, lines_of_cell, read_blocks
from annotator.corpus.transcripts.model import Reading, Remark
from annotator.corpus.transcripts.office_files import part_names, read_part
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.xml_text import attribute, local_name, outermost

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
        elif name == "tbl":
            yield DocumentTable(tuple(_row(row) for row in _wrapped(child, "tr")))
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


def _row(row: Element) -> TableRow:
    cells: list[str] = []
    continued: set[int] = set()
    merged = [_merging(cell) for cell in _wrapped(row, "tc")]
    for cell, (n_columns, is_continued) in zip(_wrapped(row, "tc"), merged, strict=True):
        if is_continued:
            continued.add(len(cells))
        cells += [lines_of_cell(_blocks(cell)), *[""] * min(n_columns - 1, WIDEST - len(cells))]
    return TableRow(tuple(cells if len(merged) > 1 else cells[:1]), frozenset(continued))


def _merging(cell: Element) -> tuple[int, bool]:
    """Over how many columns the cell goes, and whether it belongs to the one above."""
    properties = {local_name(each): each for part in cell if local_name(part) == "tcPr" for each in part}
    spans = attribute(properties["gridSpan"], "val") if "gridSpan" in properties else "1"
    n_columns = int(spans) if re.fullmatch(r"[1-9]\d?", spans, re.ASCII) else 1
    return n_columns, "vMerge" in properties and attribute(properties["vMerge"], "val") != "restart"


def _wrapped(element: Element, name: str) -> Iterator[Element]:
    """Rows of a table or cells of a row, controls and insertions around them or not."""
    for child in element:
        if local_name(child) == name:
            yield child
        elif local_name(child) in {"sdt", "sdtContent", "ins", "customXml"}:
            yield from _wrapped(child, name)
