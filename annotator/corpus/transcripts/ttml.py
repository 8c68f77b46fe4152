"""TTML and DFXP: timed paragraphs in XML.

Source: W3C TTML2, sections 8 (content), 12 (timing) and 14 (metadata); what broadcasters and players write besides.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from xml.etree.ElementTree import Element

from annotator.corpus.transcripts.changes import cut_at_changes
from annotator.corpus.transcripts.model import Cue, Reading, Remark
from annotator.corpus.transcripts.names import name_speakers
from annotator.corpus.transcripts.odd_times import remark_out_of_range
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.ttml_times import Clock
from annotator.corpus.transcripts.xml_text import local_name, parse_xml, root_name

_NO_SPEECH = {
    "head", "metadata", "title", "desc", "copyright", "agent", "layout", "styling", "set", "animate", "image", "audio",
    "font", "data",
}  # fmt: skip
_BLANKS = re.compile(r"[ \t\r\n]+")  # Not every blank: one that doesn't break stays.
_ID = "{http://www.w3.org/XML/1998/namespace}id"


@dataclass(frozen=True)
class _Context:
    """What an element has from those it stands in."""

    start_ms: int = 0
    end_ms: int | None = None
    is_timed: bool = False
    """Whether anything says when it begins; 0 is the beginning of the file otherwise."""
    agent: str = ""


@dataclass
class _Piece:
    """Text under one time and by one agent."""

    context: _Context
    text: list[str] = field(default_factory=list)

    def lines(self) -> tuple[str, ...]:
        return tuple(line for each in "".join(self.text).split("\n") if (line := _BLANKS.sub(" ", each).strip()))


def is_ttml(text: str) -> bool:
    """Whether the root is `tt`."""
    return root_name(text) == "tt"


def read_ttml(text: str, _options: ReadingOptions) -> Reading:
    """Read each paragraph, and each part of it that has a time or an agent of its own, as a cue."""
    root = parse_xml(text)
    remarks: list[Remark] = []
    clock = Clock.of(root)
    agents = _agents(root)
    cues: list[Cue] = []
    bodies = [child for child in root if local_name(child) == "body"]
    paragraphs = [each for body in bodies for each in _paragraphs(body, _Context(), clock, remarks)]
    for number, (paragraph, context) in enumerate(paragraphs, start=1):
        pieces = [_Piece(context)]
        _collect(paragraph, context, clock, pieces, remarks)
        # A paragraph without text stays one cue, so that leaving it out is remarked.
        spoken = [piece for piece in pieces if piece.lines()] or pieces[:1]
        cues += [_cue(piece, f"paragraph {number}", agents) for piece in spoken]
    cues, cut = cut_at_changes(cues)
    cues, more = name_speakers(cues)
    return Reading("ttml", tuple(cues), (*remarks, *cut, *more))


def _agents(root: Element) -> dict[str, str]:
    """Names of the agents by their ids."""
    names: dict[str, str] = {}
    for element in root.iter():
        if local_name(element) == "agent" and (key := element.get(_ID)):
            spoken = ["".join(name.itertext()) for name in element if local_name(name) == "name"]
            names[key] = " ".join(" ".join(spoken[:1]).split()) or key
    return names


def _paragraphs(
    element: Element, outer: _Context, clock: Clock, remarks: list[Remark]
) -> Iterator[tuple[Element, _Context]]:
    context = _inside(element, outer, clock, remarks)
    if local_name(element) == "p":
        yield element, context
        return
    _remark_on_strays(element, remarks)
    is_sequence = element.get("timeContainer") == "seq"
    for child in element:
        if local_name(child) not in _NO_SPEECH:
            yield from _paragraphs(child, context, clock, remarks)
        if is_sequence:
            context = replace(context, start_ms=_inside(child, context, clock, []).end_ms or context.start_ms)


def _remark_on_strays(element: Element, remarks: list[Remark]) -> None:
    strays = " ".join(" ".join([element.text or "", *(child.tail or "" for child in element)]).split())
    if strays:
        remarks.append(Remark("error", "", f"Text outside any paragraph was left out: “{strays[:200]}”."))


def _inside(element: Element, outer: _Context, clock: Clock, remarks: list[Remark]) -> _Context:
    """Times count from the begin of what the element stands in."""
    times: dict[str, int] = {}
    unread: set[str] = set()
    for name in ("begin", "end", "dur"):
        written = element.get(name)
        milliseconds = clock.milliseconds(written) if written is not None else None
        if milliseconds is not None:
            times[name] = milliseconds
            remark_out_of_range(written or "", milliseconds, "", remarks)
        elif written is not None:
            unread.add(name)
            message = f"The time {name}=“{written[:40]}” can't be read; the text is kept without it."
            remarks.append(Remark("warning", "", message))
    start_ms = outer.start_ms + times.get("begin", 0)
    ends = [outer.end_ms] if outer.end_ms is not None else []
    if "end" in times:
        ends.append(outer.start_ms + times["end"])
    if "dur" in times:
        ends.append(start_ms + times["dur"])
    agents = [value for key, value in element.attrib.items() if key.rpartition("}")[2] == "agent"]
    return _Context(
        start_ms,
        min(ends, default=None),
        outer.is_timed or (bool(times) and "begin" not in unread),
        agents[0] if agents else outer.agent,
    )


def _collect(element: Element, context: _Context, clock: Clock, pieces: list[_Piece], remarks: list[Remark]) -> None:
    """Gather the text in reading order; a piece of its own where time or agent change."""
    _say(element.text, context, pieces)
    for child in element:
        name = local_name(child)
        if name == "br":
            pieces[-1].text.append("\n")
        elif name not in _NO_SPEECH:
            _collect(child, _inside(child, context, clock, remarks), clock, pieces, remarks)
        _say(child.tail, context, pieces)


def _say(text: str | None, context: _Context, pieces: list[_Piece]) -> None:
    if not text:
        return
    if pieces[-1].context != context and text.strip():
        pieces.append(_Piece(context))
    # Line ends in the file are blanks; only `br` breaks a line.
    pieces[-1].text.append(_BLANKS.sub(" ", text))


def _cue(piece: _Piece, where: str, agents: dict[str, str]) -> Cue:
    context = piece.context
    names = [agents.get(key, key) for key in context.agent.split()]
    start_ms = context.start_ms if context.is_timed else None
    return Cue(piece.lines(), start_ms, context.end_ms, where, " and ".join(names) or None)
