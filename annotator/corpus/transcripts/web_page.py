"""Transcripts as web pages: what podcasts publish, what noScribe writes, and any page of names and paragraphs.

Read with no parser of HTML, for none is needed: tags end paragraphs or are passed over, and nothing is followed.
Sources: the transcript formats of the Podcast Index (<cite>, <time>); the files of noScribe, whose links are named
after the milliseconds in which their text was said, `<a name="ts_500_1500_S00">`.
"""

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from annotator.corpus.transcripts.clock import COLON_CLOCK, parse_clock
from annotator.corpus.transcripts.model import Cue, Reading, Remark, TranscriptRefused
from annotator.corpus.transcripts.names import name_speakers
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.speaker_text import read_lines
from annotator.corpus.transcripts.xml_text import root_name

_ROOTS = {"html", "body", "cite", "article"}  # A podcast's may be without the page around it.
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]{0,20})([^<>]*)>|<[!?][^<>]*>")
_ENDS_A_PARAGRAPH = re.compile(
    "p|div|section|article|header|footer|main|blockquote|pre|hr|body|ul|ol|li|h[1-6]|table|tr|dl|dt|dd"
)
_NO_TEXT = {"title", "script", "style", "noscript", "template"}
_SAID_AT = re.compile(r"""\bname\s{0,3}=\s{0,3}["']?ts_(\d{1,10})_(\d{1,10})_""", re.ASCII)
# Hyperaudio has a span for each word: when it begins, and for how long it is said.
_WORD_AT = re.compile(r"""\bdata-m\s{0,3}=\s{0,3}["']?(\d{1,10})""", re.ASCII)
_WORD_FOR = re.compile(r"""\bdata-d\s{0,3}=\s{0,3}["']?(\d{1,10})""", re.ASCII)
_SHOWN_TIME = re.compile(r"\[\d{1,2}:\d\d:\d\d\]\s?", re.ASCII)
_LED_BY_TIME = re.compile(rf"\[{COLON_CLOCK}\]", re.ASCII)
_BLANKS = re.compile(r"[ \t\n\r\f]+")
_QUOTED_CHARACTERS = 200
_FEWEST = 2  # Any page may hold a word before a colon.


@dataclass
class _Block:
    """One paragraph, and when it was said where links say so."""

    pieces: list[str] = field(default_factory=list)
    start_ms: int | None = None
    end_ms: int | None = None
    tag: str = ""
    """What began it."""
    has_cite: bool = False

    @property
    def text(self) -> str:
        return "\n".join(line.strip() for line in "".join(self.pieces).split("\n")).strip()


def is_web_page(text: str) -> bool:
    """Whether the root is that of a web page, or of a podcast's transcript without one around it."""
    return (root_name(text) or "").lower() in _ROOTS


def read_web_page(text: str, _options: ReadingOptions) -> Reading:
    """Read the paragraphs: with the times of noScribe's links, or else as the lines of a text.

    Raises:
        TranscriptRefused: neither names nor times tell its turns, as in any other page.
    """
    blocks = [block for block in _blocks(_without_comments(text)) if block.text]
    timed = [block for block in blocks if block.start_ms is not None]
    if not timed:
        cues, remarks = read_lines([line for block in _cited(blocks) for line in ["", *block.split("\n")]])
        if len(cues) < _FEWEST:
            raise TranscriptRefused("unknown_format", "The web page has neither names nor times before what is said.")
        return Reading("html", tuple(cues), tuple(remarks))
    cues = [
        Cue((_SHOWN_TIME.sub("", block.text),), block.start_ms, block.end_ms, f"paragraph {number}")
        for number, block in enumerate(timed, start=1)
    ]
    named, remarks = name_speakers(cues)
    if aside := " ".join(block.text for block in blocks if block.start_ms is None):
        message = f"Text that no time belongs to was left out: “{aside[:_QUOTED_CHARACTERS]}”."
        remarks = [Remark("warning", "", message), *remarks]
    return Reading("html", tuple(named), tuple(remarks))


def _cited(blocks: Sequence[_Block]) -> Iterator[str]:
    """The paragraphs; of a podcast, in which <cite> names who speaks, those that nobody is named for as nobody's."""
    is_podcast = any(block.has_cite for block in blocks)
    is_open = True
    for block in blocks:
        is_timed = block.text.startswith("[") and _LED_BY_TIME.match(block.text) is not None
        begins_nameless = is_timed or (is_open and block.tag == "p")
        yield f"??: {block.text}" if is_podcast and not block.has_cite and begins_nameless else block.text
        is_open = is_open and not block.has_cite and not begins_nameless


def _without_comments(text: str) -> str:
    first, *others = text.split("<!--")
    return first + "".join(other.partition("-->")[2] for other in others)


def _blocks(text: str) -> Iterator[_Block]:
    block, skipped, at = _Block(), "", 0
    for tag in _TAG.finditer(text):
        if not skipped:
            block.pieces.append(_plain(text[at : tag.start()]))
        at = tag.end()
        is_end, name = bool(tag[1]), (tag[2] or "").lower()
        if skipped:
            skipped = "" if is_end and name == skipped else skipped
        elif name in _NO_TEXT and not is_end:
            skipped = name
        elif _ENDS_A_PARAGRAPH.fullmatch(name):
            yield block
            block = _Block(tag="" if is_end else name)
        elif name == "br":
            block.pieces.append("\n")
        elif name in {"td", "th"}:
            block.pieces.append("\t")
        elif name == "time" and is_end:
            _put_in_brackets(block)
        elif name == "a" and (said := _SAID_AT.search(tag[3])):
            block.start_ms = int(said[1]) if block.start_ms is None else block.start_ms
            block.end_ms = int(said[2])
        elif name == "span" and (at_ms := _WORD_AT.search(tag[3])):
            length_ms = _WORD_FOR.search(tag[3])
            block.start_ms = int(at_ms[1]) if block.start_ms is None else block.start_ms
            block.end_ms = int(at_ms[1]) + int(length_ms[1] if length_ms else 0)
        elif name == "cite":
            block.has_cite = True
    block.pieces.append("" if skipped else _plain(text[at:]))
    yield block


def _put_in_brackets(block: _Block) -> None:
    """The time that the last piece is, as other texts write it: "Anna: [0:12]"."""
    if block.pieces and parse_clock(block.pieces[-1].strip()) is not None:
        block.pieces[-1] = f" [{block.pieces[-1].strip()}] "


def _plain(text: str) -> str:
    return html.unescape(_BLANKS.sub(" ", text))
