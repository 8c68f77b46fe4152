"""YouTube's captions as JSON (`fmt=json3`): events of pieces of text, times in milliseconds."""

from itertools import pairwise

from annotator.corpus.transcripts.changes import cut_at_changes
from annotator.corpus.transcripts.json_formats.values import as_list, as_object, as_text, milliseconds, objects_of
from annotator.corpus.transcripts.model import Cue, Reading, Remark
from annotator.corpus.transcripts.names import name_speakers
from annotator.corpus.transcripts.options import ReadingOptions


def is_youtube(document: object) -> bool:
    """Whether there are events with pieces in `utf8`."""
    events = objects_of(as_object(document).get("events"))
    return any("utf8" in piece for event in events for piece in objects_of(event.get("segs")))


def read_youtube(document: object, _options: ReadingOptions) -> Reading:
    """Read the events that say something; one that is shown on beside the next ends where that begins."""
    remarks: list[Remark] = []
    cues: list[Cue] = []
    for number, entry in enumerate(as_list(as_object(document).get("events")), start=1):
        event = as_object(entry)
        text = "".join(as_text(piece.get("utf8")) or "" for piece in objects_of(event.get("segs")))
        lines = tuple(line.strip() for line in text.split("\n") if line.strip())
        if lines:  # The others are windows, and the breaks between lines.
            start_ms, length_ms = milliseconds(event.get("tStartMs", 0)), milliseconds(event.get("dDurationMs"))
            end_ms = None if start_ms is None or length_ms is None else start_ms + length_ms
            cues.append(Cue(lines, start_ms, end_ms, f"event {number}"))
    for place, (cue, following) in enumerate(pairwise(cues)):
        is_shown_on = cue.end_ms is not None and following.start_ms is not None and cue.end_ms > following.start_ms
        if is_shown_on and (cue.start_ms or 0) <= (following.start_ms or 0):
            cues[place] = Cue(cue.lines, cue.start_ms, following.start_ms, cue.where)
    for step in (cut_at_changes, name_speakers):
        cues, more = step(cues)
        remarks += more
    return Reading("youtube-json3", tuple(cues), tuple(remarks))
