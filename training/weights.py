"""How much a sample counts in the loss: E-THER's Eq. 4 and its alternatives, on plain arrays.

What the paper lost or left open (Eqs. 1 and 2, how the parts of Eq. 3 combine) is defined here.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from training.release import Vad

Floats = NDArray[np.float64]


def vad_distance(words: Vad | None, face: Vad | None) -> float:
    """Euclidean distance m of the two channels' VAD, each brought from 1-9 to -1..1; NaN where a channel has none.

    From 0 to 2 * sqrt(3).
    """
    if words is None or face is None:
        return float("nan")
    return float(np.linalg.norm(np.subtract(words, face) / 4))


def embedding_distance(words: NDArray[np.floating], face: NDArray[np.floating]) -> float:
    """1 - cosine of the frozen base's pooled embeddings, c, from 0 to 2; 1 where an embedding is zero."""
    norms = float(np.linalg.norm(words) * np.linalg.norm(face))
    return 1.0 if norms == 0 else 1 - float(np.dot(words, face)) / norms


def frozen_tau(m: Floats) -> float:
    """Median of the positive distances; NaN where there is none."""
    positive = m[m > 0]
    return float(np.median(positive)) if positive.size else float("nan")


def severity(m: Floats, c: Floats, *, tau: float, lambda_: float) -> Floats:
    """s = (1 - lambda) m / (m + tau) + lambda c / 2, from 0 up to 1; the first term is 0 where m is (Eq. 3)."""
    saturated = np.divide(m, m + tau, out=np.zeros_like(m), where=m != 0)
    return (1 - lambda_) * saturated + lambda_ * c / 2


def continuous(m: Floats, c: Floats, *, tau: float, lambda_: float, gamma: float) -> Floats:
    """w = 1 + s ** gamma, from 1 up to 2 (Eq. 4); NaN where m is NaN."""
    return 1 + severity(m, c, tau=tau, lambda_=lambda_) ** gamma


def binary(labels: Sequence[str | None]) -> Floats:
    """w = 1 + I, I being 1 for any kind of incongruence (Algorithm 1, line 14); NaN without a label."""
    return np.array([np.nan if label is None else 1.0 + (label != "none") for label in labels])


def engagement(scores: Sequence[float | None]) -> Floats:
    """w = 1 + E with E = 1 - (e - 1) / 4: the less engaged, the more it counts; NaN without a score."""
    return np.array([np.nan if score is None else 2 - (score - 1) / 4 for score in scores])


def class_balanced(labels: Sequence[str | None]) -> Floats:
    """n / (K n_k): each of the K classes that occur counts the same in sum; NaN without a label."""
    known = [label for label in labels if label is not None]
    counts = {label: known.count(label) for label in set(known)}
    share = {label: len(known) / (len(counts) * count) for label, count in counts.items()}
    return np.array([np.nan if label is None else share[label] for label in labels])


def filled(weights: Floats) -> Floats:
    """The mean weight where a sample has none of its own."""
    return np.where(np.isnan(weights), np.nanmean(weights), weights)
