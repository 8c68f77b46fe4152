"""Two lists that should say the same words, such as with speakers and without: what the one that is read lacks."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import chain, pairwise

from annotator.corpus.transcripts.json_formats.words import UNSPACED, Word, cues_of_words
from annotator.corpus.transcripts.model import Cue, Remark
from annotator.corpus.transcripts.ordering import in_order_of_time

_WORD = re.compile(rf"{UNSPACED}|[^\W_]+")
_QUOTED_CHARACTERS = 200


def with_lacking(cues: Sequence[Cue], words: Sequence[Word], remarks: list[Remark], *, noun: str = "word") -> list[Cue]:
    """The cues in order of time, and among them what only the other list, the words, says."""
    runs = _runs(lacking(words, [cue.text for cue in cues]))
    if not runs:
        return list(cues)
    kept = [
        replace(cue, where=f"{noun} {run[0] + 1}")
        for run in runs
        for cue in cues_of_words([words[index] for index in run])
    ]
    told = " … ".join(cue.text for cue in kept)[:_QUOTED_CHARACTERS]
    message = f"{sum(map(len, runs))} word(s) stand in one of the file's two lists only and were kept: “{told}”."
    remarks.append(Remark("warning", kept[0].where, message))
    return in_order_of_time(cues, kept)


def lacking(words: Sequence[Word], texts: Iterable[str]) -> list[int]:
    """Indices of the words that the texts don't say; capitals, stops and apostrophes make no difference."""
    owners = [index for index, word in enumerate(words) for _ in _plain(word.text)]
    written = list(chain.from_iterable(_plain(word.text) for word in words))
    said = list(chain.from_iterable(_plain(text) for text in texts))
    # Where people speak at once the lists may differ in order alone.
    missing = Counter(written) - Counter(said)
    if not missing:
        return []
    changes = SequenceMatcher(None, written, said).get_opcodes()
    places = [place for kind, start, end, *_ in changes if kind != "equal" for place in range(start, end)]
    return sorted({owners[place] for place in places if written[place] in missing})


def _plain(text: str) -> list[str]:
    return _WORD.findall(re.sub("['’]", "", text.casefold()))


def _runs(indices: Sequence[int]) -> list[list[int]]:
    """The indices, those that follow each other together."""
    runs = [[index] for index in indices[:1]]
    for previous, index in pairwise(indices):
        if index == previous + 1:
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs
