"""Simulated raters of known skill, who rate demo turns on the scales of the default codebook.

A rater sees the true affect of words and face through blur and bias, judges incongruence from what they see, and slips
now and then. Beside the truth this gives annotations whose agreement looks like people's.
"""

from dataclasses import dataclass
from typing import get_args

import numpy as np

from demo.script import ScriptTurn
from demo.truth import Affect, Incongruence, Truth, direction, incongruence

Ratings = dict[str, str | int]
"""Construct to value: the key of a level, or a number; `cannot_judge` to a reason stands alone."""

_CANNOT_JUDGE = {"words": "Too short to tell", "face": "Face hard to see", "together": "Could be read either way"}


@dataclass(frozen=True)
class SimulatedRater:
    """Someone who rates turns.

    Args:
        sensitivity: how much of an affect's strength they see, 0 nothing to 1 all.
        bias: what they add to every valence, on its scale from -1 to 1.
        noise: standard deviation of what they see around that, on the same scale.
        slips: share of turns in which they press a wrong key for incongruence.
    """

    name: str
    sensitivity: float
    bias: float
    noise: float
    slips: float

    def rate_together(self, turn: ScriptTurn, rng: np.random.Generator) -> Ratings:
        """Incongruence, direction where there is any, engagement, and the affect of words and face."""
        truth = _truth_of(turn)
        if self._gives_up(rng):
            return {"cannot_judge": _CANNOT_JUDGE["together"]}
        words, face = self._see(truth.words, rng), self._see(truth.face, rng)
        kind = self._judge(words, face, rng)
        pointing = direction(kind)
        return {
            "incongruence": kind,
            **({"direction": pointing} if pointing else {}),
            "engagement": _on_scale(truth.engagement + rng.normal(0, 2.5 * self.noise), 1, 5),
            **_affect_ratings(words, "words"),
            **_affect_ratings(face, "face"),
            "confidence": self._confidence(words.valence - face.valence, rng),
        }

    def rate_words(self, turn: ScriptTurn, rng: np.random.Generator) -> Ratings:
        """The affect of the words, as read without the picture."""
        return self._rate_channel(_truth_of(turn).words, "words", rng)

    def rate_face(self, turn: ScriptTurn, rng: np.random.Generator) -> Ratings:
        """The affect of the face, as seen without sound or transcript."""
        return self._rate_channel(_truth_of(turn).face, "face", rng)

    def _rate_channel(self, affect: Affect, channel: str, rng: np.random.Generator) -> Ratings:
        if self._gives_up(rng):
            return {"cannot_judge": _CANNOT_JUDGE[channel]}
        seen = self._see(affect, rng)
        return {**_affect_ratings(seen, channel), "confidence": self._confidence(seen.valence, rng)}

    def _see(self, affect: Affect, rng: np.random.Generator) -> Affect:
        return Affect(
            valence=self.sensitivity * affect.valence + self.bias + rng.normal(0, self.noise),
            arousal=self.sensitivity * affect.arousal + rng.normal(0, self.noise),
            dominance=self.sensitivity * affect.dominance + rng.normal(0, self.noise),
        )

    def _judge(self, words: Affect, face: Affect, rng: np.random.Generator) -> Incongruence:
        if rng.random() < self.slips:
            kinds: tuple[Incongruence, ...] = get_args(Incongruence)
            return kinds[rng.integers(len(kinds))]
        # Whoever sees feelings paler also takes a paler gap for a noticeable one.
        return incongruence(words.valence / self.sensitivity, face.valence / self.sensitivity)

    def _confidence(self, strength: float, rng: np.random.Generator) -> int:
        return _on_scale(3 + 1.5 * abs(strength) + rng.normal(0, 0.6), 1, 5)

    def _gives_up(self, rng: np.random.Generator) -> bool:
        return bool(rng.random() < self.slips / 4)


RATERS = (
    SimulatedRater("asha", sensitivity=0.95, bias=0.00, noise=0.14, slips=0.03),
    SimulatedRater("ben", sensitivity=0.85, bias=0.06, noise=0.16, slips=0.04),
    SimulatedRater("carla", sensitivity=0.90, bias=-0.08, noise=0.17, slips=0.05),
    SimulatedRater("dmitri", sensitivity=0.80, bias=0.04, noise=0.19, slips=0.06),
    SimulatedRater("emeka", sensitivity=0.90, bias=-0.03, noise=0.15, slips=0.05),
)
EXPERTS = (
    SimulatedRater("farida", sensitivity=1.0, bias=0.0, noise=0.08, slips=0.01),
    SimulatedRater("goran", sensitivity=0.97, bias=0.02, noise=0.09, slips=0.01),
)


def _truth_of(turn: ScriptTurn) -> Truth:
    if turn.truth is None:
        raise ValueError(f"Only client turns are rated; the turn at {turn.start_ms} ms is the {turn.role}'s.")
    return turn.truth


def _affect_ratings(affect: Affect, channel: str) -> Ratings:
    return {
        f"valence_{channel}": _on_scale(5 + 4 * affect.valence, 1, 9),
        f"arousal_{channel}": _on_scale(5 + 4 * affect.arousal, 1, 9),
        f"dominance_{channel}": _on_scale(5 + 4 * affect.dominance, 1, 9),
    }


def _on_scale(value: float, lowest: int, highest: int) -> int:
    return int(np.clip(round(value), lowest, highest))
