"""Ratings as an array, one row a rater and one column a unit."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Self

import numpy as np

from metrics.arrays import FloatArray, IntArray
from metrics.intervals import DEFAULT_BOOTSTRAP, Resamples
from metrics.rating_scale import Scale
from metrics.refusal import InputRefusedError


class Rating(NamedTuple):
    """One value that one rater gave one unit. Ids are text; a unit's id is unique within its session."""

    unit: str
    rater: str
    value: str
    """As it was written; empty where the rater skipped the unit."""
    session: str | None = None
    where: str = ""
    """Where it stands, to be named in a refusal: `ratings.csv:14`."""
    client: str | None = None
    """Whose session it is; known of every rating or of none."""


@dataclass(frozen=True)
class Ratings:
    """Who gave which unit what. Units without any rating are not among them."""

    values: FloatArray
    """Shape (n_raters, n_units), coded by `scale.code`; NaN where a rater gave no value."""
    scale: Scale
    raters: tuple[str, ...]
    """In the order of their ids."""
    units: tuple[tuple[str | None, str], ...]
    """(session, unit), in the order in which they came."""
    clients: tuple[str, ...] = ()
    """Whose each unit is; nothing where that is not known."""

    @classmethod
    def of(cls, rows: Iterable[Rating], scale: Scale) -> Self:
        """Arrange ratings given one a row.

        Raises:
            InputRefusedError: with every value off the scale, every second value of one rater for one unit;
                or there is no value at all.
        """
        codes: dict[tuple[str | None, str], dict[str, float]] = {}
        clients: dict[tuple[str | None, str], str] = {}
        client_of: dict[str | None, Rating] = {}
        first: dict[tuple[str | None, str, str], Rating] = {}
        problems: list[str] = []
        for row in rows:
            earlier = first.setdefault((row.session, row.unit, row.rater), row)
            if earlier is not row:
                problems.append(_at(row, f"rater {row.rater} rated unit {row.unit} before, at {earlier.where}"))
                continue
            of_session = client_of.setdefault(row.session, row)
            if row.session is not None and of_session.client != row.client:
                other = f"client {of_session.client} at {of_session.where}"
                problems.append(_at(row, f"session {row.session} is of client {row.client} here, of {other}"))
                continue
            if not row.value:
                continue
            if row.client is not None:
                clients[row.session, row.unit] = row.client
            try:
                codes.setdefault((row.session, row.unit), {})[row.rater] = scale.code(row.value)
            except ValueError as reason:
                problems.append(_at(row, str(reason)))
        if problems:
            raise InputRefusedError(problems)
        if not codes:
            raise InputRefusedError(["there is no rating"])
        raters = tuple(sorted({rater for given in codes.values() for rater in given}))
        values = np.array([[given.get(rater, np.nan) for given in codes.values()] for rater in raters])
        return cls(values, scale, raters, tuple(codes), tuple(clients[unit] for unit in codes) if clients else ())

    @property
    def has_sessions(self) -> bool:
        return any(session is not None for session, _ in self.units)

    @cached_property
    def n_ratings(self) -> IntArray:
        """Ratings of each unit, shape (n_units,)."""
        given: IntArray = np.count_nonzero(~np.isnan(self.values), axis=0)
        return given

    @cached_property
    def level_counts(self) -> FloatArray:
        """How many raters gave each unit each level, shape (n_units, n_levels)."""
        return np.stack([(self.values == code).sum(axis=0) for code in range(len(self.scale.levels))], axis=1) * 1.0

    def draw(self, *, bootstrap: int = DEFAULT_BOOTSTRAP, seed: int = 0) -> Resamples:
        """Resamples of whole clients where one comes back, else of whole sessions; of units where neither is known."""
        if self.has_sessions:
            sessions = [session for session, _ in self.units]
            clients = dict(zip(sessions, self.clients, strict=True)) if self.clients else None
            return Resamples.draw_sessions(sessions, clients=clients, bootstrap=bootstrap, seed=seed)
        if self.clients:
            return Resamples.draw(self.clients, resampled="client", bootstrap=bootstrap, seed=seed)
        return Resamples.draw_units(self.values, bootstrap=bootstrap, seed=seed)


def _at(row: Rating, problem: str) -> str:
    return f"{row.where}: {problem}" if row.where else problem
