"""Rating tables for the tests of the measures."""

from collections.abc import Callable, Iterable, Mapping, Sequence

import pytest

from metrics.rating_scale import Scale
from metrics.ratings import Rating, Ratings

RatingsOf = Callable[..., Ratings]


@pytest.fixture(scope="session")
def ratings_of() -> RatingsOf:
    """A function from one row of values a rater, None for a skipped unit, to ratings."""

    def arrange(
        by_rater: Mapping[str, Iterable[object]], scale: Scale, *, sessions: Sequence[str] | None = None
    ) -> Ratings:
        rows = [
            Rating(str(unit), rater, "" if value is None else str(value), sessions[unit] if sessions else None)
            for rater, values in by_rater.items()
            for unit, value in enumerate(values)
        ]
        return Ratings.of(rows, scale)

    return arrange
