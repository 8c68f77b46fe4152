"""Transcripts of podcasts as web pages: `cite` names the speaker, `time` says when, `p` holds what is said.

Cut at its tags by hand: the parser in the standard library takes very long over some broken pages.
Source: the Podcasting 2.0 transcript specification, section HTML.
"""

import html
import re

from annotator.corpus.transcripts.clock import parse_clock
from annotator.corpus.transcripts.model import Cue, Reading, Remark
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.xml_text import root_name

_TAG = re.compile(r"<(/?[A-Za-z!][^<>]{0,2000})>")
_CITE = re.compile(r"<cite[\s>]", re.IGNORECASE)
_BLANKS = re.compile(r"[ \t\r\n]+")
_PLACES = {"cite", "time", "p"}
_UNSEEN = {"head", "title", "style", "script"}


def is_podcast_html(text: str) -> bool:
    """Whether the text is a web page or a piece of one, and names who speaks."""
    return (root_name(text) or "").lower() in {"html", "cite", "body", "div"} and _CITE.search(text) is not None


def read_podcast_html(text: str, _options: ReadingOptions) -> Reading:
    """Read each `p` as a cue, by the speaker and at the time named before it."""
    cues: list[Cue] = []
    said: dict[str, list[str]] = {place: [] for place in _PLACES}
    outside: list[str] = []
    place: str | None = None
    is_unseen = False
    remarks: list[Remark] = []
    pieces = _TAG.split(text)
    for content, tag in zip(pieces[0::2], [*pieces[1::2], "/p"], strict=True):
        if place in said:
            said[place].append(content)
        elif not is_unseen and content.strip():
            outside.append(content)
        name = tag.split()[0].rstrip("/").lower()
        if name in _UNSEEN:
            is_unseen = True
        elif name.removeprefix("/") in _UNSEEN:
            is_unseen = False
        elif name in _PLACES:
            if place == "p":
                cues.append(_cue(said, len(cues) + 1, remarks))
            place = name
            said[place] = []
        elif name == "/p" and place == "p":
            cues.append(_cue(said, len(cues) + 1, remarks))
            place = None
        elif name.removeprefix("/") in _PLACES:
            place = None
        elif place == "p" and name == "br":
            said[place].append(" ")
    if outside:
        told = _words(" ".join(outside))[:200]
        remarks.append(Remark("warning", "", f"Text outside the transcript was left out: “{told}”."))
    return Reading("podcast_html", tuple(cues), tuple(remarks))


def _cue(said: dict[str, list[str]], number: int, remarks: list[Remark]) -> Cue:
    """The paragraph just ended. A time holds for one paragraph, a name until the next."""
    where = f"paragraph {number}"
    written = _words("".join(said["time"]))
    start_ms = parse_clock(written)
    if written and start_ms is None:
        remarks.append(Remark("warning", where, f"The time “{written[:40]}” can't be read; it is kept without."))
    said["time"] = []
    speaker = " ".join(_words("".join(said["cite"])).rstrip(":").split()) or None
    text = _words("".join(said["p"]))
    return Cue((text,) if text else (), start_ms, None, where, speaker)


def _words(markup: str) -> str:
    return _BLANKS.sub(" ", html.unescape(markup)).strip()
