"""Fit the trained judge on people's ratings of whole dialogues, and measure it by cross-validation."""

from collections.abc import Mapping, Sequence
from math import log
from typing import Any

import numpy as np

from metrics.arrays import FloatArray, IntArray
from metrics.classification import majority_level
from metrics.encoder import DIMENSIONS as N_EMBEDDING
from metrics.encoder import NAME as ENCODER
from metrics.estimate import Estimate
from metrics.intervals import DEFAULT_BOOTSTRAP, Resamples
from metrics.sense7.cross_validation import Folds, Rule, draw_folds
from metrics.sense7.dialogue import FEATURES, Dialogue, counsellor_words, fingerprint, represent
from metrics.sense7.quality import people_quality, to_json, to_level
from metrics.sense7.ridge import PENALTY, Ridge

N_FOLDS = 5
N_REPEATS = 20
PROXY = "Whole conversations rated by third persons: a proxy for empathy as the person in the conversation feels it."
CHOICE = "Inputs and penalty were chosen among some thirty designs on these same dialogues, which flatters a little."


def fit_judge(
    dialogues: Sequence[Dialogue],
    ratings: Mapping[str, FloatArray],
    *,
    credit: str,
    persons: Sequence[str] | None = None,
    seed: int = 0,
    bootstrap: int = DEFAULT_BOOTSTRAP,
) -> dict[str, Any]:
    """The record of a judge: `TrainedJudge(record)` scores with it. It holds numbers and hashes, never a word said.

    Args:
        dialogues: what was rated.
        ratings: for each behaviour, shape (n_raters, n_dialogues), 1 to 5, NaN where a rater skipped a dialogue.
        credit: whose ratings these are, and their licence.
        persons: the counsellor of each dialogue, whose dialogues folds and intervals keep together; None when no one
            recurs or no one knows.
        seed: of the folds and the intervals.

    Raises:
        ValueError: the counsellor of a dialogue says no word.
        InputRefusedError: the sentence encoder is absent.
    """
    inputs = np.array([represent(dialogue) for dialogue in dialogues])
    lengths = np.array([[log(counsellor_words(dialogue))] for dialogue in dialogues])
    resamples = Resamples.draw(
        persons or range(len(dialogues)),
        resampled="person" if persons else "session",
        bootstrap=bootstrap,
        seed=seed,
    )
    folds = draw_folds(resamples, n_folds=N_FOLDS, n_repeats=N_REPEATS, rng=np.random.default_rng(seed))
    features = inputs[:, N_EMBEDDING:]
    return {
        "name": "trained",
        "version": 1,
        "encoder": ENCODER,
        "features": FEATURES,
        "penalty": PENALTY,
        "feature_range": [features.min(axis=0).tolist(), features.max(axis=0).tolist()],
        "proxy": PROXY,
        "trained_on": {
            "credit": credit,
            "n_dialogues": len(dialogues),
            "fingerprints": sorted(map(fingerprint, dialogues)),
        },
        "cross_validation": {"n_folds": N_FOLDS, "n_repeats": N_REPEATS, "seed": seed, "choice": CHOICE},
        "scales": {scale: _scale(inputs, lengths, by_rater, folds) for scale, by_rater in ratings.items()},
    }


def _scale(inputs: FloatArray, lengths: FloatArray, by_rater: FloatArray, folds: Folds) -> dict[str, Any]:
    """The rule for one behaviour and its quality, beside baselines and people."""
    ratings = np.nanmean(by_rater, axis=0)
    judge = folds.quality(ratings, _ridge_rule(inputs, ratings, scaled=slice(N_EMBEDDING, None)))
    length_only = folds.quality(ratings, _ridge_rule(lengths, ratings, scaled=slice(0, None)))
    majority = folds.quality(ratings, _majority_rule(ratings))
    rule = Ridge.fit(inputs, ratings, scaled=slice(N_EMBEDDING, None))
    return {
        "intercept": rule.intercept,
        "weights": [float(f"{weight:.5g}") for weight in rule.weights],
        "quality": {
            "signal": _has_signal(judge["spearman"], length_only["spearman"]),
            "judge": to_json(judge),
            "baselines": {"majority": to_json(majority), "length_only": to_json(length_only)},
            "people": to_json(people_quality(by_rater, folds.resamples)),
        },
    }


def _ridge_rule(inputs: FloatArray, ratings: FloatArray, *, scaled: slice) -> Rule:
    def rule(train: IntArray, test: IntArray) -> FloatArray:
        return Ridge.fit(inputs[train], ratings[train], scaled=scaled).predict(inputs[test])

    return rule


def _majority_rule(ratings: FloatArray) -> Rule:
    def rule(train: IntArray, test: IntArray) -> FloatArray:
        return np.full(len(test), float(majority_level(to_level(ratings[train]))))

    return rule


def _has_signal(judge: Estimate, length_only: Estimate) -> bool:
    """The rank correlation's interval lies above 0, and length alone does no better."""
    return (
        judge.value is not None
        and judge.low is not None
        and judge.low > 0
        and (length_only.value is None or judge.value > length_only.value)
    )
