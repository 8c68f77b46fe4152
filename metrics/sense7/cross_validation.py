"""How well a rule fitted on some dialogues scores the others."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from metrics.arrays import FloatArray, IntArray
from metrics.estimate import Estimate
from metrics.intervals import Resamples
from metrics.sense7.quality import closeness, defined_mean, judge_quality, part_of

Rule = Callable[[IntArray, IntArray], FloatArray]
"""Fit on the dialogues of the first argument, score those of the second."""


@dataclass(frozen=True)
class Folds:
    """Repeated cross-validation: which fold each dialogue is in, shape (n_repeats, n_dialogues)."""

    fold_of: IntArray
    resamples: Resamples
    """Draws of whole dialogues (or of whole persons), one unit a dialogue."""

    def quality(self, ratings: FloatArray, rule: Rule) -> dict[str, Estimate]:
        """The measures of `judge_quality` for scores given out of fold.

        `spearman` is the mean over folds: scores of different folds come from different fits, and pooled they would
        mistake the fits' offsets for errors. The intervals redraw dialogues and keep the fits.
        """
        scores = np.array([self._out_of_fold(fold_of, rule) for fold_of in self.fold_of])
        repeats, n = self.fold_of.shape
        every_repeat = part_of(self.resamples, np.tile(np.arange(n), repeats))
        estimates = judge_quality(np.tile(ratings, repeats), scores.ravel(), every_repeat)
        by_fold = [
            closeness(ratings[fold], repeat_scores[fold], part_of(self.resamples, fold))["spearman"]
            for fold_of, repeat_scores in zip(self.fold_of, scores, strict=True)
            for fold in self._folds(fold_of)
        ]
        estimates["spearman"] = every_repeat.estimate(
            defined_mean(np.array(by_fold)),
            used=np.ones(n * repeats, dtype=bool),
            why_undefined="scores do not vary within a fold",
        )
        return {name: replace(estimate, n_units=n) for name, estimate in estimates.items()}

    def _out_of_fold(self, fold_of: IntArray, rule: Rule) -> FloatArray:
        scores = np.empty(len(fold_of))
        for fold in self._folds(fold_of):
            scores[fold] = rule(np.setdiff1d(np.arange(len(fold_of)), fold), fold)
        return scores

    def _folds(self, fold_of: IntArray) -> list[IntArray]:
        return [np.flatnonzero(fold_of == number) for number in np.unique(fold_of)]


def draw_folds(resamples: Resamples, *, n_folds: int, n_repeats: int, rng: np.random.Generator) -> Folds:
    """Folds of nearly equal size that keep the units of one cluster together."""
    n_clusters = resamples.weights.shape[1]
    folds = [rng.permutation(np.arange(n_clusters) % n_folds) for _ in range(n_repeats)]
    return Folds(np.array(folds)[:, resamples.cluster_of_unit], resamples)
