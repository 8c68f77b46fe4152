"""Deepgram: `results` with `utterances`, or with `channels` of words."""

from annotator.corpus.transcripts.json_formats.entries import Keys, cues_of_entries
from annotator.corpus.transcripts.json_formats.lacking import with_lacking
from annotator.corpus.transcripts.json_formats.values import (
    JsonObject,
    as_list,
    as_object,
    as_said,
    as_speaker,
    as_text,
    objects_of,
    seconds,
)
from annotator.corpus.transcripts.json_formats.words import Word, cues_of_words
from annotator.corpus.transcripts.model import Cue, Reading, Remark
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.ordering import in_order_of_time


def is_deepgram(document: object) -> bool:
    """Whether `results` holds a list of `channels` or of `utterances`."""
    results = as_object(as_object(document).get("results"))
    return isinstance(results.get("channels"), list) or isinstance(results.get("utterances"), list)


def read_deepgram(document: object, _options: ReadingOptions) -> Reading:
    """Read the utterances, and the words that stand in none of them; times in seconds."""
    results = as_object(as_object(document).get("results"))
    remarks: list[Remark] = []
    channels = as_list(results.get("channels"))
    has_channels = len(channels) > 1
    utterances = as_list(results.get("utterances"))
    cues = cues_of_entries(
        utterances,
        Keys("transcript", noun="utterance"),
        remarks,
        speaker_of=lambda entry: _speaker(entry, entry.get("channel") if has_channels else None),
    )
    channel_of = {f"utterance {place}": as_object(entry).get("channel") for place, entry in enumerate(utterances, 1)}
    read: list[Cue] = [cue for cue in cues if has_channels and channel_of[cue.where] not in range(len(channels))]
    for number, channel in enumerate(channels or [{}]):
        said = [cue for cue in cues if not has_channels or channel_of[cue.where] == number]
        words = _words(as_object(channel), number if has_channels else None, remarks)
        read += with_lacking(said, words, remarks) if said else cues_of_words(words)
    return Reading("deepgram", tuple(in_order_of_time(read) if has_channels else read), tuple(remarks))


def _words(channel: JsonObject, number: int | None, remarks: list[Remark]) -> list[Word]:
    """The words of a channel, without times where there is its text alone."""
    alternatives = objects_of(channel.get("alternatives"))
    best = alternatives[0] if alternatives else {}
    words: list[Word] = []
    for place, word in enumerate(as_list(best.get("words")), start=1):
        entry = as_object(word)
        text = as_said(entry.get("punctuated_word")) or as_said(entry.get("word"))
        if text is None:
            remarks.append(Remark("error", f"word {place}", "Left out: it has no text."))
            continue
        words.append(
            Word(text.strip(), seconds(entry.get("start")), seconds(entry.get("end")), _speaker(entry, number))
        )
    text = as_text(best.get("transcript")) or ""
    return words or [Word(word, speaker=_speaker({}, number)) for word in text.split()]


def _speaker(entry: JsonObject, channel: object) -> str | None:
    speaker = as_speaker(entry.get("speaker"))
    if not isinstance(channel, int):
        return speaker
    return f"Channel {channel % 1000}" + (f", {speaker}" if speaker else "")
