"""Google Speech-to-Text, versions 1 and 2: results with alternatives, durations such as "1.200s"."""

from collections.abc import Sequence

from annotator.corpus.transcripts.json_formats.lacking import lacking, with_lacking
from annotator.corpus.transcripts.json_formats.values import (
    JsonObject,
    as_list,
    as_object,
    as_said,
    as_speaker,
    as_text,
    milliseconds,
    objects_of,
    seconds,
)
from annotator.corpus.transcripts.json_formats.words import Word, cues_of_words
from annotator.corpus.transcripts.model import Cue, Reading, Remark
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.ordering import in_order_of_time


def is_google_speech(document: object) -> bool:
    """Whether there are `results` with `alternatives`, at the top or inside an operation's response."""
    return any("alternatives" in result for result in objects_of(_results(document)))


def read_google_speech(document: object, _options: ReadingOptions) -> Reading:
    """Read the best alternative of each result.

    With speakers, version 1 repeats every word in a last result that has them: of the others only what it lacks is
    read then.
    """
    results = _results(document)
    remarks: list[Remark] = []
    n_files = len(as_object(as_object(document).get("results")))
    if n_files > 1:
        message = f"The file holds the results of {n_files} recordings; the first was read."
        remarks.append(Remark("warning", "", message))
    if _repeats_all(results):
        where = f"result {len(results)}"
        message = "The last result says the words again with their speakers; of the others only what it lacks was read."
        remarks.append(Remark("info", where, message))
        cues = with_lacking(_cues(results[-1], len(results), None, remarks), _words_before(results), remarks)
    else:
        cues = [
            cue
            for place, each in enumerate(results)
            for cue in _cues(each, place + 1, _end_before(results, place), remarks)
        ]
    is_by_channel = len({str(as_object(result).get("channelTag")) for result in results}) > 1
    return Reading("google-speech", tuple(in_order_of_time(cues) if is_by_channel else cues), tuple(remarks))


def _results(document: object) -> list[object]:
    """The results, wherever a request's kind puts them."""
    top = as_object(document)
    for _ in range(3):
        if isinstance(top.get("response"), dict):  # A long-running operation.
            top = as_object(top["response"])
        elif isinstance(top.get("results"), dict):  # A batch: one entry a file, of which the first is read.
            files = [as_object(entry) for entry in as_object(top["results"]).values()]
            first = files[0] if files else {}
            top = as_object(first.get("transcript")) or as_object(
                as_object(first.get("inlineResult")).get("transcript")
            )
    return as_list(top.get("results"))


def _best(result: object) -> JsonObject:
    alternatives = objects_of(as_object(result).get("alternatives"))
    return alternatives[0] if alternatives else {}


def _repeats_all(results: Sequence[object]) -> bool:
    """Whether the last result alone says who speaks, and says again what the others say without."""
    *before, last = [[_speaker(word) for word in objects_of(_best(each).get("words"))] for each in results]
    if not any(last) or any(map(any, before)):
        return False
    words, said = _words(results[-1], len(results), []), _words_before(results)
    starts = [word.start_ms for word in words if word.start_ms is not None]
    ends = [word.end_ms for word in said if word.end_ms is not None]
    goes_on = bool(starts and ends) and min(starts) >= max(ends)
    return not goes_on and len(lacking(words, [word.text for word in said])) * 2 <= len(words)


def _words_before(results: Sequence[object]) -> list[Word]:
    """The words of all results but the last; those of a result without word times have its own times."""
    return [
        word
        for place, result in enumerate(results[:-1])
        for word in _words(result, place + 1, [])
        or [
            Word(text, cue.start_ms, cue.end_ms, cue.speaker)
            for cue in _cues(result, place + 1, _end_before(results, place), [])
            for text in cue.text.split()
        ]
    ]


def _cues(result: object, number: int, latest_ms: int | None, remarks: list[Remark]) -> list[Cue]:
    where = f"result {number}"
    if words := _words(result, number, remarks):
        return cues_of_words(words, noun=f"{where}, word")
    text = as_text(_best(result).get("transcript"))
    if text is None:
        remarks.append(Remark("error", where, "Left out: it has no text."))
        return []
    end_ms = _end(result)
    start_ms = latest_ms if end_ms is not None else None
    if start_ms is not None:
        message = "The result has no word times; it was taken to begin where the one before it ends."
        remarks.append(Remark("warning", where, message))
    return [Cue((text.strip(),), start_ms, end_ms, where, _channel(result))]


def _words(result: object, number: int, remarks: list[Remark]) -> list[Word]:
    words: list[Word] = []
    for word in objects_of(_best(result).get("words")):
        text = as_said(word.get("word"))
        if text is None:
            remarks.append(Remark("error", f"result {number}", "A word left out: it has no text."))
            continue
        start_ms = _duration(_either(word, "startTime", "start_time", "startOffset", "start_offset"))
        end_ms = _duration(_either(word, "endTime", "end_time", "endOffset", "end_offset"))
        if start_ms is None and end_ms is not None and not words and number == 1:
            start_ms = 0  # JSON made from protocol buffers leaves out zeros.
        words.append(Word(text.strip(), start_ms, end_ms, _speaker(word) or _channel(result)))
    return words


def _end_before(results: Sequence[object], place: int) -> int | None:
    return _end(results[place - 1]) if place else 0


def _end(result: object) -> int | None:
    return _duration(
        _either(as_object(result), "resultEndTime", "result_end_time", "resultEndOffset", "result_end_offset")
    )


def _channel(result: object) -> str | None:
    channel = _either(as_object(result), "channelTag", "channel_tag")
    return f"Channel {channel}" if isinstance(channel, int) and channel > 0 else None


def _speaker(word: JsonObject) -> str | None:
    label = _either(word, "speakerLabel", "speaker_label", "speakerTag", "speaker_tag")
    return None if label in (0, "0") else as_speaker(label)  # 0 says that nobody was told apart.


def _either(entry: JsonObject, *keys: str) -> object:
    for key in keys:
        if key in entry:
            return entry[key]
    return None


def _duration(value: object) -> int | None:
    """Milliseconds of "1.200s", or of {"seconds": "1", "nanos": 200000000}."""
    if isinstance(value, dict):
        whole_ms, nanos = seconds(value.get("seconds", 0)), milliseconds(value.get("nanos", 0))
        return None if whole_ms is None or nanos is None else whole_ms + nanos // 1_000_000
    if isinstance(value, str):
        return seconds(value.strip().removesuffix("s"))
    return seconds(value)
