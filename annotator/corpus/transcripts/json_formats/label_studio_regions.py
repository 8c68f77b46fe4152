"""Regions of a sound in Label Studio: of several texts and labels of one region, which is said and which names whom."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from annotator.corpus.transcripts.json_formats.entries import remark_on_times
from annotator.corpus.transcripts.json_formats.values import (
    JsonObject,
    as_id,
    as_list,
    as_name,
    as_object,
    as_text,
    objects_of,
    seconds,
)
from annotator.corpus.transcripts.model import Cue, Remark
from annotator.corpus.transcripts.ordering import in_order_of_time

_SAYS_SPEAKER = ("speaker", "talker", "who", "role", "person", "voice", "sprecher")
_QUOTED_CHARACTERS = 200


@dataclass
class Region:
    """A stretch of the sound, with what was written and marked in each field of the form."""

    start: object = None
    end: object = None
    texts: dict[str, list[str]] = field(default_factory=dict)
    labels: dict[str, list[str]] = field(default_factory=dict)


def regions_of(answer: JsonObject) -> list[Region]:
    """The regions of one answer: text and labels of one region share its id."""
    regions: dict[str, Region] = {}
    for number, result in enumerate(objects_of(answer.get("result"))):
        value = as_object(result.get("value"))
        region = regions.setdefault(as_id(result.get("id")) or f"#{number}", Region())
        region.start, region.end = value.get("start", region.start), value.get("end", region.end)
        name = as_id(result.get("from_name")) or as_id(result.get("type")) or ""
        # Labels of a dialogue or a page repeat its words, and a note on them is none of a sound.
        if as_text(result.get("type")) in {None, "textarea"} and "startOffset" not in value:
            region.texts.setdefault(name, []).extend(lines_of(value.get("text")))
        if labels := [label for each in as_list(value.get("labels")) if (label := as_id(each))]:
            region.labels.setdefault(name, []).extend(labels)
    return list(regions.values())


def lines_of(text: object) -> list[str]:
    """What stands in a text area: one text or a list of some."""
    return [line.strip() for each in as_list(text) or [text] if (line := as_text(each)) and line.strip()]


def is_named_transcript(field_name: str) -> bool:
    """Whether the name of a text area says that what was said stands in it."""
    return "transcri" in field_name.casefold()


def cues_of_regions(regions: Sequence[Region], remarks: list[Remark]) -> list[Cue]:
    """One cue for each region with text, in order of time; what is not read of them is remarked."""
    cues: list[Cue] = []
    n_silent = 0
    texts = _fields_of_speech(regions, remarks)
    speakers = _field_of_speakers(regions, remarks)
    for number, region in enumerate(regions, start=1):
        where = f"region {number}"
        lines = _said(region, texts, where, remarks)
        if region.start is None and lines:
            message = f"Text that belongs to no stretch of the sound was left out: “{_quoted(lines)}”."
            remarks.append(Remark("warning", where, message))
        elif lines:
            start_ms, end_ms = seconds(region.start), seconds(region.end)
            remark_on_times(start_ms, end_ms, where, remarks)
            cues.append(Cue(tuple(lines), start_ms, end_ms, where, _speaker(region, speakers, where, remarks)))
        else:
            n_silent += 1
    if n_silent and cues:
        remarks.append(Remark("info", "", f"{n_silent} region(s) without text left out."))
    return in_order_of_time(cues)


def _fields_of_speech(regions: Sequence[Region], remarks: list[Remark]) -> list[str]:
    """The text area that is named a transcript or that most regions have; several where nothing tells them apart."""
    counted = Counter(
        name for region in regions if region.start is not None for name, text in region.texts.items() if text
    )
    ranks = {name: (is_named_transcript(name), n) for name, n in counted.items()}
    speech = [name for name in ranks if ranks[name] == max(ranks.values())]
    if len(speech) > 1:
        message = f"The text areas {_listed(speech)} are read one after the other, since nothing tells which is said."
        remarks.append(Remark("warning", "", message))
    return speech


def _said(region: Region, fields: list[str], where: str, remarks: list[Remark]) -> list[str]:
    """The text in these fields, or else whatever the region has."""
    said = [line for name in fields for line in region.texts.get(name, [])]
    others = {name: lines for name, lines in region.texts.items() if name not in fields and lines}
    if said:
        for name, lines in others.items():
            remarks.append(Remark("warning", where, f"Left out, since it stands in “{name}”: “{_quoted(lines)}”."))
        return said
    if others and fields and region.start is not None:
        remarks.append(Remark("warning", where, f"Read from {_listed(list(others))}, for want of {_listed(fields)}."))
    return [line for lines in others.values() for line in lines]


def _field_of_speakers(regions: Sequence[Region], remarks: list[Remark]) -> str | None:
    """The labels that by their name are speakers', or else the first."""
    names = list(dict.fromkeys(name for region in regions for name in region.labels))
    named = [name for name in names if any(word in name.casefold() for word in _SAYS_SPEAKER)]
    speakers = next(iter(named + names), None)
    if len(names) > 1:
        others = _listed([name for name in names if name != speakers])
        message = f"The speakers were read from “{speakers}”, not from {others}. Check that this is right."
        remarks.append(Remark("warning", "", message))
    return speakers


def _speaker(region: Region, field_name: str | None, where: str, remarks: list[Remark]) -> str | None:
    labels = region.labels.get(field_name, []) if field_name is not None else []
    if len(labels) > 1:
        message = f"The region has several labels, {_listed(labels)}; the first was taken for the speaker."
        remarks.append(Remark("warning", where, message))
    return as_name(labels[0]) if labels else None


def _listed(names: Sequence[str]) -> str:
    return " and ".join(f"“{name[:40]}”" for name in names)


def _quoted(lines: Sequence[str]) -> str:
    return " ".join(lines)[:_QUOTED_CHARACTERS]
