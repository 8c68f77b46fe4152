"""Azure AI Speech: batch (`recognizedPhrases`, times in ticks or ISO durations) and fast transcription (`phrases`)."""

import re

from annotator.corpus.transcripts.json_formats.entries import remark_on_times
from annotator.corpus.transcripts.json_formats.values import (
    JsonObject,
    as_list,
    as_object,
    as_speaker,
    as_text,
    milliseconds,
    objects_of,
    ticks,
)
from annotator.corpus.transcripts.model import Cue, Reading, Remark
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.ordering import in_order_of_time

_ISO_DURATION = re.compile(r"PT(?:(\d{1,4})H)?(?:(\d{1,6})M)?(?:(\d{1,9}(?:\.\d{1,20})?)S)?", re.ASCII)


def is_azure_speech(document: object) -> bool:
    """Whether there are `recognizedPhrases`, or `phrases` beside `combinedPhrases`."""
    top = as_object(document)
    return isinstance(top.get("recognizedPhrases"), list) or (
        isinstance(top.get("phrases"), list) and any("text" in phrase for phrase in objects_of(top["phrases"]))
    )


def read_azure_speech(document: object, _options: ReadingOptions) -> Reading:
    """Read the first of each phrase's guesses (`nBest`), as it would be shown; several channels become one talk."""
    top = as_object(document)
    phrases = as_list(top.get("recognizedPhrases")) or as_list(top.get("phrases"))
    has_channels = len({str(phrase.get("channel")) for phrase in objects_of(phrases)}) > 1
    remarks: list[Remark] = []
    cues: list[Cue] = []
    for number, entry in enumerate(phrases, start=1):
        phrase, where = as_object(entry), f"phrase {number}"
        text = _text(phrase)
        if text is None:
            status = as_text(phrase.get("recognitionStatus"))
            message = f"Left out: it has no text{f' (Azure says “{status[:40]}”)' if status else ''}."
            remarks.append(Remark("error", where, message))
            continue
        start_ms, length_ms = _time(phrase, "offset"), _time(phrase, "duration")
        end_ms = start_ms + length_ms if start_ms is not None and length_ms is not None else None
        remark_on_times(start_ms, end_ms, where, remarks)
        cues.append(Cue((text.strip(),), start_ms, end_ms, where, _speaker(phrase, has_channels)))
    return Reading("azure-speech", tuple(in_order_of_time(cues) if has_channels else cues), tuple(remarks))


def _text(phrase: JsonObject) -> str | None:
    for guess in [*objects_of(phrase.get("nBest"))[:1], phrase]:
        for key in ("display", "maskedITN", "lexical", "text"):
            text = as_text(guess.get(key))
            if text is not None:
                return text
    return None


def _time(phrase: JsonObject, name: str) -> int | None:
    """Milliseconds of `offset` or `duration`, which one version or another writes in three ways."""
    if f"{name}Milliseconds" in phrase:
        return milliseconds(phrase[f"{name}Milliseconds"])
    if f"{name}InTicks" in phrase:
        return ticks(phrase[f"{name}InTicks"])
    written = phrase.get(name)
    match = _ISO_DURATION.fullmatch(written) if isinstance(written, str) else None
    if match is None:
        return None
    hours, minutes, seconds = (float(part or 0) for part in match.groups())
    return round(((hours * 60 + minutes) * 60 + seconds) * 1000)


def _speaker(phrase: JsonObject, has_channels: bool) -> str | None:
    speaker, channel = as_speaker(phrase.get("speaker")), phrase.get("channel")
    if not has_channels or not isinstance(channel, int):
        return speaker
    return f"Channel {channel % 1000}" + (f", {speaker}" if speaker else "")
