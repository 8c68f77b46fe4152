"""A judge of empathy on SENSE-7's dimensions, trained on people's ratings; it works offline.

Source of the dimensions: SENSE-7 (arXiv 2509.16437). The judge is a proxy: it was fitted on whole conversations rated
by third persons, not on what the person in the conversation felt.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from pathlib import Path
from typing import Any, Self

import numpy as np

from metrics.encoder import DIMENSIONS as N_EMBEDDING
from metrics.replies.language import ENGLISH, language_of
from metrics.sense7.dialogue import FEATURES, Dialogue, counsellor_words, fingerprint, represent

DIMENSIONS = ("affective", "cognitive", "response", "prosocial", "interest", "contextual", "relational")
PROXIES = {
    "affective": "validating_emotions",
    "cognitive": "demonstrating_understanding",
    "interest": "encouraging_elaboration",
}
"""The rated behaviour that stands for a dimension, where one means nearly the same."""
UNAVAILABLE = {
    "response": "people rated how much advice is given, not whether it was wanted",
    "prosocial": "no rated behaviour means concern or the wish to help",
    "contextual": "no rated behaviour means working with the person's circumstances and history",
    "relational": "the rated conversations are single meetings of strangers",
}
JUDGE_FILE = Path(__file__).parents[1] / "data" / "sense7_judge.json"


@dataclass(frozen=True)
class Judgement:
    """What the judge says of one dialogue."""

    scores: Mapping[str, float | None]
    """Each of `DIMENSIONS` from 1 to 5; None where `TrainedJudge.why_not` says why, or where nothing is scored."""
    behaviours: Mapping[str, float | None]
    """Every behaviour that people rated, from 1 to 5, those without signal too: see `TrainedJudge.quality`."""
    outside: tuple[str, ...] = ()
    """The features that lie outside the range on which the judge was fitted. They are cut to it."""
    why_nothing: str | None = None
    """Why nothing is scored at all; None where the dialogue is."""


@dataclass(frozen=True)
class TrainedJudge:
    """Linear rules on sentence embeddings and features of the dialogue, with what is known of their quality."""

    record: Mapping[str, Any]
    """The judge's file: rules, provenance and cross-validated quality, as `fit_judge` wrote them."""

    @classmethod
    def load(cls, path: Path = JUDGE_FILE) -> Self:
        return cls(json.loads(path.read_text("utf-8")))

    def judge(self, dialogue: Dialogue) -> Judgement:
        """Score a dialogue; nothing is scored where the counsellor says no word, or none in English.

        Raises:
            InputRefusedError: the sentence encoder is absent.
        """
        if why_nothing := _why_nothing(dialogue):
            return Judgement(dict.fromkeys(DIMENSIONS), dict.fromkeys(self.record["scales"]), (), why_nothing)
        inputs = represent(dialogue)
        features = inputs[N_EMBEDDING:]
        low, high = np.array(self.record["feature_range"])
        is_outside = (features < low) | (features > high)
        # Outside the range it was fitted on, a linear rule promises what no one has seen.
        inputs[N_EMBEDDING:] = np.clip(features, low, high)
        behaviours = {
            scale: float(np.clip(rule["intercept"] + inputs @ rule["weights"], 1, 5))
            for scale, rule in self.record["scales"].items()
        }
        scores = {name: None if self.why_not(name) else behaviours[PROXIES[name]] for name in DIMENSIONS}
        return Judgement(scores, behaviours, tuple(compress(FEATURES, is_outside)))

    def why_not(self, dimension: str) -> str | None:
        """Why the judge does not score a dimension; None when it does."""
        if dimension in UNAVAILABLE:
            return UNAVAILABLE[dimension]
        return None if self.quality[PROXIES[dimension]]["signal"] else "no signal in cross-validation"

    @cached_property
    def quality(self) -> dict[str, Any]:
        """For each behaviour: `judge`, `baselines` and `people`, as estimates in JSON's shape, and `signal`."""
        return {scale: rule["quality"] for scale, rule in self.record["scales"].items()}

    def was_fitted_on(self, dialogue: Dialogue) -> bool:
        """Whether a judgement of this dialogue is a memory rather than a prediction."""
        return fingerprint(dialogue) in self.record["trained_on"]["fingerprints"]


def _why_nothing(dialogue: Dialogue) -> str | None:
    if not counsellor_words(dialogue):
        return "no counsellor said a word"
    language = language_of("\n".join(turn.text for turn in dialogue if turn.role == "counsellor"))
    is_english = language in (ENGLISH, None)
    return None if is_english else f"the replies are in {language}, and the judge was fitted on English conversations"
