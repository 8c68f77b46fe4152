"""The weights of a training part under a config: computed once, asked for step by step."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from training import weights
from training.config import TrainingConfig
from training.data import Sample, chunks
from training.families.backbone import Backbone
from training.refusals import RunRefused
from training.weights import Floats


@dataclass(frozen=True)
class SampleWeights:
    """One weight a sample, its mean weight where it has none of its own."""

    config: TrainingConfig
    own: Floats
    """NaN where a sample has no weight of its own."""
    m: Floats
    c: Floats

    def of(self, indices: Sequence[int]) -> Floats:
        """Weights of one optimizer step's samples, over the mean training weight where the config says so."""
        chosen = weights.filled(self.own)[indices]
        if self.config.weighting == "continuous" and self.config.weight_tau == "batch":
            tau = weights.frozen_tau(self.m[indices])
            in_batch = _continuous(self.config, self.m[indices], self.c[indices], tau)
            chosen = np.where(np.isnan(in_batch), chosen, in_batch)
        # The mean is that of the frozen tau in both cases: it should not move from step to step.
        return chosen / np.nanmean(self.own) if self.config.normalise_weights else chosen

    def summary(self) -> dict[str, Any]:
        """For the record: what the weights were, and the spread of what they came from."""
        return {
            "weighting": self.config.weighting,
            "tau": _number(weights.frozen_tau(self.m)),
            "mean_weight_given_to": int(np.isnan(self.own).sum()),
            "weight": _spread(self.own),
            "m": _spread(self.m),
            "c": _spread(self.c),
        }


def sample_weights(samples: Sequence[Sample], backbone: Backbone, config: TrainingConfig) -> SampleWeights:
    """Weigh the training part; embeddings come from the base as it is before any adapter.

    Raises:
        RunRefused: no sample has what the weighting needs.
    """
    labels = [sample.turn.incongruence for sample in samples]
    m = np.array([weights.vad_distance(sample.turn.vad_words, sample.turn.vad_face) for sample in samples])
    c = np.full(len(samples), np.nan)
    if config.weighting == "continuous":
        c = np.concatenate([_embedding_distances(some, backbone) for some in chunks(samples, 64)])
        own = _continuous(config, m, c, weights.frozen_tau(m))
    elif config.weighting == "binary":
        own = weights.binary(labels)
    elif config.weighting == "engagement":
        own = weights.engagement([sample.turn.engagement for sample in samples])
    elif config.weighting == "class_balanced":
        own = weights.class_balanced(labels)
    else:
        own = np.ones(len(samples))
    if np.isnan(own).all():
        raise RunRefused(f"weighting {config.weighting} needs {NEEDS[config.weighting]}, and no training turn has it")
    return SampleWeights(config, own, m, c)


NEEDS = {
    "continuous": "valence, arousal and dominance of words and of face",
    "binary": "the incongruence label",
    "engagement": "the engagement score",
    "class_balanced": "the incongruence label",
}
"""What each weighting reads from a turn's labels."""


def _embedding_distances(samples: Sequence[Sample], backbone: Backbone) -> Floats:
    words = backbone.pooled_words([sample.turn.words for sample in samples]).numpy()
    faces = backbone.pooled_faces([sample.prompt.images for sample in samples]).numpy()
    return np.array([weights.embedding_distance(*pair) for pair in zip(words, faces, strict=True)])


def _continuous(config: TrainingConfig, m: Floats, c: Floats, tau: float) -> Floats:
    return weights.continuous(m, c, tau=tau, lambda_=config.weight_lambda, gamma=config.weight_gamma)


def _spread(values: Floats) -> dict[str, float | None]:
    known = values[~np.isnan(values)]
    if known.size == 0:
        return dict.fromkeys(("min", "median", "mean", "max", "sd"))
    figures = (known.min(), np.median(known), known.mean(), known.max(), known.std())
    return dict(zip(("min", "median", "mean", "max", "sd"), map(float, figures), strict=True))


def _number(value: float) -> float | None:
    return None if np.isnan(value) else value
