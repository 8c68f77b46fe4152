"""What is true of a client turn of the demo study, and how incongruence follows from the valences of words and face."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

Incongruence = Literal["none", "minimizing", "contradiction"]
Direction = Literal["face_gt_words", "opposed"]

_SHARES: dict[Incongruence, float] = {"none": 0.60, "minimizing": 0.22, "contradiction": 0.18}
_NOTICEABLE_GAP = 0.425  # Between the gaps of congruent turns (below 0.35) and of incongruent ones (0.5 and more).
_OPPOSING_GAP = 1.2
_STRONGEST = 0.95


@dataclass(frozen=True)
class Affect:
    """What one channel carries, each from -1 (unpleasant, calm, overwhelmed) to 1 (pleasant, excited, in control)."""

    valence: float
    arousal: float
    dominance: float


@dataclass(frozen=True)
class Truth:
    """The truth of one client turn; `engagement` runs from 1, withdrawn, to 5, fully engaged."""

    words: Affect
    face: Affect
    engagement: int

    @property
    def incongruence(self) -> Incongruence:
        return incongruence(self.words.valence, self.face.valence)

    @property
    def direction(self) -> Direction | None:
        return direction(self.incongruence)


def incongruence(words_valence: float, face_valence: float) -> Incongruence:
    """What two valences (-1 to 1) amount to: opposed, or distress that the words make smaller, or neither."""
    gap = words_valence - face_valence
    if abs(gap) < _NOTICEABLE_GAP:
        return "none"
    if words_valence * face_valence < 0 and (gap < 0 or gap >= _OPPOSING_GAP):
        return "contradiction"
    return "minimizing" if gap > 0 and face_valence < -0.2 else "none"


def direction(kind: Incongruence) -> Direction | None:
    """Which channel carries more distress: the face where words make it smaller; None where nothing is incongruent."""
    directions: dict[Incongruence, Direction] = {"minimizing": "face_gt_words", "contradiction": "opposed"}
    return directions.get(kind)


def draw_truth(rng: np.random.Generator) -> Truth:
    """A turn that is none, minimizing or contradiction in 60, 22 and 18 of 100 cases, with no case in between.

    A congruent turn feels what one channel of some incongruent turn shows, so neither channel alone tells them apart.
    """
    kinds = tuple(_SHARES)
    kind = kinds[rng.choice(len(kinds), p=list(_SHARES.values()))]
    if kind == "none":
        incongruent = 1 - _SHARES["none"]
        kind = "minimizing" if rng.random() < _SHARES["minimizing"] / incongruent else "contradiction"
        shared = rng.choice(_apart(kind, rng))
        lean = rng.uniform(-0.15, 0.15)
        words, face = shared + lean, shared - lean
    else:
        words, face = _apart(kind, rng)
    affects = _affect(words, rng), _affect(face, rng)
    energy = (affects[0].arousal + affects[1].arousal) / 2
    engagement = int(np.clip(round(3.2 + 2.5 * energy + rng.normal(0, 0.5)), 1, 5))
    return Truth(words=affects[0], face=affects[1], engagement=engagement)


def _apart(kind: Incongruence, rng: np.random.Generator) -> tuple[float, float]:
    """Valences of the words and the face of an incongruent turn."""
    if kind == "minimizing":
        face = rng.uniform(-_STRONGEST, -0.25)
        return face + rng.uniform(0.55, 1.0), face
    low = rng.uniform(-_STRONGEST, -0.35)
    high = rng.uniform(max(0.3, low + _OPPOSING_GAP), _STRONGEST)
    # Mostly a smile over sad words: minimizing turns already show sad faces under brighter words.
    return (low, high) if rng.random() < 0.7 else (high, low)


def _affect(valence: float, rng: np.random.Generator) -> Affect:
    arousal = float(np.clip(rng.normal(0.0, 0.4), -1, 1))
    dominance = float(np.clip(0.5 * valence - 0.2 * arousal + rng.normal(0, 0.25), -1, 1))
    return Affect(float(np.clip(valence, -1, 1)), arousal, dominance)
