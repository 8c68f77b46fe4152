"""OpenDocument texts (ODT), read by hand: the text of one part is wanted, and odfpy's last release is of 2020.

Source: OpenDocument 1.3, part 3, sections 5 (paragraphs), 6 (text) and 9 (tables).
"""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from annotator.corpus.transcripts.document_tables import WIDEST, DocumentTable, TableRow
from annotator.corpus.transcripts.documents import Block, Paragraph, lines_of_cell, read_blocks
from annotator.corpus.transcripts.model import Reading, Remark
from annotator.corpus.transcripts.office_files import part_names, read_part
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.xml_text import attribute, local_name, outermost

_MAIN = "content.xml"
_NO_TEXT = {
    "tracked-changes",
    "annotation",
    "note",
    "bookmark",
    "sequence-decls",
    "automatic-styles",
    "font-face-decls",
}
_MOST_REPEATED = 1000  # Spaces or cells that one element may stand for.


def is_odt(data: bytes) -> bool:
    """Whether the archive says that it is an OpenDocument text."""
    # The standard puts the type first and unpacked, so that it stands in these bytes.
    return b"mimetypeapplication/vnd.oasis.opendocument.text" in data[:200] and _MAIN in part_names(data)


def read_odt(data: bytes, options: ReadingOptions) -> Reading:
    """Read paragraphs, headings, lists and tables.

    Raises:
        TranscriptRefused: damaged, encrypted or too large.
    """
    root = read_part(data, _MAIN)
    return read_blocks(list(_blocks(root)), format_name="odt", options=options, remarks=list(_about_asides(root)))


def _about_asides(root: Element) -> Iterator[Remark]:
    titles = {"annotation": "comments", "note": "notes", "tracked-changes": "tracked deletions"}
    for name, title in titles.items():
        found = [
            " ".join("".join(element.itertext()).split()) for element in root.iter() if local_name(element) == name
        ]
        text = " ".join(each for each in found if each)
        if text:
            yield Remark("info", "", f"The document's {title} were left out: “{text[:200]}”.")


def _blocks(element: Element) -> Iterator[Block]:
    for child in element:
        name = local_name(child)
        if name in {"p", "h"}:
            boxes: list[Element] = []
            yield Paragraph("".join(_spoken(child, boxes)))
            for box in boxes:
                yield from _blocks(box)
        elif name == "table":
            yield DocumentTable(tuple(map(_row, outermost(child, {"table-row"}))))
        elif name not in _NO_TEXT:
            yield from _blocks(child)


def _spoken(element: Element, boxes: list[Element]) -> Iterator[str]:
    """Blanks count once, as the standard says; more are written as elements."""
    yield _single_spaced(element.text)
    for child in element:
        name = local_name(child)
        if name == "s":
            yield " " * _count(child, "c")
        elif name == "tab":
            yield "\t"
        elif name == "line-break":
            yield "\n"
        elif name == "text-box":
            boxes.append(child)
        elif name not in _NO_TEXT:
            yield from _spoken(child, boxes)
        yield _single_spaced(child.tail)


def _single_spaced(text: str | None) -> str:
    if not text:
        return ""
    words = text.replace("\t", " ").replace("\n", " ").split(" ")
    return " ".join(word for index, word in enumerate(words) if word or index in {0, len(words) - 1})


def _count(element: Element, name: str) -> int:
    written = attribute(element, name) or "1"
    return min(int(written), _MOST_REPEATED) if written.isascii() and written.isdigit() and len(written) < 9 else 1


def _row(row: Element) -> TableRow:
    """Cells that a merged one covers are written after it in its row, and in the rows below it."""
    cells: list[str] = []
    continued: set[int] = set()
    n_own = n_covered = 0
    for cell in row:
        name = local_name(cell)
        n = min(_count(cell, "number-columns-repeated"), max(1, WIDEST - len(cells)))
        if name == "table-cell":
            n_own += n
            n_covered = _count(cell, "number-columns-spanned") - 1
        elif name == "covered-table-cell":
            continued.update(range(len(cells) + n_covered, len(cells) + n))
            n_covered = max(0, n_covered - n)
        else:
            continue
        cells += [lines_of_cell(_blocks(cell))] * n
    is_across = n_own == 1 and not continued and not any(cells[1:])
    return TableRow(tuple(cells[:1] if is_across else cells), frozenset(continued))
