"""What a review says of the consensus: how often no expert disagreed, overall and about presence."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from annotator.adjudication.models import ReviewSample, Verdict
from annotator.corpus.standing import to_rate
from metrics.agreement import agreement_estimates
from metrics.estimate import Estimate
from metrics.intervals import Resamples
from metrics.means import mean_estimate
from metrics.proportions import wilson_interval
from metrics.ratings import Rating, Ratings, Scale

_AGREEMENT = Scale("nominal", ("disagrees", "agrees"))


@dataclass(frozen=True)
class ExpertPair:
    """How two experts' verdicts agree, beyond chance, on the items both reviewed."""

    experts: tuple[str, str]
    cohen_kappa: Estimate


@dataclass(frozen=True)
class Outcome:
    """Of the `n` reviewed turns, `agree` are those with whose consensus no expert disagreed.

    `estimate` resamples sessions; `wilson` takes the turns for independent, as a simple random sample may be read.
    """

    n: int
    agree: int
    estimate: Estimate
    wilson: tuple[float, float] | None
    presence_estimate: Estimate
    by_kind: dict[str, int]
    """Verdicts by kind of disagreement."""
    expert_pairs: list[ExpertPair]


def outcome_of(sample: ReviewSample) -> Outcome | None:
    """The outcome as far as the review has come; None before the first verdict."""
    verdicts = list(
        Verdict.objects.filter(to_rate("item__turn"), item__sample=sample)
        .select_related("item__turn")
        .order_by("item__position", "expert_name")
    )
    if not verdicts:
        return None
    by_item: dict[int, list[Verdict]] = {}
    for verdict in verdicts:
        by_item.setdefault(verdict.item_id, []).append(verdict)
    agreed = [all(verdict.agrees for verdict in each) for each in by_item.values()]
    presence = [all(verdict.kind != Verdict.Kind.PRESENCE for verdict in each) for each in by_item.values()]
    sessions = [each[0].item.turn.session_id for each in by_item.values()]
    resamples = Resamples.draw(sessions, seed=sample.seed)
    return Outcome(
        n=len(agreed),
        agree=sum(agreed),
        estimate=_share(agreed, resamples),
        wilson=wilson_interval(sum(agreed), len(agreed)),
        presence_estimate=_share(presence, resamples),
        by_kind=dict(Counter(verdict.kind for verdict in verdicts if not verdict.agrees)),
        expert_pairs=_expert_pairs(verdicts),
    )


def _share(successes: Sequence[bool], resamples: Resamples) -> Estimate:
    return mean_estimate([float(each) for each in successes], resamples, why_undefined="nothing was reviewed")


def _expert_pairs(verdicts: Sequence[Verdict]) -> list[ExpertPair]:
    ratings = Ratings.of(
        (
            Rating(
                unit=str(verdict.item_id),
                rater=verdict.expert_name,
                value="agrees" if verdict.agrees else "disagrees",
                session=str(verdict.item.turn.session_id),
            )
            for verdict in verdicts
        ),
        _AGREEMENT,
    )
    pairs = {f"cohen_kappa:{one}|{other}": (one, other) for one, other in combinations(ratings.raters, 2)}
    estimates = agreement_estimates(ratings, names=pairs)
    return [ExpertPair(pair, estimates[name]) for name, pair in pairs.items()]
