"""Single words with times and speakers, put together to sentences."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from annotator.corpus.transcripts.model import Cue

_STOP = re.compile(r"[,.;:!?，。！？、；：]")
_PAUSE_MS = 1000  # Longer than people pause inside a phrase; turns are joined over longer gaps afterwards.
_SENTENCE_END = re.compile(r"[.?!…。？！][\"'”’)]*$")
# Written without blanks between words: Chinese, Japanese, Thai.
UNSPACED = r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uff01-\uff5e\u3001\u3002]"
_UNSPACED = re.compile(UNSPACED)


@dataclass(frozen=True)
class Word:
    """A word as a recogniser heard it, or a punctuation mark after one."""

    text: str
    start_ms: int | None = None
    end_ms: int | None = None
    speaker: str | None = None
    is_mark: bool = False
    """Whether it is punctuation, which goes to the word before it, whoever spoke."""


def cues_of_words(words: Iterable[Word], *, noun: str = "word") -> list[Cue]:
    """One cue for what a speaker says up to the end of a sentence or a pause of a second; an empty word is none."""
    runs: list[list[Word]] = []
    places: list[int] = []
    for number, heard in enumerate(words, start=1):
        if not heard.text.strip():
            continue
        word = replace(heard, is_mark=heard.is_mark or _STOP.fullmatch(heard.text) is not None)
        if runs and (word.is_mark or _goes_on(runs[-1], word)):
            runs[-1].append(word)
        else:
            runs.append([word])
            places.append(number)
    return [_cue(run, f"{noun} {place}") for run, place in zip(runs, places, strict=True)]


def _goes_on(run: list[Word], word: Word) -> bool:
    previous = run[-1]
    spoken = next((each for each in reversed(run) if not each.is_mark), previous)
    if word.speaker != spoken.speaker or _SENTENCE_END.search(previous.text):
        return False
    return spoken.end_ms is None or word.start_ms is None or word.start_ms - spoken.end_ms < _PAUSE_MS


def _cue(run: list[Word], where: str) -> Cue:
    text = ""
    for word in run:
        is_glued = word.is_mark or (text and _UNSPACED.match(text[-1]) and _UNSPACED.match(word.text))
        text += word.text if is_glued or not text else f" {word.text}"
    starts = [word.start_ms for word in run if word.start_ms is not None]
    ends = [word.end_ms for word in run if word.end_ms is not None]
    return Cue((text.strip(),), starts[0] if starts else None, ends[-1] if ends else None, where, run[0].speaker)
