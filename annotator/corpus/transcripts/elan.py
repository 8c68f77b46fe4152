"""ELAN (.eaf): tiers of annotations between time slots.

Our own, on defusedxml: the usual package reads slots without times as wrong ones, ignores the media's offset and opens
what the file refers to. Source: the EAF 3.0 format description of the Max Planck Institute.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from xml.etree.ElementTree import Element

from annotator.corpus.transcripts.layers import Layer, read_layers, speaker_of_layer
from annotator.corpus.transcripts.model import Cue, Reading, Remark, TranscriptRefused
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.xml_text import parse_xml, root_name

_MS_PER_UNIT = {"milliseconds": 1.0, "PAL-frames": 40.0, "PAL-50-frames": 20.0, "NTSC-frames": 1001 / 30}
_LATEST = 10**10  # Of any unit; no time in a session.

Span = tuple[int | None, int | None]


@dataclass
class _Annotation:
    id: str
    text: str
    slots: tuple[str, str] | None
    """None for one that has no times of its own."""
    parent: str | None
    span: Span = (None, None)
    has_span: bool = False
    """Whether it was given that of another."""


@dataclass
class _Tier:
    name: str
    participant: str
    parent: str
    type: str
    annotations: list[_Annotation] = field(default_factory=list)


def is_elan(text: str) -> bool:
    """Whether the root is an ANNOTATION_DOCUMENT."""
    return root_name(text) == "ANNOTATION_DOCUMENT"


def read_elan(text: str, options: ReadingOptions) -> Reading:
    """Read the tiers that stand for themselves, each its participant's; those that depend on others are offered.

    Raises:
        TranscriptRefused: broken XML, or without tiers.
    """
    root = parse_xml(text)
    remarks: list[Remark] = []
    tiers = [_tier(element) for element in root.iter("TIER")]
    if not tiers:
        raise TranscriptRefused("no_turns", "The ELAN file has no tiers.")
    _time(tiers, _slot_times(root, remarks), remarks)
    coded = {
        each.get("LINGUISTIC_TYPE_ID", "")
        for each in root.iter("LINGUISTIC_TYPE")
        if each.get("CONTROLLED_VOCABULARY_REF")
    }
    participants = _participants(tiers)
    layers = [_layer(tier, participants[tier.name], is_coded=tier.type in coded) for tier in tiers]
    for tier in tiers:
        n_silent = sum(not annotation.text.strip() for annotation in tier.annotations)
        if n_silent:
            remarks.append(
                Remark("info", f"tier “{tier.name[:60]}”", f"{n_silent} annotation(s) without text left out.")
            )
    cues, offered = read_layers(layers, options, remarks)
    return Reading("elan", tuple(cues), tuple(remarks), tiers=tuple(offered))


def _tier(element: Element) -> _Tier:
    tier = _Tier(
        name=element.get("TIER_ID", ""),
        participant=" ".join(element.get("PARTICIPANT", "").split()),
        parent=element.get("PARENT_REF", ""),
        type=element.get("LINGUISTIC_TYPE_REF", ""),
    )
    for annotation in element.iter():
        if annotation.tag not in ("ALIGNABLE_ANNOTATION", "REF_ANNOTATION"):
            continue
        value = annotation.find("ANNOTATION_VALUE")
        slots = (annotation.get("TIME_SLOT_REF1", ""), annotation.get("TIME_SLOT_REF2", ""))
        tier.annotations.append(
            _Annotation(
                id=annotation.get("ANNOTATION_ID", ""),
                text="".join(value.itertext()) if value is not None else "",
                slots=slots if annotation.tag == "ALIGNABLE_ANNOTATION" else None,
                parent=annotation.get("ANNOTATION_REF"),
            )
        )
    return tier


def _slot_times(root: Element, remarks: list[Remark]) -> dict[str, int]:
    """Milliseconds in the recording of each slot that has a time."""
    header = root.find("HEADER")
    unit = header.get("TIME_UNITS", "milliseconds") if header is not None else "milliseconds"
    if unit not in _MS_PER_UNIT:
        remarks.append(
            Remark("warning", "", f"The unit of time, “{unit[:40]}”, is not known; milliseconds were assumed.")
        )
    factor = _MS_PER_UNIT.get(unit, 1.0)
    origin = _origin(root, remarks)
    times: dict[str, int] = {}
    for slot in root.iter("TIME_SLOT"):
        name, written = slot.get("TIME_SLOT_ID", ""), slot.get("TIME_VALUE")
        if written is None:
            continue
        value = _number(written)
        if value is None or value * factor + origin < 0:
            why = "is none" if value is None or value < 0 else "lies before the beginning of the recording"
            message = f"The time “{written[:40]}” {why}; it was treated as not set."
            remarks.append(Remark("warning", f"time slot {name[:40]}", message))
        else:
            times[name] = round(value * factor) + origin
    return times


def _origin(root: Element, remarks: list[Remark]) -> int:
    """At how many milliseconds of the recording the annotations' zero lies; the first video's, or the first sound's."""
    media = sorted(root.iter("MEDIA_DESCRIPTOR"), key=lambda each: not each.get("MIME_TYPE", "").startswith("video/"))
    written = [each.get("TIME_ORIGIN", "0") for each in media]
    for unreadable in [each for each in written if _number(each) is None]:
        message = f"The recording's offset, “{unreadable[:40]}” (TIME_ORIGIN), can't be read; none was added."
        remarks.append(Remark("warning", "", message))
    origins = [_number(each) or 0 for each in written]
    if not any(origins):
        return 0
    origin_s = f"{origins[0] / 1000:g} s"
    if len(set(origins)) > 1:
        listed = ", ".join(f"{each / 1000:g} s" for each in origins[:8])
        message = f"The recordings have different offsets ({listed}); {origin_s} was added to all times."
    else:
        message = f"The recording's offset of {origin_s} (TIME_ORIGIN) was added to all times. Check it with the video."
    remarks.append(Remark("warning", "", message))
    return origins[0]


def _number(written: str) -> int | None:
    try:
        value = float(written)  # Some programs write 1200.0, which ELAN itself does not.
    except ValueError:
        return None
    return round(value) if abs(value) < _LATEST else None


def _time(tiers: list[_Tier], times: dict[str, int], remarks: list[Remark]) -> None:
    """Give every annotation its span, those that refer to another that one's."""
    for tier in tiers:
        aligned = [annotation for annotation in tier.annotations if annotation.slots]
        filled = _interpolated([slot for each in aligned for slot in each.slots or ()], times)
        n_guessed = n_untimed = 0
        for annotation in aligned:
            start, end = annotation.slots or ("", "")
            annotation.span = (filled.get(start), filled.get(end))
            n_guessed += (start in filled and start not in times) or (end in filled and end not in times)
            n_untimed += start not in filled or end not in filled
        where = f"tier “{tier.name[:60]}”"
        if n_guessed:
            message = (
                f"{n_guessed} annotation(s) have a time that is not set; it was spread evenly between those around it."
            )
            remarks.append(Remark("warning", where, message))
        if n_untimed:
            message = f"{n_untimed} annotation(s) have a time that is not set and cannot be told; kept without it."
            remarks.append(Remark("warning", where, message))
    by_id = {annotation.id: annotation for tier in tiers for annotation in tier.annotations}
    for annotation in by_id.values():
        _take_span_of_parent(annotation, by_id)


def _interpolated(slots: list[str], times: dict[str, int]) -> dict[str, int]:
    """Times of a tier's slots, in its order; those not set lie evenly between the set ones around them."""
    order = list(dict.fromkeys(slots))
    filled = {slot: times[slot] for slot in order if slot in times}
    known = [place for place, slot in enumerate(order) if slot in times]
    for before, after in pairwise(known):
        start, end = times[order[before]], times[order[after]]
        if end < start:
            continue
        for place in range(before + 1, after):
            filled[order[place]] = start + round((end - start) * (place - before) / (after - before))
    return filled


def _take_span_of_parent(annotation: _Annotation, by_id: dict[str, _Annotation]) -> None:
    """Give an annotation without times, and those between, the span of the one it refers to in the end."""
    waiting: dict[str, _Annotation] = {}
    current: _Annotation | None = annotation
    while current is not None and current.slots is None and not current.has_span and current.id not in waiting:
        waiting[current.id] = current
        current = by_id.get(current.parent or "")
    for each in waiting.values():
        each.span = current.span if current is not None else (None, None)
        each.has_span = True


def _layer(tier: _Tier, participant: str, *, is_coded: bool) -> Layer:
    speaker = participant or speaker_of_layer(tier.name)
    return Layer(tier.name, tuple(_cues(tier, speaker)), may_be_speech=not tier.parent and not is_coded)


def _participants(tiers: list[_Tier]) -> dict[str, str]:
    """Each tier's participant: its own, or else that of the tier it depends on."""
    by_name = {tier.name: tier for tier in tiers}
    told = {tier.name: tier.participant for tier in tiers if tier.participant or tier.parent not in by_name}
    for tier in tiers:
        waiting: dict[str, _Tier] = {}
        above = tier
        while above.name not in told and above.name not in waiting:
            waiting[above.name] = above
            above = by_name[above.parent]
        told |= dict.fromkeys(waiting, told.get(above.name, "") or (speaker_of_layer(above.name) or ""))
    return told


def _cues(tier: _Tier, speaker: str | None) -> Iterator[Cue]:
    for number, annotation in enumerate(tier.annotations, start=1):
        text = annotation.text.strip()
        if text:
            start_ms, end_ms = annotation.span
            where = f"tier “{tier.name[:60]}”, annotation {annotation.id or number}"
            yield Cue((text,), start_ms, end_ms, where, speaker)
