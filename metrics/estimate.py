"""One figure with everything needed to read it honestly."""

from dataclasses import asdict, dataclass

FEWEST_CLUSTERS = 5  # With fewer, resamples repeat a handful of combinations: an interval would be false precision.


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """A value, its 95 % interval, and what both rest on. Undefined is `value` None with a reason, never NaN."""

    value: float | None
    low: float | None = None
    high: float | None = None
    n_units: int
    """Units that entered the value; for a coefficient of agreement, those with two or more ratings."""
    n_raters: int | None = None
    """People behind the value; None where no rater is involved."""
    resampled: str | None = None
    """What was drawn as a whole for the interval: "session", "client" or "unit"; None for an F-based interval."""
    n_clusters: int | None = None
    bootstrap: int | None = None
    """Number of resamples asked for."""
    undefined_resamples: int = 0
    """Resamples in which the coefficient had no value; the interval is that of the others."""
    seed: int | None = None
    why_undefined: str | None = None
    why_no_interval: str | None = None

    def to_json(self) -> dict[str, float | int | str | None]:
        """The fields by their names, as the command line and the API give them."""
        return asdict(self)
