"""Rev and Rev AI: `monologues` of `elements`, texts and punctuation."""

from annotator.corpus.transcripts.json_formats.entries import remark_on_times
from annotator.corpus.transcripts.json_formats.values import (
    JsonObject,
    as_list,
    as_name,
    as_object,
    as_speaker,
    as_text,
    objects_of,
    seconds,
)
from annotator.corpus.transcripts.model import Cue, Reading, Remark
from annotator.corpus.transcripts.options import ReadingOptions


def is_rev_ai(document: object) -> bool:
    """Whether there is a list of `monologues`."""
    return isinstance(as_object(document).get("monologues"), list)


def read_rev_ai(document: object, _options: ReadingOptions) -> Reading:
    """Read each monologue; its elements bring their own blanks."""
    top = as_object(document)
    # Human transcripts name the speakers in a list of their own.
    names = {str(entry.get("id"))[:40]: as_name(entry.get("name")) for entry in objects_of(top.get("speakers"))}
    remarks: list[Remark] = []
    cues: list[Cue] = []
    for number, entry in enumerate(as_list(top.get("monologues")), start=1):
        where, monologue = f"monologue {number}", as_object(entry)
        elements = as_list(monologue.get("elements"))
        values = [as_text(as_object(element).get("value")) for element in elements]
        n_silent = sum(value is None for value in values)
        if n_silent:
            remarks.append(Remark("error", where, f"{n_silent} element(s) left out: they have no text."))
        if not elements:
            remarks.append(Remark("error", where, "Left out: it has no elements."))
            continue
        times = [time for element in objects_of(elements) for time in _times(element) if time is not None]
        start_ms, end_ms = (times[0], times[-1]) if times else (None, None)
        remark_on_times(start_ms, end_ms, where, remarks)
        speaker = names.get(str(monologue.get("speaker"))[:40]) or as_speaker(monologue.get("speaker"))
        text = "".join(value for value in values if value is not None)
        cues.append(Cue((text.strip(),), start_ms, end_ms, where, speaker))
    return Reading("rev-ai", tuple(cues), tuple(remarks))


def _times(element: JsonObject) -> tuple[int | None, int | None]:
    start, end = element.get("ts", element.get("timestamp")), element.get("end_ts", element.get("end_timestamp"))
    # Human transcripts write 00:00:01,200.
    return seconds(start), seconds(end)
