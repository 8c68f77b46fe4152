"""OpenDocument texts (ODT), read by hand: the text of one part is wanted, and odfpy's last release is of 2020.

Source: OpenDocument 1.3, part 3, sections 5 (paragraphs), 6 (text) and 9 (tables).
"""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from annotator.corpus.transcripts.documents import Block, Paragraph, TableRow, read_blocks
from annotator.corpus.transcripts.model import Reading, Remark
from annotator.corpus.transcripts.office_files import part_names, read_part
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.xml_text import local_name

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
        elif name == "table-row":
            yield TableRow(tuple(_cell(cell) for cell in child if local_name(cell).endswith("table-cell")))
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
    written = next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == name), "1")
    return min(int(written), _MOST_REPEATED) if written.isascii() and written.isdigit() and len(written) < 9 else 1


def _cell(cell: Element) -> str:
    """A table inside a cell becomes lines of it."""
    lines = [block.text if isinstance(block, Paragraph) else "\t".join(block.cells) for block in _blocks(cell)]
    return "\n".join(lines).strip()
