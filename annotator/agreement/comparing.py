"""From votes to the figures of the agreement page. The measures make every number; here they are asked and named."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from math import isnan
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
    PairAgreement,
    Pairs,
    RaterVote,
)
from annotator.agreement.ratings import PassRatings
from annotator.agreement.reading import Read, bars_of, headline_of, reading_of
from annotator.agreement.votes import Begun
from annotator.wording import percent
from metrics.agreement import agreement_estimates, subtype_agreement
from metrics.disagreement import disagreement_by_unit
from metrics.estimate import Estimate
from metrics.intervals import DEFAULT_BOOTSTRAP
from metrics.ratings import Ratings

SEED = 0
WORST_TURNS = 20
PAIR_COEFFICIENTS = ("cohen_kappa", "weighted_kappa", "ccc")
NONE_FINISHED = "no rating is finished yet"
NO_RATING = Estimate(value=None, n_units=0, why_undefined=NONE_FINISHED, why_no_interval=NONE_FINISHED)


def overview(details: Sequence[Detail], found: PassRatings, *, begun: Begun, pass_kind: str, now: datetime) -> Overview:
    """The page of a pass: one line a construct, and a headline in words."""
    constructs = [detail.construct for detail in details]
    subtype = next((detail.subtype_agreement for detail in details if detail.subtype_agreement), None)
    return Overview(
        as_of=now,
        pass_kind=pass_kind,
        n_sessions=found.n_sessions,
        n_turns=found.n_turns,
        n_raters=len(found.raters),
        raters=found.raters,
        ratings_per_turn=found.ratings_per_turn,
        resampled=next((each.main.resampled for each in constructs if each.main.resampled), "session"),
        n_clusters=max((each.main.n_clusters or 0 for each in constructs), default=0),
        headline=headline_of(_headline_reads(constructs)),
        text=_about_subtype(subtype),
        seed=SEED,
        bootstrap=DEFAULT_BOOTSTRAP,
        begun=begun,
        constructs=constructs,
    )


def detail(
    ratings: Ratings | None, measured: Measured, *, begun: Begun, cannot_judge_share: float | None, now: datetime
) -> Detail:
    """One construct closely: every coefficient, its classes, its pairs of raters, the turns that disagree most."""
    estimates = _in_words(agreement_estimates(ratings, seed=SEED), measured) if ratings else {}
    return Detail(
        as_of=now,
        construct=_construct_agreement(measured, estimates),
        estimates=estimates,
        per_class=_per_class(estimates, measured),
        confusion=_confusion(ratings) if ratings else None,
        pairs=_pairs(ratings, estimates) if ratings else None,
        worst=_worst(ratings) if ratings else [],
        subtype_agreement=_subtype_agreement(ratings) if measured.key == INCONGRUENCE else None,
        cannot_judge_share=cannot_judge_share,
        begun=begun,
    )


def _in_words(estimates: Mapping[str, Estimate], measured: Measured) -> dict[str, Estimate]:
    """The estimates with their reasons as people say them: of turns, and with the levels' labels."""
    labels = dict(zip(measured.scale.levels, measured.level_labels, strict=False))

    def told(reason: str | None) -> str | None:
        if reason is None:
            return None
        of_turns = re.sub(r"\bunit(s?)\b", r"turn\1", reason)
        return re.sub(r"(?<=was given )\S+$", lambda level: f"“{labels.get(level[0], level[0])}”", of_turns)

    return {
        name: replace(each, why_undefined=told(each.why_undefined), why_no_interval=told(each.why_no_interval))
        for name, each in estimates.items()
    }


def _construct_agreement(measured: Measured, estimates: Mapping[str, Estimate]) -> ConstructAgreement:
    names = dict.fromkeys((*measured.coefficients, *measured.beside))
    shown = {name: estimates.get(name, NO_RATING) for name in names}
    defined = (name for name in measured.coefficients if shown[name].value is not None)
    coefficient = next(defined, measured.coefficients[0])
    main = shown.pop(coefficient)
    return ConstructAgreement(
        key=measured.key,
        label=measured.label,
        scale=measured.scale.kind,
        coefficient=coefficient,
        main=main,
        beside=shown,
        bars=bars_of(coefficient),
        reading=reading_of(coefficient, main),
    )


def _headline_reads(constructs: Sequence[ConstructAgreement]) -> list[Read]:
    """What the headline speaks of: presence and subtype where the pass asks them, every construct otherwise."""
    names = {PRESENCE: "presence", INCONGRUENCE: "the subtype"}
    chosen = [each for each in constructs if each.key in names] or constructs
    return [Read(names.get(each.key, each.label[0].lower() + each.label[1:]), each.reading) for each in chosen]


def _about_subtype(agreement: Estimate | None) -> str:
    if agreement is None or agreement.value is None:
        return ""
    share = percent(agreement.value)
    return f"Of the turns that two raters both call incongruent, {share} get the same type."


def _subtype_agreement(ratings: Ratings | None) -> Estimate:
    if ratings is None:
        return NO_RATING
    subtypes = [level for level in ratings.scale.levels if level != CONGRUENT]
    agreement = subtype_agreement(ratings, subtypes=subtypes, seed=SEED)
    reason = "no two raters of a turn both call it incongruent"
    return replace(agreement, why_undefined=reason) if agreement.value is None else agreement


def _per_class(estimates: Mapping[str, Estimate], measured: Measured) -> list[ClassAgreement]:
    if measured.scale.kind != "nominal" or not estimates:
        return []
    levels = measured.scale.levels
    specific = [f"specific_agreement:{level}" for level in levels]
    if len(levels) == 2:
        specific = ["negative_agreement", "positive_agreement"]
    return [
        ClassAgreement(level, label, estimates[name], estimates[f"prevalence:{level}"].value)
        for level, label, name in zip(levels, measured.level_labels, specific, strict=True)
    ]


def _confusion(ratings: Ratings) -> Confusion | None:
    if not ratings.scale.has_levels:
        return None
    counts = ratings.level_counts
    pairs = counts.T @ counts - np.diag(counts.sum(axis=0))  # No rating is a pair with itself.
    return Confusion(list(ratings.scale.levels), pairs.astype(int).tolist())


def _pairs(ratings: Ratings, estimates: Mapping[str, Estimate]) -> Pairs | None:
    """The agreement of every two raters: a kappa, weighted on ordinal scales, or the concordance of numbers."""
    names = [name for name in estimates if name.partition(":")[0] in PAIR_COEFFICIENTS]
    if not names:
        return None
    pairs = []
    for name in names:
        first, second = name.partition(":")[2].split("|")
        pairs.append(PairAgreement(first, second, estimates[name]))
    return Pairs(names[0].partition(":")[0], list(ratings.raters), pairs)


def _worst(ratings: Ratings) -> list[DisputedTurn]:
    """The turns whose raters are furthest apart, the furthest first; turns that all rated alike are left out."""
    place_of = {unit: place for place, (_, unit) in enumerate(ratings.units)}
    return [
        DisputedTurn(UUID(unit.unit), _votes(ratings, place_of[unit.unit]), unit.disagreement)
        for unit in disagreement_by_unit(ratings, most=WORST_TURNS)
        if unit.disagreement > 0
    ]


def _votes(ratings: Ratings, place: int) -> list[RaterVote]:
    column = ratings.values[:, place].tolist()
    given = ((rater, value) for rater, value in zip(ratings.raters, column, strict=True) if not isnan(value))
    levels = ratings.scale.levels
    return [RaterVote(rater, levels[int(value)] if levels else f"{value:g}") for rater, value in given]
