"""Agreement between raters: every coefficient that fits a scale, by name, each with its interval."""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from itertools import combinations

import numpy as np

from metrics import alpha, icc, mixed, nominal
from metrics.arrays import FloatArray
from metrics.estimate import Estimate
from metrics.intervals import DEFAULT_BOOTSTRAP, Resamples
from metrics.pairs import cohen_kappa, conger_kappa
from metrics.ranks import kendall_w
from metrics.rating_scale import Scale
from metrics.ratings import Ratings
from metrics.scales import concordance

Measure = Callable[[Ratings, Resamples], Estimate]
TableCoefficient = Callable[[FloatArray, Resamples], FloatArray]
PairCoefficient = Callable[[FloatArray, FloatArray, Resamples], FloatArray]


def agreement_estimates(
    ratings: Ratings, *, names: Collection[str] | None = None, bootstrap: int = DEFAULT_BOOTSTRAP, seed: int = 0
) -> dict[str, Estimate]:
    """Estimate agreement: every coefficient of the scale, or only those named.

    Intervals resample whole clients where one comes back, else whole sessions, or units where neither is known; the six
    ICCs and Cronbach's alpha of a complete table have F-based intervals then.

    Raises:
        KeyError: a name is not among `measures_for(ratings)`.
    """
    resamples = ratings.draw(bootstrap=bootstrap, seed=seed)
    measures = measures_for(ratings)
    return {name: measures[name](ratings, resamples) for name in (measures if names is None else names)}


def measures_for(ratings: Ratings) -> Mapping[str, Measure]:
    """The measures that fit the scale, by the name they have everywhere.

    Names that end in raters or in a level are `cohen_kappa:A|B`, `weighted_kappa:A|B` (quadratic weights), `ccc:A|B`,
    `prevalence:LEVEL`, `specific_agreement:LEVEL`. Of two levels the last is the positive one.
    """
    match ratings.scale.kind:
        case "nominal":
            return _nominal_measures(ratings)
        case "ordinal":
            return _ordinal_measures(ratings) | _unit_by_rater_measures(ratings)
        case "interval":
            return _number_measures(ratings, alpha.alpha_of_intervals)
        case "ratio":
            return _number_measures(ratings, alpha.alpha_of_ratios)


def subtype_agreement(
    ratings: Ratings, *, subtypes: Collection[str], bootstrap: int = DEFAULT_BOOTSTRAP, seed: int = 0
) -> Estimate:
    """Agreement about the subtype, 0 to 1, among pairs of raters who both chose one of `subtypes`."""
    resamples = ratings.draw(bootstrap=bootstrap, seed=seed)
    codes = [ratings.scale.levels.index(level) for level in subtypes]
    chose = np.isin(ratings.values, codes)
    return resamples.estimate(
        nominal.subtype_agreement(ratings.level_counts, resamples, subtypes=codes),
        used=chose.sum(axis=0) >= 2,
        n_raters=int(chose.any(axis=1).sum()),
        why_undefined=f"no two raters of a unit both chose one of {', '.join(subtypes)}",
    )


def _nominal_measures(ratings: Ratings) -> dict[str, Measure]:
    levels = ratings.scale.levels
    coefficients: dict[str, TableCoefficient] = {
        "percent": nominal.percent,
        "alpha": partial(alpha.alpha_of_levels, ordinal=False),
        "ac1": nominal.gwet_ac,
        "fleiss_kappa": nominal.fleiss_kappa,
        "bennett_s": nominal.bennett_s,
    }
    measures = _count_measures(coefficients, levels)
    measures["conger_kappa"] = _conger_kappa
    measures["scott_pi"] = _scott_pi
    measures |= _pair_measures("cohen_kappa", ratings.raters, partial(cohen_kappa, closeness=np.eye(len(levels))))
    measures["light_kappa"] = _light_kappa
    specific = [f"specific_agreement:{level}" for level in levels]
    if len(levels) == 2:
        specific = ["negative_agreement", "positive_agreement"]
    return measures | {name: partial(_specific_agreement, code) for code, name in enumerate(specific)}


def _ordinal_measures(ratings: Ratings) -> dict[str, Measure]:
    closeness = nominal.quadratic_closeness(np.array(ratings.scale.positions))
    coefficients: dict[str, TableCoefficient] = {
        "percent": nominal.percent,
        "alpha": partial(alpha.alpha_of_levels, ordinal=True),
        "ac2": partial(nominal.gwet_ac, closeness=closeness),
    }
    measures = _count_measures(coefficients, ratings.scale.levels)
    return measures | _pair_measures("weighted_kappa", ratings.raters, partial(cohen_kappa, closeness=closeness))


def _number_measures(ratings: Ratings, coefficient: TableCoefficient) -> dict[str, Measure]:
    measures: dict[str, Measure] = {"alpha": partial(_from_values, coefficient)}
    return measures | _unit_by_rater_measures(ratings) | _pair_measures("ccc", ratings.raters, concordance)


def _unit_by_rater_measures(ratings: Ratings) -> dict[str, Measure]:
    """Those that set the variance of units against that of raters: by mean squares where every rater has every unit,
    else by a mixed model, which only the ICCs have."""
    is_complete = bool((ratings.n_ratings == len(ratings.raters)).all())
    form_of = _icc if is_complete else partial(_icc_of_a_part, _Ratios())
    measures: dict[str, Measure] = {f"icc_{form}": partial(form_of, form) for form in icc.FORMS}
    # Raters take the place of a questionnaire's items: then Cronbach's alpha and ICC(C,k) are the same number.
    return measures | {"cronbach_alpha": partial(_icc, "c_k"), "kendall_w": _kendall_w}


class _Ratios:
    """The fits of one table, which its six ICCs share."""

    def __init__(self) -> None:
        self._resamples: Resamples | None = None
        self._fits: dict[bool, mixed.Ratios] = {}

    def of(self, ratings: Ratings, resamples: Resamples, *, has_raters: bool) -> mixed.Ratios:
        if self._resamples is not resamples:
            self._resamples, self._fits = resamples, {}
        if has_raters not in self._fits:
            self._fits[has_raters] = mixed.variance_ratios(_numbers(ratings), resamples, has_raters=has_raters)
        return self._fits[has_raters]


def _count_measures(coefficients: Mapping[str, TableCoefficient], levels: tuple[str, ...]) -> dict[str, Measure]:
    measures: dict[str, Measure] = {name: partial(_from_counts, of) for name, of in coefficients.items()}
    return measures | {f"prevalence:{level}": partial(_prevalence, code) for code, level in enumerate(levels)}


def _pair_measures(name: str, raters: tuple[str, ...], coefficient: PairCoefficient) -> dict[str, Measure]:
    return {
        f"{name}:{raters[a]}|{raters[b]}": partial(_from_pair, coefficient, (a, b))
        for a, b in combinations(range(len(raters)), 2)
    }


def _from_counts(coefficient: TableCoefficient, ratings: Ratings, resamples: Resamples) -> Estimate:
    return _estimate(coefficient(ratings.level_counts, resamples), ratings, resamples)


def _from_values(coefficient: TableCoefficient, ratings: Ratings, resamples: Resamples) -> Estimate:
    return _estimate(coefficient(ratings.values, resamples), ratings, resamples)


def _from_pair(coefficient: PairCoefficient, pair: tuple[int, int], ratings: Ratings, resamples: Resamples) -> Estimate:
    first, second = ratings.values[list(pair)]
    both_rated = ~np.isnan(first + second)
    if not both_rated.any():  # The rule, not the exception, where a crowd rates: hundreds of raters, few in common.
        return resamples.undefined("no unit was rated by both", used=both_rated, n_raters=2)
    first, second = first[both_rated], second[both_rated]
    draws = resamples.of_units(np.flatnonzero(both_rated))
    return draws.estimate(
        coefficient(first, second, draws),
        used=np.ones(len(first), dtype=bool),
        n_raters=2,
        why_undefined=_why_undefined(np.stack([first, second]), ratings.scale),
    )


def _estimate(values: FloatArray, ratings: Ratings, resamples: Resamples) -> Estimate:
    """Of a coefficient that rests on the units with two or more ratings."""
    used = ratings.n_ratings >= 2
    paired = ratings.values[:, used]
    n_raters = int((~np.isnan(paired)).any(axis=1).sum())
    return resamples.estimate(values, used=used, n_raters=n_raters, why_undefined=_why_undefined(paired, ratings.scale))


def _why_undefined(paired: FloatArray, scale: Scale) -> str:
    """The reason for which a coefficient of these values, shape (n_raters, n_units), would be undefined."""
    if paired.shape[1] == 0:
        return "no unit has two ratings"
    if scale.has_levels and len(scale.levels) == 1:
        return "the scale has one level only"
    if np.nanmin(paired) == np.nanmax(paired):
        return "only one label was used; observed agreement 100 %" if scale.has_levels else "all ratings are equal"
    return "the raters do not tell the units apart"


def _prevalence(code: int, ratings: Ratings, resamples: Resamples) -> Estimate:
    return resamples.estimate(
        nominal.level_shares(ratings.level_counts, resamples)[:, code],
        used=ratings.n_ratings > 0,
        n_raters=len(ratings.raters),
        why_undefined="there is no rating",
    )


def _specific_agreement(code: int, ratings: Ratings, resamples: Resamples) -> Estimate:
    used = ratings.n_ratings >= 2
    return resamples.estimate(
        nominal.specific_agreement(ratings.level_counts, resamples, level=code),
        used=used,
        n_raters=int((~np.isnan(ratings.values[:, used])).any(axis=1).sum()),
        why_undefined=f"no unit with two ratings was given {ratings.scale.levels[code]}",
    )


def _conger_kappa(ratings: Ratings, resamples: Resamples) -> Estimate:
    return _estimate(conger_kappa(ratings.values, ratings.level_counts, resamples), ratings, resamples)


def _scott_pi(ratings: Ratings, resamples: Resamples) -> Estimate:
    if len(ratings.raters) > 2:
        return _undefined(
            ratings, resamples, f"it is for two raters, not {len(ratings.raters)}; Fleiss’ kappa is for more"
        )
    return _estimate(nominal.scott_pi(ratings.level_counts, resamples), ratings, resamples)


def _light_kappa(ratings: Ratings, resamples: Resamples) -> Estimate:
    """The mean of the Cohen kappas of all pairs."""
    closeness = np.eye(len(ratings.scale.levels))
    pairs = list(combinations(ratings.values, 2))

    def kappas(draws: Resamples) -> FloatArray:
        return np.array([cohen_kappa(first, second, draws, closeness=closeness) for first, second in pairs])

    if not pairs:
        return _undefined(ratings, resamples, "there is one rater only")
    n_undefined = int(np.isnan(kappas(ratings.draw(bootstrap=0))).sum())
    if n_undefined:
        return _undefined(ratings, resamples, f"Cohen's kappa is undefined for {n_undefined} of {len(pairs)} pairs")
    return _estimate(kappas(resamples).mean(axis=0), ratings, resamples)


def _icc_of_a_part(ratios: _Ratios, form: icc.Form, ratings: Ratings, resamples: Resamples) -> Estimate:
    """From a mixed model of all ratings; a unit with one of them says how far units are apart."""
    used = ratings.n_ratings > 0
    n_raters = len(ratings.raters)
    reason = _why_too_few(ratings)
    if n_raters > mixed.MOST_RATERS:
        reason = f"it has a mixed model for {mixed.MOST_RATERS} raters at most, and here are {n_raters}"
    if reason:
        return _undefined(ratings, resamples, reason)
    fit = ratios.of(ratings, resamples, has_raters=not form.startswith("1"))
    reason = _why_undefined(ratings.values[:, ratings.n_ratings >= 2], ratings.scale)
    return resamples.estimate(mixed.icc_of(fit, form), used=used, n_raters=n_raters, why_undefined=reason)


def _icc(form: icc.Form, ratings: Ratings, resamples: Resamples) -> Estimate:
    reason = _why_incomplete(ratings)
    if reason:
        return _undefined(ratings, resamples, reason)
    squares = icc.MeanSquares.of(_numbers(ratings), resamples)
    estimate = _estimate(icc.icc(squares, form), ratings, resamples)
    if ratings.has_sessions or estimate.value is None:
        return estimate
    interval = icc.f_interval(squares, form)
    low, high = interval or (None, None)
    return Estimate(
        value=estimate.value,
        low=low,
        high=high,
        n_units=estimate.n_units,
        n_raters=estimate.n_raters,
        why_no_interval=None if interval else "the mean squares leave the F-based interval undefined",
    )


def _kendall_w(ratings: Ratings, resamples: Resamples) -> Estimate:
    reason = _why_incomplete(ratings)
    if reason:
        return _undefined(ratings, resamples, reason)
    return _estimate(kendall_w(_numbers(ratings), resamples), ratings, resamples)


def _numbers(ratings: Ratings) -> FloatArray:
    """The values, levels by their positions on the scale."""
    if not ratings.scale.has_levels:
        return ratings.values
    gaps = np.isnan(ratings.values)
    return np.where(gaps, np.nan, np.array(ratings.scale.positions)[np.where(gaps, 0, ratings.values).astype(int)])


def _why_incomplete(ratings: Ratings) -> str | None:
    n_raters, n_units = ratings.values.shape
    n_gaps = int((ratings.n_ratings < n_raters).sum())
    if reason := _why_too_few(ratings):
        return reason
    return f"it needs every rater on every unit; {n_gaps} of {n_units} units lack a rating" if n_gaps else None


def _why_too_few(ratings: Ratings) -> str | None:
    n_raters, n_units = ratings.values.shape
    if n_raters < 2:
        return "there is one rater only"
    return "there is one unit only" if n_units < 2 else None


def _undefined(ratings: Ratings, resamples: Resamples, reason: str) -> Estimate:
    return resamples.undefined(reason, used=ratings.n_ratings >= 2, n_raters=len(ratings.raters))
