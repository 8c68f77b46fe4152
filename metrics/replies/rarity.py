"""How much a word says: rare words of the training sessions weigh more."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import log
from typing import Self


@dataclass(frozen=True)
class Rarity:
    """Inverse document frequencies of stems, a document being one client turn or one reply."""

    weights: Mapping[str, float]
    unknown: float
    """The weight of a stem that no document holds."""

    @classmethod
    def fit(cls, documents: Collection[Iterable[str]]) -> Self:
        """log((1 + documents) / (1 + documents with the stem)) + 1, the smoothed form that scikit-learn uses."""
        found_in = Counter(stem for document in documents for stem in set(document))
        n = len(documents)
        return cls({stem: log((1 + n) / (1 + k)) + 1 for stem, k in found_in.items()}, log(1 + n) + 1)

    def of(self, stem: str) -> float:
        return self.weights.get(stem, self.unknown)

    def cosine(self, left: Collection[str], right: Collection[str]) -> float:
        """Cosine of two sets of stems, each counted once; 0 when either is empty."""
        lengths = self._squares(left) * self._squares(right)
        return self._squares(set(left) & set(right)) / lengths**0.5 if lengths else 0.0

    def _squares(self, stems: Collection[str]) -> float:
        return sum(self.of(stem) ** 2 for stem in stems)


EQUAL_WEIGHTS = Rarity({}, 1.0)
"""For want of training sessions every word weighs the same."""
