"""TTML and DFXP: timed paragraphs in XML.

Source: W3C TTML2, sections 8 (content), 12 (timing) and 14 (metadata); what broadcasters and players write besides.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from xml.etree.ElementTree import Element

from annotator.corpus.transcripts.model import Cue, Reading, Remark
from annotator.corpus.transcripts.names import name_speakers
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.ttml_times import Clock
from annotator.corpus.transcripts.xml_text import local_name, parse_xml, root_name

_NO_SPEECH = {"head", "metadata", "layout", "styling", "set", "animate", "image", "audio", "font", "data"}
_XML = "{http://www.w3.org/XML/1998/namespace}"


@dataclass(frozen=True)
class _Context:
    """What an element has from those it stands in."""

    start_ms: int
    end_ms: int | None
    is_timed: bool = False
    agent: str = ""
    keeps_blanks: bool = False


@dataclass
class _Piece:
    """Text under one time and by one agent."""

    context: _Context
    text: list[str] = field(default_factory=list)


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
    body = next((child for child in root if local_name(child) == "body"), None)
    paragraphs = () if body is None else _paragraphs(body, _Context(0, None), clock, remarks)
    for number, (paragraph, context) in enumerate(paragraphs, start=1):
        pieces = [_Piece(context)]
        _collect(paragraph, context, clock, pieces, remarks)
        cues += [_cue(piece, f"paragraph {number}", agents) for piece in pieces if _lines(piece)] or [
            _cue(pieces[0], f"paragraph {number}", agents)
        ]
    named, more = name_speakers(cues)
    return Reading("ttml", tuple(named), (*remarks, *more))


def _agents(root: Element) -> dict[str, str]:
    """Names of the agents by their ids."""
    names: dict[str, str] = {}
    for element in root.iter():
        if local_name(element) == "agent" and (key := element.get(f"{_XML}id")):
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
    is_sequence = element.get("timeContainer") == "seq"
    for child in element:
        if isinstance(child.tag, str) and local_name(child) not in _NO_SPEECH:
            yield from _paragraphs(child, context, clock, remarks)
            if is_sequence:
                context = replace(context, start_ms=_inside(child, context, clock, []).end_ms or context.start_ms)


def _inside(element: Element, outer: _Context, clock: Clock, remarks: list[Remark]) -> _Context:
    """Times count from the begin of what the element stands in."""
    times: dict[str, int | None] = {}
    for name in ("begin", "end", "dur"):
        written = element.get(name)
        times[name] = clock.milliseconds(written) if written is not None else None
        if written is not None and times[name] is None:
            message = f"The time {name}=“{written[:40]}” can't be read; the text is kept without it."
            remarks.append(Remark("warning", "", message))
    begin, end, duration = times["begin"], times["end"], times["dur"]
    start_ms = outer.start_ms + (begin or 0)
    ends = [outer.end_ms] if outer.end_ms is not None else []
    if end is not None:
        ends.append(outer.start_ms + end)
    if duration is not None:
        ends.append(start_ms + duration)
    agents = next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == "agent"), outer.agent)
    blanks = element.get(f"{_XML}space")
    return _Context(
        start_ms,
        min(ends, default=None),
        outer.is_timed or begin is not None,
        agents,
        outer.keeps_blanks if blanks is None else blanks == "preserve",
    )


def _collect(element: Element, context: _Context, clock: Clock, pieces: list[_Piece], remarks: list[Remark]) -> None:
    """Gather the text in reading order; a piece of its own where time or agent change."""
    _say(element.text, context, pieces)
    for child in element:
        name = local_name(child) if isinstance(child.tag, str) else ""
        if name == "br":
            _say("\n", replace(context, keeps_blanks=True), pieces)
        elif name and name not in _NO_SPEECH:
            _collect(child, _inside(child, context, clock, remarks), clock, pieces, remarks)
        _say(child.tail, context, pieces)


def _say(text: str | None, context: _Context, pieces: list[_Piece]) -> None:
    if not text:
        return
    if not context.keeps_blanks:
        text = re.sub(r"[ \t\n]+", " ", text)
    context = replace(context, keeps_blanks=False)
    if pieces[-1].context != context and text.strip():
        pieces.append(_Piece(context))
    pieces[-1].text.append(text)


def _lines(piece: _Piece) -> tuple[str, ...]:
    return tuple(line for each in "".join(piece.text).split("\n") if (line := " ".join(each.split())))


def _cue(piece: _Piece, where: str, agents: dict[str, str]) -> Cue:
    context = piece.context
    names = [agents.get(key, key) for key in context.agent.split()]
    start_ms = context.start_ms if context.is_timed else None
    return Cue(_lines(piece), start_ms, context.end_ms, where, " and ".join(names) or None)
