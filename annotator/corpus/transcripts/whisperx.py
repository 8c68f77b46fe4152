"""JSON of WhisperX and Whisper: segments with times in seconds, words, and speakers where they were told apart."""

import json
import math
import re

from annotator.corpus.transcripts.model import Cue, Reading, Remark, TranscriptRefused
from annotator.corpus.transcripts.options import ReadingOptions

_LONGEST_S = 1e7  # Over a hundred days: no time in a session.


def is_json(text: str) -> bool:
    """Whether the text begins as a JSON object or a list of some does; "[0:01] Alice: hello" doesn't."""
    return re.match(r"\s*(?:\{\s*[\"}]|\[\s*[\]{])", text) is not None


def read_whisperx(json_text: str, _options: ReadingOptions) -> Reading:
    """Read the segments, whether they stand under `segments` or are the whole file.

    Raises:
        TranscriptRefused: no JSON, or no list of segments that have text.
    """
    remarks: list[Remark] = []
    cues: list[Cue] = []
    for number, segment in enumerate(_segments(_parse(json_text)), start=1):
        where = f"segment {number}"
        if isinstance(segment, dict) and isinstance(text := segment.get("text"), str):
            cues.append(_cue(segment, text, where, remarks))
        else:
            remarks.append(Remark("error", where, "Left out: it has no text."))
    return Reading("whisperx", tuple(cues), tuple(remarks))


def _parse(json_text: str) -> object:
    try:
        parsed: object = json.loads(json_text)
    except json.JSONDecodeError as error:
        message = f"The file begins like JSON but breaks at line {error.lineno}: {error.msg}."
        raise TranscriptRefused("bad_json", message) from error
    except (RecursionError, ValueError) as error:  # Nested without end; a number of thousands of digits.
        raise TranscriptRefused("bad_json", "The file is JSON of a shape that no transcript has.") from error
    return parsed


def _segments(parsed: object) -> list[object]:
    segments = parsed.get("segments") if isinstance(parsed, dict) else parsed
    if isinstance(segments, list) and (not segments or any(isinstance(s, dict) and "text" in s for s in segments)):
        return segments
    message = "This JSON has no list of “segments” with “text”, as WhisperX and Whisper write it."
    raise TranscriptRefused("unknown_format", message)


def _cue(segment: dict[str, object], text: str, where: str, remarks: list[Remark]) -> Cue:
    start_ms, end_ms = _milliseconds(segment.get("start")), _milliseconds(segment.get("end"))
    if start_ms is None or end_ms is None:
        remarks.append(Remark("warning", where, "A time is missing or can't be read; the segment is kept without it."))
    speaker = _name(segment.get("speaker"))
    voices = _voices(segment.get("words"))
    if speaker is None and len(voices) == 1:
        speaker = voices.pop()
    elif others := sorted(voices - {speaker}):
        message = f"Some of its words are given to {', '.join(others)}; check who speaks."
        remarks.append(Remark("warning", where, message))
    return Cue((text.strip(),), start_ms, end_ms, where, speaker)


def _voices(words: object) -> set[str]:
    """Who is said to speak the words; WhisperX leaves some words without a speaker."""
    entries = words if isinstance(words, list) else []
    return {name for word in entries if isinstance(word, dict) and (name := _name(word.get("speaker")))}


def _name(value: object) -> str | None:
    return " ".join(str(value).split()) or None if isinstance(value, str | int) else None


def _milliseconds(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        seconds = float(value)
    except (ValueError, OverflowError):
        return None
    return round(seconds * 1000) if math.isfinite(seconds) and 0 <= seconds <= _LONGEST_S else None
