"""XML of whatever origin, read without what makes XML dangerous: no entities of its own, no other file fetched."""

import re
from collections.abc import Collection, Iterator
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from annotator.corpus.transcripts.model import TranscriptRefused

# Before the root there may be a declaration, comments and a document type.
_BEFORE_ROOT = re.compile(
    r"\s*(?:<\?(?:[^?]|\?(?!>))*\?>|<!--(?:[^-]|-(?!->))*-->|<![A-Za-z][^<>\[]*(?:\[[^\]]*\]\s*)?>)"
)
_ROOT = re.compile(r"\s*<(?:[\w.-]+:)?([\w.-]+)[\s/>]")
_SNIFFED_CHARACTERS = 20_000
_MOST_TAGS = 2_000_000  # An hour in Word has some 60,000; each takes about 100 bytes as a tree.
_DEEPEST = 200  # Levels; no transcript nests so far, and walking a deeper tree would exhaust the stack.


def root_name(text: str) -> str | None:
    """The root element's name without its namespace; None where the text is no XML."""
    head = text[:_SNIFFED_CHARACTERS]
    position = 0
    while before := _BEFORE_ROOT.match(head, position):
        position = before.end()
    root = _ROOT.match(head, position)
    return root[1] if root else None


def parse_xml(content: str | bytes) -> Element:
    """The root element.

    Raises:
        TranscriptRefused: not well-formed, with entities of its own, or of a size or depth that no transcript has.
    """
    n_tags = content.count("<") if isinstance(content, str) else content.count(b"<")
    if n_tags > _MOST_TAGS:
        raise TranscriptRefused("too_large", f"The file has {n_tags} XML tags, more than any transcript.")
    try:
        root: Element = fromstring(content)
    except ParseError as error:
        raise TranscriptRefused("bad_xml", f"The file is XML but breaks: {error}.") from error
    except DefusedXmlException as error:
        message = "The file is XML that defines entities of its own, as no transcript needs; it was not opened further."
        raise TranscriptRefused("bad_xml", message) from error
    except (ValueError, LookupError) as error:  # An encoding that doesn't exist, a NUL.
        raise TranscriptRefused("bad_xml", "The file is XML in an encoding that can't be read.") from error
    level, depth = [root], 0
    while level:
        level = [child for element in level for child in element]
        depth += 1
        if depth > _DEEPEST:
            raise TranscriptRefused("bad_xml", f"The file is XML nested deeper than {_DEEPEST} levels.")
    return root


def outermost(root: Element, names: Collection[str]) -> Iterator[Element]:
    """Elements of these names that stand in no other of them."""
    for child in root:
        if local_name(child) in names:
            yield child
        else:
            yield from outermost(child, names)


def local_name(element: Element) -> str:
    """ "p" of "{http://www.w3.org/ns/ttml}p"."""
    return str(element.tag).rpartition("}")[2]


def attribute(element: Element, name: str) -> str:
    """The value of an attribute, whatever its namespace; "" where there is none."""
    return next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == name), "")
