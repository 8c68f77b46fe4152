"""Podcast transcripts (podcast:transcript): `segments` with `body`."""

from annotator.corpus.transcripts.json_formats.entries import Keys, cues_of_entries
from annotator.corpus.transcripts.json_formats.values import JsonObject, as_list, as_name, as_object, mostly
from annotator.corpus.transcripts.model import Reading, Remark
from annotator.corpus.transcripts.options import ReadingOptions


def is_podcast(document: object) -> bool:
    """Whether the segments have a `body`."""
    return mostly(as_list(as_object(document).get("segments")), lambda segment: "body" in segment)


def read_podcast(document: object, _options: ReadingOptions) -> Reading:
    """Read the segments, times in seconds."""
    remarks: list[Remark] = []
    keys = Keys("body", start="startTime", end="endTime")
    cues = cues_of_entries(as_list(as_object(document).get("segments")), keys, remarks, speaker_of=_speaker)
    return Reading("podcast-json", tuple(cues), tuple(remarks))


def _speaker(segment: JsonObject) -> str | None:
    return as_name(segment.get("speaker"))
