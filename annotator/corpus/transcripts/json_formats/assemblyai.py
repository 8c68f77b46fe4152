"""AssemblyAI: `utterances`, or `words` alone, times in milliseconds."""

from annotator.corpus.transcripts.json_formats.entries import Keys, cues_of_entries
from annotator.corpus.transcripts.json_formats.lacking import with_lacking
from annotator.corpus.transcripts.json_formats.values import (
    as_list,
    as_object,
    as_said,
    as_speaker,
    as_text,
    milliseconds,
)
from annotator.corpus.transcripts.json_formats.words import Word, cues_of_words
from annotator.corpus.transcripts.model import Reading, Remark, TranscriptRefused
from annotator.corpus.transcripts.options import ReadingOptions

_TELLING = {"acoustic_model", "audio_duration", "audio_url", "language_model", "speaker_labels", "speech_model"}


def is_assemblyai(document: object) -> bool:
    """Whether there are `utterances` or `words` beside what only this service writes."""
    top = as_object(document)
    return bool(_TELLING & set(top)) and any(key in top for key in ("utterances", "words"))


def read_assemblyai(document: object, _options: ReadingOptions) -> Reading:
    """Read the utterances of each speaker where speakers were told apart, and the words that stand in none.

    Raises:
        TranscriptRefused: the service says that it failed.
    """
    top = as_object(document)
    remarks: list[Remark] = []
    if top.get("status") == "error":
        reason = (as_text(top.get("error")) or "without a reason")[:200]
        raise TranscriptRefused("no_turns", f"AssemblyAI's file says that the transcription failed: {reason}.")
    words: list[Word] = []
    for number, entry in enumerate(as_list(top.get("words")), start=1):
        word = as_object(entry)
        text = as_said(word.get("text"))
        if text is None:
            remarks.append(Remark("error", f"word {number}", "Left out: it has no text."))
            continue
        start_ms, end_ms = milliseconds(word.get("start")), milliseconds(word.get("end"))
        words.append(Word(text.strip(), start_ms, end_ms, as_speaker(word.get("speaker"))))
    if utterances := as_list(top.get("utterances")):
        cues = cues_of_entries(utterances, Keys(time=milliseconds, noun="utterance"), remarks)
        return Reading("assemblyai", tuple(with_lacking(cues, words, remarks)), tuple(remarks))
    return Reading("assemblyai", tuple(cues_of_words(words)), tuple(remarks))
