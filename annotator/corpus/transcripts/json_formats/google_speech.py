"""Google Speech-to-Text, versions 1 and 2: results with alternatives, durations such as "1.200s"."""

from annotator.corpus.transcripts.json_formats.values import (
    JsonObject,
    as_list,
    as_object,
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

    With speakers, version 1 repeats every word in a last result that has them: that one is then read alone.
    """
    results = _results(document)
    remarks: list[Remark] = []
    n_files = len(as_object(as_object(document).get("results")))
    if n_files > 1:
        message = f"The file holds the results of {n_files} recordings; the first was read."
        remarks.append(Remark("warning", "", message))
    best = [_best(result) for result in results]
    texts = [(as_text(alternative.get("transcript")) or "").split() for alternative in best]
    chosen = range(len(results))
    if _repeats_all(best):
        n_before, n_last = sum(map(len, texts[:-1])), len(as_list(best[-1].get("words")))
        chosen = range(len(results) - 1, len(results))
        message = "The last result repeats every word with its speaker; it was read alone."
        remarks.append(Remark("info", f"result {len(results)}", message))
        if n_last < n_before:
            message = f"The last result has {n_last} words, the ones before it {n_before}: check that none is missing."
            remarks.append(Remark("warning", f"result {len(results)}", message))
    cues: list[Cue] = []
    latest_ms: int | None = 0
    for index in chosen:
        result = as_object(results[index])
        found = _cues(result, best[index], index + 1, latest_ms, remarks)
        latest_ms = _duration(
            _either(result, "resultEndTime", "result_end_time", "resultEndOffset", "result_end_offset")
        )
        cues += found
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


def _repeats_all(best: list[JsonObject]) -> bool:
    """Whether only the last result says who speaks, and others before it say the same without."""
    if len(best) < 2:
        return False
    *before, last = [[_speaker(word) for word in objects_of(each.get("words"))] for each in best]
    return any(last) and not any(any(speakers) for speakers in before)


def _cues(result: JsonObject, best: JsonObject, number: int, latest_ms: int | None, remarks: list[Remark]) -> list[Cue]:
    where = f"result {number}"
    channel = _either(result, "channelTag", "channel_tag")
    by_channel = f"Channel {channel}" if isinstance(channel, int) and channel > 0 else None
    words: list[Word] = []
    for word in objects_of(best.get("words")):
        text = as_text(word.get("word"))
        if text is None:
            remarks.append(Remark("error", where, "A word left out: it has no text."))
            continue
        start_ms = _duration(_either(word, "startTime", "start_time", "startOffset", "start_offset"))
        end_ms = _duration(_either(word, "endTime", "end_time", "endOffset", "end_offset"))
        if start_ms is None and end_ms is not None and not words and number == 1:
            start_ms = 0  # JSON made from protocol buffers leaves out zeros.
        words.append(Word(text.strip(), start_ms, end_ms, _speaker(word) or by_channel))
    if words:
        return cues_of_words(words, noun=f"{where}, word")
    text = as_text(best.get("transcript"))
    if text is None:
        remarks.append(Remark("error", where, "Left out: it has no text."))
        return []
    end_ms = _duration(_either(result, "resultEndTime", "result_end_time", "resultEndOffset", "result_end_offset"))
    start_ms = latest_ms if end_ms is not None else None
    if start_ms is not None:
        message = "The result has no word times; it was taken to begin where the one before it ends."
        remarks.append(Remark("warning", where, message))
    return [Cue((text.strip(),), start_ms, end_ms, where, by_channel)]


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
