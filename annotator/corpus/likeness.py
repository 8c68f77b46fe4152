"""How alike lines of two transcripts are, by the letter triples of their words and by their times. No Django."""

import math
import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from annotator.corpus.lines import Line, same_words

NEAR_MS = 5_000
"""Lines that begin this far apart, or further, have nothing in common in time."""

_BUCKETS = 1024

FloatMatrix = NDArray[np.float32]


def likeness(old: Sequence[Line], new: Sequence[Line], *, shift_ms: int = 0) -> FloatMatrix:
    """How alike each old line is to each new one, 0 to 1; shape (n_old, n_new)."""
    words = _words_alike(old, new)
    near, is_timed = _near(old, new, shift_ms)
    # Where times are known, they decide between like words, and hold together a moment whose words are all other.
    timed = 0.8 * words + 0.2 * near + 0.3 * near * (1 - words)
    found = np.where(is_timed, timed, words)
    other_role = np.array([line.role for line in old])[:, None] != np.array([line.role for line in new])[None, :]
    likenesses: FloatMatrix = (found - 0.2 * other_role).astype(np.float32)
    return likenesses


def _words_alike(old: Sequence[Line], new: Sequence[Line]) -> FloatMatrix:
    """Cosine of the letter triples, rare ones weighing more; exactly 1 where the words are the same."""
    triples = np.vstack([_triples(line.text) for line in (*old, *new)])
    weights = np.log((1 + len(triples)) / (1 + (triples > 0).sum(axis=0))) + 1
    weighted = triples * weights.astype(np.float32)
    weighted /= np.linalg.norm(weighted, axis=1, keepdims=True)
    alike: FloatMatrix = np.clip(weighted[: len(old)] @ weighted[len(old) :].T, 0, 1)
    numbers: dict[str, int] = {}
    codes = np.array([numbers.setdefault(same_words(line.text), len(numbers)) for line in (*old, *new)])
    alike[codes[: len(old), None] == codes[None, len(old) :]] = 1
    return alike


def _triples(text: str) -> FloatMatrix:
    counts = np.zeros(_BUCKETS, np.float32)
    padded = f" {same_words(text)} "
    for start in range(max(1, len(padded) - 2)):
        # Not `hash`, which differs from process to process.
        counts[zlib.crc32(padded[start : start + 3].encode("utf-8", "surrogatepass")) % _BUCKETS] += 1
    return counts


def _near(old: Sequence[Line], new: Sequence[Line], shift_ms: int) -> tuple[FloatMatrix, NDArray[np.bool_]]:
    """How near in time each two lines are, 0 to 1, and whether both have times."""
    before = np.array([math.nan if line.start_ms is None else line.start_ms + shift_ms for line in old])[:, None]
    after = np.array([math.nan if line.start_ms is None else line.start_ms for line in new])[None, :]
    apart = np.abs(before - after)
    is_timed = ~np.isnan(apart)
    return np.where(is_timed, np.clip(1 - apart / NEAR_MS, 0, 1), 0).astype(np.float32), is_timed
