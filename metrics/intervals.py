"""Bootstrap intervals that resample whole sessions, since turns of one session are not independent."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self, TypeVar

import numpy as np

from metrics.arrays import BoolArray, FloatArray, IntArray
from metrics.estimate import FEWEST_CLUSTERS, Estimate

K = TypeVar("K", bound=Hashable)
DEFAULT_BOOTSTRAP = 2000
LARGEST_BLOCK = 2_000_000  # Numbers in one table of units by resamples: 16 MB.


@dataclass(frozen=True)
class Resamples:
    """The data as they are and `bootstrap` draws of whole clusters with replacement.

    Every measure is a function of how often each cluster counts, so one table of weights serves all of them:
    a measure computes its value for all rows at once and `estimate` makes an interval of them.
    """

    cluster_of_unit: IntArray
    weights: FloatArray
    """Shape (1 + bootstrap, n_clusters): row 0 counts every unit of a cluster once, the others are drawn."""
    resampled: str
    seed: int

    @classmethod
    def draw(
        cls,
        clusters: Sequence[Hashable],
        *,
        resampled: str = "session",
        bootstrap: int = DEFAULT_BOOTSTRAP,
        seed: int = 0,
    ) -> Self:
        """Draw from the clusters named, one name a unit; `resampled` says what a cluster is.

        Raises:
            ValueError: there is no unit, or `bootstrap` is negative.
        """
        if len(clusters) == 0:
            raise ValueError("there is no unit to resample")
        if bootstrap < 0:
            raise ValueError(f"bootstrap={bootstrap} is not 0 or more")
        numbers: dict[Hashable, int] = {}
        cluster_of_unit = np.array([numbers.setdefault(name, len(numbers)) for name in clusters])
        n = len(numbers)
        draws = np.random.default_rng(seed).multinomial(n, np.full(n, 1 / n), size=bootstrap)
        return cls(cluster_of_unit, np.vstack([np.ones(n), draws]), resampled, seed)

    @classmethod
    def draw_sessions(
        cls,
        sessions: Sequence[K],
        *,
        clients: Mapping[K, Hashable] | None = None,
        bootstrap: int = DEFAULT_BOOTSTRAP,
        seed: int = 0,
    ) -> Self:
        """Draw whole clients where one has several of the sessions, else whole sessions.

        What one person says in two sessions is not independent either.

        Args:
            sessions: of each unit.
            clients: whose each session is; None where that is not known.
            bootstrap, seed: as in `draw`.
        """
        if clients is not None and len({clients[each] for each in sessions}) < len(set(sessions)):
            names = [clients[each] for each in sessions]
            return cls.draw(names, resampled="client", bootstrap=bootstrap, seed=seed)
        return cls.draw(sessions, resampled="session", bootstrap=bootstrap, seed=seed)

    @classmethod
    def draw_units(cls, values: FloatArray, *, bootstrap: int = DEFAULT_BOOTSTRAP, seed: int = 0) -> Self:
        """Draw single units, the columns of `values`, for data in which no session is known.

        Equal columns share one draw evenly: every sum over units stays as it would be, and 100,000 units cost
        what their few hundred distinct patterns do.
        """
        columns = np.where(np.isnan(values), -np.inf, values)
        _, pattern_of_unit, sizes = np.unique(columns, axis=1, return_inverse=True, return_counts=True)
        n = values.shape[1]
        draws = np.random.default_rng(seed).multinomial(n, sizes / n, size=bootstrap) / sizes
        return cls(pattern_of_unit, np.vstack([np.ones(len(sizes)), draws]), "unit", seed)

    def of_units(self, units: IntArray) -> Self:
        """The same draws for other rows of data: row i belongs to the cluster of unit `units[i]`."""
        return replace(self, cluster_of_unit=self.cluster_of_unit[units])

    def totals(self, per_unit: FloatArray) -> FloatArray:
        """Sums over the units of each row: shape (n_units, ...) in, (1 + bootstrap, ...) out."""
        flat = per_unit.reshape(len(per_unit), -1)
        n_clusters = self.weights.shape[1]
        per_cluster = np.empty((n_clusters, flat.shape[1]))
        for number, column in enumerate(flat.T):
            per_cluster[:, number] = np.bincount(self.cluster_of_unit, column, minlength=n_clusters)
        return (self.weights @ per_cluster).reshape(len(self.weights), *per_unit.shape[1:])

    def counts(self, codes: IntArray, n_codes: int) -> FloatArray:
        """How often each code, 0 to `n_codes` - 1, occurs: shape (n_units,) in, (1 + bootstrap, n_codes) out."""
        n_clusters = self.weights.shape[1]
        counts = np.bincount(self.cluster_of_unit * n_codes + codes, minlength=n_clusters * n_codes)
        return self.weights @ counts.reshape(n_clusters, n_codes)

    def unit_weights(self) -> FloatArray:
        """How often each unit counts in each row: shape (1 + bootstrap, n_units)."""
        return self.weights[:, self.cluster_of_unit]

    def in_blocks(self, measure: Callable[[FloatArray], FloatArray]) -> FloatArray:
        """A measure that needs `unit_weights`, asked for some rows at a time, so that many units need little room.

        Args:
            measure: shape (n_rows, n_units) in, (n_rows,) out.
        """
        n_rows = max(1, LARGEST_BLOCK // max(1, len(self.cluster_of_unit)))
        starts = range(0, len(self.weights), n_rows)
        return np.concatenate([measure(self.weights[start : start + n_rows, self.cluster_of_unit]) for start in starts])

    def estimate(
        self, values: FloatArray, *, used: BoolArray, why_undefined: str, n_raters: int | None = None
    ) -> Estimate:
        """Make an estimate of a measure's values, one a row of `weights`, NaN where undefined.

        Args:
            values: shape (1 + bootstrap,).
            used: shape (n_units,); the units that entered the value.
            why_undefined: the reason, in case the value is undefined.
            n_raters: people behind the value.
        """
        n_clusters = int(used.sum()) if self.resampled == "unit" else len(np.unique(self.cluster_of_unit[used]))
        defined = values[1:][~np.isnan(values[1:])]
        value = None if np.isnan(values[0]) else float(values[0])
        why_no_interval = self._why_no_interval(value=value, n_clusters=n_clusters, n_defined=len(defined))
        low, high = (None, None) if why_no_interval else np.quantile(defined, [0.025, 0.975]).tolist()
        return Estimate(
            value=value,
            low=low,
            high=high,
            n_units=int(used.sum()),
            n_raters=n_raters,
            resampled=self.resampled,
            n_clusters=n_clusters,
            bootstrap=len(values) - 1,
            undefined_resamples=len(values) - 1 - len(defined),
            seed=self.seed,
            why_undefined=why_undefined if value is None else None,
            why_no_interval=why_no_interval,
        )

    def undefined(self, reason: str, *, used: BoolArray, n_raters: int | None = None) -> Estimate:
        """The estimate of a measure that these data cannot have, known before it is computed."""
        nowhere = np.full(len(self.weights), np.nan)
        return self.estimate(nowhere, used=used, n_raters=n_raters, why_undefined=reason)

    def _why_no_interval(self, *, value: float | None, n_clusters: int, n_defined: int) -> str | None:
        bootstrap = len(self.weights) - 1
        if value is None:
            return "the value itself is undefined"
        if n_clusters < FEWEST_CLUSTERS:
            plural = "" if n_clusters == 1 else "s"
            return f"{n_clusters} {self.resampled}{plural}; an interval needs at least {FEWEST_CLUSTERS}"
        if bootstrap == 0:
            return "no resamples were asked for"
        if 2 * n_defined < bootstrap:
            return f"undefined in {bootstrap - n_defined} of {bootstrap} resamples"
        return None
