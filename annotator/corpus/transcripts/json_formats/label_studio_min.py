"""Label Studio's short form (JSON-MIN) of a transcribed sound: lists of texts and of labels, side by side."""

from collections import Counter

from annotator.corpus.transcripts.json_formats.label_studio_regions import (
    Region,
    cues_of_regions,
    is_named_transcript,
    lines_of,
)
from annotator.corpus.transcripts.json_formats.values import JsonObject, as_id, as_list, objects_of
from annotator.corpus.transcripts.model import Cue, Remark


def cues_of_short_form(task: JsonObject, remarks: list[Remark]) -> list[Cue]:
    """The texts in their order, paired with the labelled regions where there are as many; empty without either."""
    labelled = {key: entries for key, value in task.items() if (entries := _labelled(value))}
    regions = _regions(labelled)
    texts = {key: said for key, value in task.items() if key not in labelled and (said := _texts(key, value))}
    if not regions or not texts:
        return []
    named = {key: said for key, said in texts.items() if is_named_transcript(key)} or texts
    if others := ", ".join(f"“{key[:40]}”" for key in texts if key not in named):
        remarks.append(Remark("warning", "", f"What stands in {others} was left out."))
    texts = named
    if all(len(said) == len(regions) for said in texts.values()):
        for key, said in texts.items():
            for region, lines in zip(regions, said, strict=True):
                region.texts[key] = lines
        message = "The short form doesn't say which text belongs to which region; they were paired in their order."
        remarks.append(Remark("warning", "", message))
        return cues_of_regions(regions, remarks)
    message = (
        f"The texts are not as many as the {len(regions)} labelled regions, so that nothing pairs them: they are kept "
        "without times and speakers. Export as JSON rather than JSON-MIN."
    )
    remarks.append(Remark("warning", "", message))
    return [
        Cue(tuple(lines), None, None, f"{key} {number}")
        for key, said in texts.items()
        for number, lines in enumerate(said, start=1)
        if lines
    ]


def _labelled(value: object) -> list[JsonObject]:
    entries = objects_of(value)
    return entries if entries and all("start" in entry and as_list(entry.get("labels")) for entry in entries) else []


def _regions(labelled: dict[str, list[JsonObject]]) -> list[Region]:
    """Labels of several fields belong to one region if its times are the same."""
    regions: dict[tuple[str, str, int], Region] = {}
    for name, entries in labelled.items():
        seen: Counter[tuple[str, str]] = Counter()
        for entry in entries:
            times = (str(entry["start"]), str(entry.get("end")))
            seen[times] += 1
            region = regions.setdefault((*times, seen[times]), Region(entry["start"], entry.get("end")))
            region.labels[name] = [label for each in as_list(entry["labels"]) if (label := as_id(each))]
    return list(regions.values())


def _texts(key: str, value: object) -> list[list[str]]:
    """The lines of each text of a text area: a list, or a text alone if it is named a transcript."""
    if isinstance(value, str):
        return [[value.strip()]] if is_named_transcript(key) and value.strip() else []
    texts = [lines_of(entry.get("text") if isinstance(entry, dict) else entry) for entry in as_list(value)]
    return texts if texts and all(texts) else []
