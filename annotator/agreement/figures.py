"""The figures of the agreement page, as they leave for the page, the CSV and the report."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from annotator.agreement.reading import Reading
from annotator.agreement.votes import Begun
from metrics.estimate import Estimate


@dataclass(frozen=True)
class ConstructAgreement:
    """One line of the agreement page."""

    key: str
    label: str
    scale: str
    coefficient: str
    main: Estimate
    beside: dict[str, Estimate]
    bars: tuple[float, ...]
    reading: Reading


@dataclass(frozen=True)
class Overview:
    """The agreement page of one pass."""

    as_of: datetime
    pass_kind: str
    n_sessions: int
    n_turns: int
    n_raters: int
    raters: list[str]
    ratings_per_turn: float | None
    """Their harmonic mean over the turns that somebody rated: the k of an ICC(A,k). None where nobody has."""
    resampled: str
    """What the intervals draw as a whole: `session`, or `client` where one comes back."""
    n_clusters: int
    headline: str
    text: str
    seed: int
    bootstrap: int
    begun: Begun
    constructs: list[ConstructAgreement]


@dataclass(frozen=True)
class ClassAgreement:
    level: str
    label: str
    specific_agreement: Estimate
    share: float | None


@dataclass(frozen=True)
class Confusion:
    """How often two raters of one turn gave these two levels; each pair of raters counts both ways."""

    levels: list[str]
    counts: list[list[int]]


@dataclass(frozen=True)
class PairAgreement:
    """Of two raters over the turns that both rated."""

    first: str
    second: str
    estimate: Estimate


@dataclass(frozen=True)
class Pairs:
    coefficient: str
    raters: list[str]
    pairs: list[PairAgreement]
    """Each pair once."""


@dataclass(frozen=True)
class RaterVote:
    rater: str
    value: str


@dataclass(frozen=True)
class DisputedTurn:
    """One turn with its votes; `disagreement` as `metrics.disagreement` has it, 0 where all agree.

    Its words are no part of figures that are kept: they are looked up for whoever may read them.
    """

    turn: UUID
    votes: list[RaterVote]
    disagreement: float


@dataclass(frozen=True)
class Detail:
    """Everything about the agreement on one construct."""

    as_of: datetime
    construct: ConstructAgreement
    estimates: dict[str, Estimate]
    per_class: list[ClassAgreement]
    confusion: Confusion | None
    pairs: Pairs | None
    worst: list[DisputedTurn]
    subtype_agreement: Estimate | None
    cannot_judge_share: float | None
    begun: Begun
