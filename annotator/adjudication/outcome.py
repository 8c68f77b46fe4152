"""What a review says of the consensus: how often no expert's own labels differ from it, overall and on presence."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from annotator.adjudication.models import ReviewItem, ReviewSample, Verdict, VerdictLabel
from annotator.agreement.constructs import CONGRUENT, INCONGRUENCE, scale_of
from annotator.annotations.asked import is_seen
from annotator.codebooks.questionnaire import questionnaire_of
from annotator.corpus.standing import to_rate
from metrics.estimate import Estimate
from metrics.proportions import wilson_interval

if TYPE_CHECKING:
    from metrics.intervals import Resamples

PRESENCE, SUBTYPE = "presence", "subtype"
"""How a difference about incongruence is counted; other differences by their construct's key."""


@dataclass(frozen=True)
class ExpertPair:
    """How two experts' own labels of incongruence agree, beyond chance, on the turns both labelled."""

    experts: tuple[str, str]
    cohen_kappa: Estimate


@dataclass(frozen=True)
class Outcome:
    """Of the `n` turns that experts labelled, `agree` are those on which no expert's labels differ from the consensus.

    Turns that no expert could label are in no share: `n_reviewed` is `n + n_turn_boundary + n_cannot_judge`.
    `estimate` resamples sessions, or clients where one comes back; `wilson` takes the turns for independent, as a
    simple random sample may be read.
    """

    n: int
    agree: int
    n_reviewed: int
    n_turn_boundary: int
    """Turns that an expert found cut wrongly, and nobody labelled."""
    n_cannot_judge: int
    """Turns that nobody could judge."""
    n_corrected_after: int
    """Verdicts that were changed once the expert had seen the raters' answers; they count as changed."""
    n_not_blind: int
    """Verdicts of experts who could see the raters' answers when they gave them, those changed after among them."""
    estimate: Estimate
    wilson: tuple[float, float] | None
    presence_estimate: Estimate
    by_kind: dict[str, int]
    """Labels that differ, by what they differ about."""
    expert_pairs: list[ExpertPair]


def outcomes_of(samples: Sequence[ReviewSample]) -> dict[int, Outcome]:
    """The outcomes by sample of one study, as far as the reviews have come; none before the first verdict."""
    if not samples:
        return {}
    seen = is_seen(samples[0].study, turn="item__turn")
    verdicts = (
        Verdict.objects.filter(to_rate("item__turn"), seen, item__sample__in=samples, is_current=True)
        .select_related("item__turn__session")
        .prefetch_related("labels__construct", "labels__level")
        .order_by("item__position", "expert_name")
    )
    by_sample: dict[int, list[Verdict]] = {}
    for verdict in verdicts:
        by_sample.setdefault(verdict.item.sample_id, []).append(verdict)
    return {sample.pk: _outcome(sample, by_sample[sample.pk]) for sample in samples if sample.pk in by_sample}


def _outcome(sample: ReviewSample, verdicts: Sequence[Verdict]) -> Outcome:
    from metrics.intervals import Resamples  # With it, and with what the functions below load, comes NumPy.

    by_item: dict[int, list[Verdict]] = {}
    for verdict in verdicts:
        by_item.setdefault(verdict.item_id, []).append(verdict)
    agreed = [_all_agree([verdict.agrees for verdict in given]) for given in by_item.values()]
    presence = [_all_agree([_agrees_on_presence(verdict) for verdict in given]) for given in by_item.values()]
    judged = [each for each in agreed if each is not None]
    kinds = [{verdict.kind for verdict in given} for given in by_item.values()]
    n_boundary = sum(Verdict.Kind.LABELS not in each and Verdict.Kind.TURN_BOUNDARY in each for each in kinds)
    sessions = [given[0].item.turn.session for given in by_item.values()]
    clients = {session.pk: session.client_id for session in sessions}
    resamples = Resamples.draw_sessions([session.pk for session in sessions], clients=clients, seed=sample.seed)
    return Outcome(
        n=len(judged),
        agree=sum(judged),
        n_reviewed=len(by_item),
        n_turn_boundary=n_boundary,
        n_cannot_judge=len(by_item) - len(judged) - n_boundary,
        n_corrected_after=sum(verdict.number > 1 and not verdict.is_blind for verdict in verdicts),
        n_not_blind=sum(not verdict.is_blind for verdict in verdicts),
        estimate=_share(agreed, resamples),
        wilson=wilson_interval(sum(judged), len(judged)) if judged else None,
        presence_estimate=_share(presence, resamples),
        by_kind=dict(Counter(_about(label, verdict.item) for verdict in verdicts for label in _differing(verdict))),
        expert_pairs=_expert_pairs(sample, verdicts),
    )


def _all_agree(given: Sequence[bool | None]) -> bool | None:
    """Whether none disagrees; None where nobody could say."""
    said = [each for each in given if each is not None]
    return all(said) if said else None


def _differing(verdict: Verdict) -> list[VerdictLabel]:
    return [label for label in verdict.labels.all() if label.agrees is False]


def _about(label: VerdictLabel, item: ReviewItem) -> str:
    if label.construct.key != INCONGRUENCE:
        return label.construct.key
    return PRESENCE if CONGRUENT in (label.level.key, item.consensus.get(INCONGRUENCE)) else SUBTYPE


def _agrees_on_presence(verdict: Verdict) -> bool | None:
    if verdict.kind != Verdict.Kind.LABELS:
        return None
    return all(_about(label, verdict.item) != PRESENCE for label in _differing(verdict))


def _share(agreed: Sequence[bool | None], resamples: "Resamples") -> Estimate:
    from metrics.means import mean_estimate

    values = [None if each is None else float(each) for each in agreed]
    return mean_estimate(values, resamples, why_undefined="no turn was labelled")


def _expert_pairs(sample: ReviewSample, verdicts: Sequence[Verdict]) -> list[ExpertPair]:
    labelled = [(verdict, _incongruence(verdict)) for verdict in verdicts if verdict.kind == Verdict.Kind.LABELS]
    if not labelled:
        return []
    from metrics.agreement import agreement_estimates
    from metrics.ratings import Rating, Ratings

    question = questionnaire_of(sample.study.codebook_version_id).questions[INCONGRUENCE]
    ratings = Ratings.of(
        (
            Rating(
                unit=str(verdict.item_id),
                rater=verdict.expert_name,
                value=level,
                session=str(verdict.item.turn.session_id),
                client=str(verdict.item.turn.session.client_id),
            )
            for verdict, level in labelled
        ),
        scale_of(question),
    )
    pairs = {f"cohen_kappa:{one}|{other}": (one, other) for one, other in combinations(ratings.raters, 2)}
    estimates = agreement_estimates(ratings, names=pairs)
    return [ExpertPair(pair, estimates[name]) for name, pair in pairs.items()]


def _incongruence(verdict: Verdict) -> str:
    """The expert's own label; whoever accepted a consensus in former times, without one, made it theirs."""
    own: Mapping[str, str] = {label.construct.key: label.level.key for label in verdict.labels.all()}
    return own.get(INCONGRUENCE, str(verdict.item.consensus[INCONGRUENCE]))
