"""Whisper and its kin: OpenAI's segments (with words, or speakers), WhisperX, whisper.cpp, insanely-fast-whisper."""

from collections.abc import Sequence

from annotator.corpus.transcripts.json_formats.conversation_keys import entries_to_read
from annotator.corpus.transcripts.json_formats.entries import Keys, cues_of_entries, remark_on_times
from annotator.corpus.transcripts.json_formats.lacking import with_lacking
from annotator.corpus.transcripts.json_formats.values import (
    JsonObject,
    as_list,
    as_object,
    as_said,
    as_speaker,
    milliseconds,
    mostly,
    objects_of,
    seconds,
)
from annotator.corpus.transcripts.json_formats.words import Word, cues_of_words
from annotator.corpus.transcripts.model import Cue, Reading, Remark, TranscriptRefused
from annotator.corpus.transcripts.options import ReadingOptions

_SEGMENT_KEYS = {"text": ("text",), "speaker": ("speaker",), "start": ("start",), "end": ("end",)}
_KEYS_OF_PLAIN_JSON = {"duration", "language", "logprobs", "task", "text", "usage"}


def is_whisper(document: object) -> bool:
    """Whether segments with text stand under `segments` or are the whole file, or there are timed words alone."""
    return _segments(document) is not None or _word_entries(document) is not None


def read_whisper(document: object, options: ReadingOptions) -> Reading:
    """Read the segments of Whisper (`json`, `verbose_json`, `diarized_json`) and WhisperX, times in seconds.

    A segment whose words have one speaker is that speaker's. Of several conversations that a script put into one list,
    one is read.
    """
    remarks: list[Remark] = []
    segments = _segments(document)
    if segments is None:
        message = "The file has words without segments; they were put together to sentences as far as stops show."
        remarks.append(Remark("info", "", message))
        words = _bare_words(_word_entries(document) or [], remarks)
        return Reading("whisper", tuple(cues_of_words(words)), tuple(remarks))
    segments, tiers = entries_to_read(segments, _SEGMENT_KEYS, options, remarks)
    cues: list[Cue] = []
    have_ends = any("end" in segment for segment in objects_of(segments))
    is_diarized = isinstance(document, dict) and "word_segments" in document
    for number, segment in enumerate(segments, start=1):
        where = f"segment {number}"
        text = _said(segment) if isinstance(segment, dict) else None
        if not isinstance(segment, dict) or text is None:
            remarks.append(Remark("error", where, "Left out: it has no text."))
            continue
        start_ms, end_ms = seconds(segment.get("start")), seconds(segment.get("end"))
        remark_on_times(start_ms, end_ms, where, remarks, have_ends=have_ends)
        speaker = _speaker(segment, where, remarks)
        is_diarized = is_diarized or speaker is not None
        cues.append(Cue((text.strip(),), start_ms, end_ms, where, speaker))
    return Reading("whisperx" if is_diarized else "whisper", tuple(cues), tuple(remarks), tiers=tiers)


def is_whisper_cpp(document: object) -> bool:
    """Whether there is a list `transcription` whose entries have `offsets` or `timestamps`."""
    entries = as_list(as_object(document).get("transcription"))
    return mostly(entries, lambda entry: "offsets" in entry or "timestamps" in entry)


def read_whisper_cpp(document: object, _options: ReadingOptions) -> Reading:
    """Read whisper.cpp's `transcription`, offsets in milliseconds."""
    remarks: list[Remark] = []
    entries: list[object] = []
    for entry in as_list(as_object(document).get("transcription")):
        # The offsets are numbers, the stamps text; either will do.
        span = as_object(as_object(entry).get("offsets")) or as_object(as_object(entry).get("timestamps"))
        entries.append(
            {**entry, "start": span.get("from"), "end": span.get("to")} if isinstance(entry, dict) else entry
        )
    cues = cues_of_entries(entries, Keys(time=milliseconds), remarks)
    n_changes = sum(entry.get("speaker_turn_next") is True for entry in _transcription(document))
    if n_changes:
        message = f"The file marks {n_changes} change(s) of speaker, but not who speaks: say who does."
        remarks.append(Remark("warning", "", message))
    return Reading("whisper.cpp", tuple(cues), tuple(remarks))


def is_fast_whisper(document: object) -> bool:
    """Whether there are `chunks` whose `timestamp` is a pair, as transformers' pipelines write them."""
    return mostly(as_list(as_object(document).get("chunks")), _is_chunk)


def read_fast_whisper(document: object, _options: ReadingOptions) -> Reading:
    """Read insanely-fast-whisper's `speakers`, which repeat its `chunks` by speaker, or else the chunks."""
    remarks: list[Remark] = []
    plain, by_speaker = (as_list(as_object(document).get(key)) for key in ("chunks", "speakers"))
    if not any(_is_chunk(chunk) for chunk in by_speaker):
        return Reading("insanely-fast-whisper", tuple(_cues_of_chunks(plain, remarks)), tuple(remarks))
    message = "The file holds its text twice; of the list without speakers only what the other lacks was read."
    remarks.append(Remark("info", "", message))
    cues = _cues_of_chunks(by_speaker, remarks)
    # Remarks on the list that is left aside would be about nothing that was read.
    words = [Word(word, cue.start_ms, cue.end_ms) for cue in _cues_of_chunks(plain, []) for word in cue.text.split()]
    cues = with_lacking(cues, words, remarks)
    return Reading("insanely-fast-whisper", tuple(cues), tuple(remarks))


def _cues_of_chunks(chunks: Sequence[object], remarks: list[Remark]) -> list[Cue]:
    entries: list[object] = []
    for chunk in chunks:
        start, end, *_ = [*as_list(as_object(chunk).get("timestamp")), None, None]
        entries.append({**chunk, "start": start, "end": end} if isinstance(chunk, dict) else chunk)
    return cues_of_entries(entries, Keys(noun="chunk"), remarks)


def refuse_text_alone(document: object) -> None:
    """Whisper's plain `json` is one text for the whole recording, out of which no turns can be told.

    Raises:
        TranscriptRefused: that is all there is.
    """
    top = as_object(document)
    if isinstance(top.get("text"), str) and set(top) <= _KEYS_OF_PLAIN_JSON:
        message = (
            "This JSON holds the whole text in one piece, without segments, so no turns can be told. "
            "Export it with segments, in Whisper as “verbose_json”."
        )
        raise TranscriptRefused("no_segments", message)


def _segments(document: object) -> list[object] | None:
    segments = document.get("segments") if isinstance(document, dict) else document
    if not isinstance(segments, list):
        return None
    is_ours = any("text" in segment and {"start", "end"} & set(segment) for segment in objects_of(segments))
    # Under `segments` alone there may be text without times; a bare list of texts is something else.
    is_untimed = isinstance(document, dict) and any("text" in segment for segment in objects_of(segments))
    return segments if is_ours or is_untimed or (isinstance(document, dict) and not segments) else None


def _said(segment: JsonObject) -> str | None:
    """Its text, or else its words."""
    words = [word for each in objects_of(segment.get("words")) if (word := as_said(each.get("word")))]
    return as_said(segment.get("text")) or (" ".join(map(str.strip, words)) if words else as_said(segment.get("text")))


def _word_entries(document: object) -> list[object] | None:
    """The words of a file that has no segments, if most are words with a time."""
    entries = as_list(document.get("words")) if isinstance(document, dict) and "segments" not in document else []
    return entries if mostly(entries, lambda word: isinstance(word.get("word"), str) and "start" in word) else None


def _bare_words(entries: Sequence[object], remarks: list[Remark]) -> list[Word]:
    """The words; one without a time, as some recognisers leave numbers, stays between those around it."""
    words: list[Word] = []
    for number, entry in enumerate(entries, start=1):
        word = as_object(entry)
        text = as_said(word.get("word"))
        if text is None:
            remarks.append(Remark("error", f"word {number}", "Left out: it has no text."))
            continue
        start_ms, end_ms = seconds(word.get("start")), seconds(word.get("end"))
        speaker = as_speaker(word.get("speaker"))
        if start_ms is None:
            message = "The word's time is missing or can't be read; it stays between the words around it."
            remarks.append(Remark("warning", f"word {number}", message))
            around = {
                as_speaker(as_object(each).get("speaker")) for each in entries[max(0, number - 2) : number + 1 : 2]
            }
            speaker = speaker or (around.pop() if len(around) == 1 else None)
        words.append(Word(text.strip(), start_ms, end_ms, speaker))
    return words


def _transcription(document: object) -> list[JsonObject]:
    return objects_of(as_object(document).get("transcription"))


def _is_chunk(chunk: object) -> bool:
    return isinstance(chunk, dict) and isinstance(chunk.get("timestamp"), list) and "text" in chunk


def _speaker(segment: JsonObject, where: str, remarks: list[Remark]) -> str | None:
    speaker = as_speaker(segment.get("speaker"))
    # WhisperX leaves some words without a speaker.
    voices = {name for word in objects_of(segment.get("words")) if (name := as_speaker(word.get("speaker")))}
    if speaker is None and len(voices) == 1:
        return voices.pop()
    if others := sorted(voices - {speaker}):
        message = f"Some of its words are given to {', '.join(others)}; check who speaks."
        remarks.append(Remark("warning", where, message))
    return speaker
