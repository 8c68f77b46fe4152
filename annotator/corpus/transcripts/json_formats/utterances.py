"""JSON that lists what was said under names one can guess, as MIBot's `utterances` with `speaker` and `text`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from annotator.corpus.transcripts.json_formats.conversation_keys import entries_to_read
from annotator.corpus.transcripts.json_formats.entries import Keys, cues_of_entries
from annotator.corpus.transcripts.json_formats.values import (
    JsonObject,
    as_list,
    as_name,
    milliseconds,
    objects_of,
    seconds,
)
from annotator.corpus.transcripts.model import Cue, Reading, Remark
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.table_times import guess_unit

_LISTS = (
    "utterances", "turns", "dialogue", "conversation", "messages", "transcript", "sentences", "segments", "monologue",
    "transcription", "paragraphs", "entries", "data",
)  # fmt: skip
_NAMES: dict[str, tuple[str, ...]] = {
    "text": ("text", "utterance", "content", "transcript", "sentence", "body", "message", "Text", "utterance_text"),
    "speaker": (
        "speaker", "speaker_name", "speakerName", "interlocutor", "author", "role", "participant", "name", "Speaker",
        "speaker_id", "speakerId",
    ),
    "start": ("start_ms", "startMs", "start", "start_time", "startTime", "begin", "onset", "timestamp", "time"),
    "end": ("end_ms", "endMs", "end", "end_time", "endTime", "offset"),
}  # fmt: skip
_SHOWN_KEYS = 8


@dataclass(frozen=True)
class Listed:
    """A list of what was said, and the key it stands under."""

    key: str
    entries: list[object]


def is_utterances(document: object) -> bool:
    """Whether a list, alone or under a key of the object, has entries of which most have a text."""
    return bool(listed_utterances(document))


def read_utterances(document: object, options: ReadingOptions) -> Reading:
    """Read the entries, guessing which key is what, and say the guess; of several conversations one is read."""
    lists = listed_utterances(document)
    remarks: list[Remark] = []
    entries, tiers = entries_to_read(lists[0].entries if lists else [], _NAMES, options, remarks)
    cues = cues_of_utterances(entries, remarks)
    if len(lists) > 1:
        others = ", ".join(f"“{listed.key[:40]}”" for listed in lists[1:])
        remarks.append(Remark("warning", "", f"The list “{lists[0].key}” was read; {others} left aside."))
    return Reading("utterances-json", tuple(cues), tuple(remarks), tiers=tiers)


def listed_utterances(document: object) -> list[Listed]:
    """Every list of what was said, the likeliest first."""
    if isinstance(document, list):
        return [Listed("", document)] if _is_said(document) else []
    if not isinstance(document, dict):
        return []
    found = [Listed(str(key), value) for key, value in document.items() if isinstance(value, list) and _is_said(value)]
    return sorted(found, key=lambda listed: _LISTS.index(listed.key) if listed.key in _LISTS else len(_LISTS))


def cues_of_utterances(entries: Sequence[object], remarks: list[Remark]) -> list[Cue]:
    """One cue an entry, under keys guessed from all of them together."""
    known = list(dict.fromkeys(key for entry in objects_of(list(entries)) for key in entry))
    keys = {field: next((name for name in names if name in known), "") for field, names in _NAMES.items()}
    told = ", ".join(f"the {field} from “{key}”" for field, key in keys.items() if key)
    remarks.append(Remark("info", "", f"Read from each entry: {told}."))
    if unread := [key for key in known if key not in keys.values()]:
        shown = ", ".join(f"“{key[:40]}”" for key in unread[:_SHOWN_KEYS])
        more = f" and {len(unread) - _SHOWN_KEYS} more" if len(unread) > _SHOWN_KEYS else ""
        remarks.append(Remark("info", "", f"Not read from each entry: {shown}{more}."))
    shape = Keys(keys["text"], keys["speaker"], keys["start"], keys["end"], noun="utterance")
    if keys["start"]:
        unit = _unit(objects_of(list(entries)), keys, remarks)
        shape = replace(shape, time=milliseconds if unit == "ms" else seconds)
    return cues_of_entries(entries, shape, remarks, speaker_of=lambda entry: as_name(entry.get(keys["speaker"])))


def _unit(entries: list[JsonObject], keys: dict[str, str], remarks: list[Remark]) -> Literal["s", "ms"]:
    if keys["start"].casefold().endswith("ms"):
        return "ms"
    starts = [str(start) for entry in entries if isinstance(start := entry.get(keys["start"]), float | str)]
    whole = [start for entry in entries if isinstance(start := entry.get(keys["start"]), int)]
    starts += [str(start) for start in whole if 0 <= start < 10**12]
    if all(":" in start for start in starts):
        return "s"
    n_words = sum(len(str(entry.get(keys["text"], "")).split()) for entry in entries)
    unit = guess_unit(starts, n_words=n_words)
    name = "milliseconds" if unit == "ms" else "seconds"
    remarks.append(Remark("info", "", f"No unit is given for the times; they were read as {name}."))
    return unit


def _is_said(entries: list[object]) -> bool:
    """Whether most entries are objects with one of the keys for text, holding text."""
    n_said = sum(
        any(isinstance(entry.get(key), str) for key in _NAMES["text"]) for entry in objects_of(as_list(entries))
    )
    return n_said > 0 and n_said * 2 >= len(entries)
