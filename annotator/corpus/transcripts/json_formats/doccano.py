"""doccano's JSONL export: a document a line."""

from annotator.corpus.transcripts.json_formats.values import JsonObject, as_lines, as_name, as_object, as_text, mostly
from annotator.corpus.transcripts.model import Cue, Reading, Remark
from annotator.corpus.transcripts.names import name_speakers
from annotator.corpus.transcripts.options import ReadingOptions

_LABELS = ("label", "labels", "entities", "relations", "Comments", "comments", "annotation_approver", "cats")
_TEXTS = ("text", "data")


def is_doccano(document: object) -> bool:
    """Whether the documents have a text beside labels."""
    entries = as_lines(document)
    return mostly(entries, lambda entry: _text(entry) is not None and any(key in entry for key in _LABELS))


def read_doccano(document: object, _options: ReadingOptions) -> Reading:
    """Read the documents as one conversation, in the file's order; names before a colon are speakers."""
    lines = as_lines(document)
    remarks: list[Remark] = []
    cues: list[Cue] = []
    for number, entry in enumerate(lines, start=1):
        entered = as_object(entry)
        text = (_text(entered) or "").replace("\r\n", "\n").replace("\r", "\n")
        meta = as_object(entered.get("meta")) or as_object(entered.get("metadata"))
        speaker = as_name(entered.get("speaker")) or as_name(meta.get("speaker"))
        cues.append(
            Cue(tuple(line.strip() for line in text.split("\n") if line.strip()), None, None, f"line {number}", speaker)
        )
    cues, named = name_speakers(cues)
    if len(lines) > 1:
        message = f"The {len(lines)} documents were read as one conversation, in the order of the file."
        remarks.append(Remark("warning", "", message))
    remarks.append(Remark("info", "", "Labels of the export are not imported; what was said is."))
    return Reading("doccano", tuple(cues), (*remarks, *named))


def _text(entry: JsonObject) -> str | None:
    return next((text for key in _TEXTS if (text := as_text(entry.get(key))) is not None), None)
