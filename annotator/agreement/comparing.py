"""From votes to the figures of the agreement page. The measures make every number; here they are asked and named."""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime
from itertools import combinations
from uuid import UUID

import numpy as np

from annotator.agreement.constructs import CONGRUENT, INCONGRUENCE, PRESENCE, Measured
from annotator.agreement.figures import (
    ClassAgreement,
    Confusion,
    ConstructAgreement,
    Detail,
    DisputedTurn,
    Overview,
    Pairs,
    RaterVote,
)
from annotator.agreement.reading import Read, bars_of, headline_of, reading_of
from annotator.agreement.votes import Begun, Vote, as_ratings
from annotator.corpus.models import Turn
from metrics.agreement import agreement_estimates, measures_for, subtype_agreement
from metrics.disagreement import disagreement_by_unit
from metrics.estimate import Estimate
from metrics.intervals import DEFAULT_BOOTSTRAP
from metrics.ratings import Ratings

SEED = 0
WORST_TURNS = 20
NONE_FINISHED = "no rating is finished yet"
NO_RATING = Estimate(value=None, n_units=0, why_undefined=NONE_FINISHED, why_no_interval=NONE_FINISHED)


def overview(
    votes: Sequence[Vote], measured: Sequence[Measured], *, begun: Begun, pass_kind: str, now: datetime
) -> Overview:
    """The page of a pass: one line a construct, and a headline in words."""
    ratings = {each.key: _ratings(votes, each) for each in measured}
    constructs = [_construct_agreement(each, ratings[each.key]) for each in measured]
    raters = sorted({vote.rater for vote in votes})
    return Overview(
        as_of=now,
        pass_kind=pass_kind,
        n_sessions=len({vote.session for vote in votes}),
        n_turns=len({vote.turn for vote in votes}),
        n_raters=len(raters),
        raters=raters,
        headline=headline_of(_headline_reads(constructs)),
        text=_about_subtype(ratings.get(INCONGRUENCE)),
        seed=SEED,
        bootstrap=DEFAULT_BOOTSTRAP,
        begun=begun,
        constructs=constructs,
    )


def detail(votes: Sequence[Vote], measured: Measured, *, begun: Begun, cannot_judge_share: float | None) -> Detail:
    """One construct closely: every coefficient, its classes, its pairs of raters, the turns that disagree most."""
    ratings = _ratings(votes, measured)
    return Detail(
        construct=_construct_agreement(measured, ratings),
        estimates=_estimates(ratings, measures_for(ratings)) if ratings else {},
        per_class=_per_class(ratings, measured) if ratings else [],
        confusion=_confusion(ratings) if ratings else None,
        pairs=_pairs(ratings) if ratings else None,
        worst=_worst(votes, ratings) if ratings else [],
        subtype_agreement=_subtype_agreement(ratings) if measured.key == INCONGRUENCE else None,
        cannot_judge_share=cannot_judge_share,
        begun=begun,
    )


def _ratings(votes: Sequence[Vote], measured: Measured) -> Ratings | None:
    own = [vote for vote in votes if vote.construct == measured.key]
    return Ratings.of(as_ratings(own), measured.scale) if own else None


def _estimates(ratings: Ratings, names: Collection[str]) -> dict[str, Estimate]:
    return agreement_estimates(ratings, names=names, seed=SEED)


def _construct_agreement(measured: Measured, ratings: Ratings | None) -> ConstructAgreement:
    names = dict.fromkeys((*measured.coefficients, *measured.beside))
    estimates = _estimates(ratings, names) if ratings else dict.fromkeys(names, NO_RATING)
    defined = (name for name in measured.coefficients if estimates[name].value is not None)
    coefficient = next(defined, measured.coefficients[0])
    main = estimates.pop(coefficient)
    return ConstructAgreement(
        key=measured.key,
        label=measured.label,
        scale=measured.scale.kind,
        coefficient=coefficient,
        main=main,
        beside=estimates,
        bars=bars_of(coefficient),
        reading=reading_of(coefficient, main),
    )


def _headline_reads(constructs: Sequence[ConstructAgreement]) -> list[Read]:
    """What the headline speaks of: presence and subtype where the pass asks them, every construct otherwise."""
    names = {PRESENCE: "presence", INCONGRUENCE: "the subtype"}
    chosen = [each for each in constructs if each.key in names] or constructs
    return [Read(names.get(each.key, each.label[0].lower() + each.label[1:]), each.reading) for each in chosen]


def _about_subtype(ratings: Ratings | None) -> str:
    share = _subtype_agreement(ratings).value
    if share is None:
        return ""
    return f"Of the turns that two raters both call incongruent, {share:.0%} get the same type.".replace("%", " %")


def _subtype_agreement(ratings: Ratings | None) -> Estimate:
    if ratings is None:
        return NO_RATING
    subtypes = [level for level in ratings.scale.levels if level != CONGRUENT]
    return subtype_agreement(ratings, subtypes=subtypes, seed=SEED)


def _per_class(ratings: Ratings, measured: Measured) -> list[ClassAgreement]:
    if ratings.scale.kind != "nominal":
        return []
    levels = ratings.scale.levels
    specific = [f"specific_agreement:{level}" for level in levels]
    if measured.key == PRESENCE:
        specific = ["negative_agreement", "positive_agreement"]
    shares = [f"prevalence:{level}" for level in levels]
    estimates = _estimates(ratings, [*specific, *shares])
    return [
        ClassAgreement(level, label, estimates[name], estimates[share].value)
        for level, label, name, share in zip(levels, measured.level_labels, specific, shares, strict=True)
    ]


def _confusion(ratings: Ratings) -> Confusion | None:
    if not ratings.scale.has_levels:
        return None
    pairs: Counter[tuple[int, int]] = Counter()
    for unit in ratings.values.T:
        given = unit[~np.isnan(unit)].astype(int).tolist()
        for one, other in combinations(given, 2):
            pairs.update([(one, other), (other, one)])
    n_levels = len(ratings.scale.levels)
    counts = [[pairs[row, column] for column in range(n_levels)] for row in range(n_levels)]
    return Confusion(list(ratings.scale.levels), counts)


def _pairs(ratings: Ratings) -> Pairs | None:
    """The kappa of every two raters, weighted on ordinal scales; None where the scale has no such coefficient."""
    names = [name for name in measures_for(ratings) if name.startswith(("cohen_kappa:", "weighted_kappa:"))]
    if not names:
        return None
    estimates = agreement_estimates(ratings, names=names, bootstrap=0)
    kappas = {frozenset(name.partition(":")[2].split("|")): estimate.value for name, estimate in estimates.items()}
    raters = list(ratings.raters)
    matrix = [[kappas.get(frozenset((row, column))) for column in raters] for row in raters]
    return Pairs(names[0].partition(":")[0], raters, matrix)


def _worst(votes: Sequence[Vote], ratings: Ratings) -> list[DisputedTurn]:
    """The turns whose raters are furthest apart, the furthest first; turns that all rated alike are left out."""
    furthest = [unit for unit in disagreement_by_unit(ratings)[:WORST_TURNS] if unit.disagreement > 0]
    turns = Turn.objects.select_related("session").in_bulk([UUID(unit.unit) for unit in furthest])
    given: dict[str, list[RaterVote]] = {}
    for vote in votes:
        given.setdefault(str(vote.turn), []).append(RaterVote(vote.rater, vote.value))
    return [_disputed(turns[UUID(unit.unit)], given[unit.unit], unit.disagreement) for unit in furthest]


def _disputed(turn: Turn, votes: list[RaterVote], disagreement: float) -> DisputedTurn:
    return DisputedTurn(
        turn=turn.pk,
        session_id=turn.session_id,
        session_key=turn.session.key,
        position=turn.position,
        start_ms=turn.start_ms,
        end_ms=turn.end_ms,
        text=turn.text,
        votes=votes,
        disagreement=disagreement,
    )
