"""Amazon Transcribe: `results` with `items`, whose speakers stand beside them, in `speaker_labels` or in channels."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from itertools import accumulate

from annotator.corpus.transcripts.json_formats.entries import Keys, cues_of_entries
from annotator.corpus.transcripts.json_formats.values import (
    JsonObject,
    as_list,
    as_name,
    as_object,
    as_said,
    milliseconds,
    mostly,
    objects_of,
    seconds,
)
from annotator.corpus.transcripts.json_formats.words import Word, cues_of_words
from annotator.corpus.transcripts.model import Cue, Reading, Remark
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.ordering import in_order_of_time

SpeakerOf = Callable[[JsonObject], str | None]


def is_aws_transcribe(document: object) -> bool:
    """Whether `results` holds `items`, `audio_segments` or `channel_labels`."""
    results = as_object(as_object(document).get("results"))
    return any(key in results for key in ("items", "audio_segments", "channel_labels"))


def read_aws_transcribe(document: object, _options: ReadingOptions) -> Reading:
    """Read the words of each channel or speaker, times in seconds written as text."""
    results = as_object(as_object(document).get("results"))
    remarks: list[Remark] = []
    channels = objects_of(as_object(results.get("channel_labels")).get("channels"))
    cues: list[Cue] = []
    if channels:
        for number, channel in enumerate(channels):
            label = as_name(channel.get("channel_label")) or f"Channel {number}"
            cues += _cues(as_list(channel.get("items")), partial(_labelled, label), remarks)
        cues = in_order_of_time(cues)
    elif items := as_list(results.get("items")):
        cues = _cues(items, _speaker_in_segments(results), remarks)
    else:
        keys = Keys("transcript", "speaker_label", "start_time", "end_time")
        cues = cues_of_entries(as_list(results.get("audio_segments")), keys, remarks)
    return Reading("aws-transcribe", tuple(cues), tuple(remarks))


def is_call_analytics(document: object) -> bool:
    """Whether `Transcript` is a list with `Content`, as Call Analytics writes it."""
    return mostly(as_list(as_object(document).get("Transcript")), lambda entry: "Content" in entry)


def read_call_analytics(document: object, _options: ReadingOptions) -> Reading:
    """Read Amazon's Call Analytics: a turn an entry, of agent or customer, times in milliseconds."""
    remarks: list[Remark] = []
    keys = Keys("Content", "ParticipantRole", "BeginOffsetMillis", "EndOffsetMillis", milliseconds, "entry")
    cues = cues_of_entries(as_list(as_object(document).get("Transcript")), keys, remarks)
    return Reading("aws-call-analytics", tuple(in_order_of_time(cues)), tuple(remarks))


def _cues(items: list[object], speaker_of: SpeakerOf, remarks: list[Remark]) -> list[Cue]:
    words: list[Word] = []
    for number, item in enumerate(items, start=1):
        alternatives = objects_of(item.get("alternatives")) if isinstance(item, dict) else []
        text = as_said(alternatives[0].get("content")) if alternatives else None
        if not isinstance(item, dict) or text is None:
            remarks.append(Remark("error", f"item {number}", "Left out: it has no text."))
            continue
        is_mark = item.get("type") == "punctuation"
        start_ms, end_ms = _times(item)
        if start_ms is None and not is_mark:
            message = "The word's time is missing or can't be read; it goes with the word before it."
            remarks.append(Remark("warning", f"item {number}", message))
        words.append(Word(text, start_ms, end_ms, None if is_mark else speaker_of(item), is_mark))
    return cues_of_words(words, noun="item")


def _labelled(label: str, _item: JsonObject) -> str:
    return label


def _speaker_in_segments(results: JsonObject) -> SpeakerOf:
    """Who speaks an item: said by itself in newer files, else by the segment that lists it, else by those around it.

    Segments of two people may overlap: what lies in both and is listed by neither is nobody's.
    """
    spans: list[tuple[int, int, str | None]] = []
    listed: dict[tuple[int | None, int | None], set[str | None]] = defaultdict(set)
    for segment in objects_of(as_object(results.get("speaker_labels")).get("segments")):
        speaker = as_name(segment.get("speaker_label"))
        start_ms, end_ms = _times(segment)
        if start_ms is not None and end_ms is not None:
            spans.append((start_ms, end_ms, speaker))
        for item in objects_of(segment.get("items")):
            listed[_times(item)].add(as_name(item.get("speaker_label")) or speaker)
    spans.sort(key=lambda span: span[:2])
    starts = [start_ms for start_ms, _, _ in spans]
    latest_ends = list(accumulate((end_ms for _, end_ms, _ in spans), max))

    def speaker_of(item: JsonObject) -> str | None:
        if "speaker_label" in item:
            return as_name(item["speaker_label"])
        start_ms, end_ms = _times(item)
        if start_ms is None:
            return None
        found = set(listed.get((start_ms, end_ms), ()))
        middle_ms = (start_ms + (end_ms or start_ms)) // 2
        index = -1 if found else bisect_right(starts, middle_ms) - 1
        while index >= 0 and latest_ends[index] >= middle_ms:
            if spans[index][1] >= middle_ms:
                found.add(spans[index][2])
            index -= 1
        return found.pop() if len(found) == 1 else None

    return speaker_of


def _times(entry: JsonObject) -> tuple[int | None, int | None]:
    return seconds(entry.get("start_time")), seconds(entry.get("end_time"))
