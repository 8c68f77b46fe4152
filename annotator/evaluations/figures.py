"""Where the figures that pages show stand in `evaluation.json`, which `training.evaluate` writes."""

from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]
"""A tree of estimates, as `Estimate.to_json` gives them; `why_undefined` stands where one is missing."""

HEADLINE = ("auroc", "macro_f1", "pct_composite")
NOT_SCORES = ("session", "turn", "hits", "why_null", "training_overlap")


@dataclass(frozen=True)
class Empathy:
    """One dimension of SENSE-7 as the trained judge scores it, with how well the judge does."""

    name: str
    available: bool
    why_not: str
    estimate: Json | None
    cross_validated_spearman: Json | None
    proxy_of: str | None
    """The rated behaviour that stands for the dimension."""


def detection(figures: Json) -> dict[str, Json]:
    """Detection of incongruence on the hold-out, by name: `auroc`, `f1`, `macro_f1` of its type, and the others."""
    found = figures["detection"]
    return {**found.get("types", {}).get("estimates", {}), **found.get("estimates", {})}


def majority_class(figures: Json) -> dict[str, Json]:
    """What answering with the commonest type of the training part would come to."""
    estimates: dict[str, Json] = figures["detection"].get("majority_class", {}).get("estimates", {})
    return estimates


def human_ceiling(figures: Json) -> dict[str, Json]:
    """The same names for one rater against the others on the same turns; empty where no turn has two raters."""
    humans: dict[str, Json] = figures["detection"].get("human_ceiling", {}).get("humans", {})
    return humans


def reply_means(figures: Json) -> dict[str, Json]:
    """Mean scores of the generated replies, by name."""
    means: dict[str, Json] = figures["replies"]["model"].get("means", {})
    return means


def reference_means(figures: Json) -> dict[str, Json]:
    """The same of the counsellors' own replies."""
    means: dict[str, Json] = figures["replies"]["reference"].get("means", {})
    return means


def mimicry_ceiling(figures: Json) -> dict[str, Json]:
    """What random replies of counsellors reach, by name."""
    ceiling: dict[str, Json] = figures["replies"]["model"].get("guards", {}).get("mimicry_ceiling", {})
    return ceiling


def reply_lines(figures: Json) -> list[Json]:
    """The scores of each generated reply."""
    lines: list[Json] = figures["replies"]["model"].get("replies", [])
    return lines


def without_lines(figures: Json) -> Json:
    """The figures without what is said of each reply: for pages, which show those elsewhere.

    What runs of before did not record is there, and empty.
    """
    replies = {source: _later(scored, _LATER_REPLIES) for source, scored in figures["replies"].items()}
    for scored in replies.values():
        scored.pop("replies", None)
    detection = _later(figures["detection"], _LATER_DETECTION)
    if "reliability" in detection:
        detection["reliability"] = reliability(figures)
    return {**figures, "holdout": holdout(figures), "detection": detection, "replies": replies}


def holdout(figures: Json) -> Json:
    """What was held out, counted; `clients` is None of runs before they were counted."""
    return {"clients": None, **figures["holdout"]}


def reliability(figures: Json) -> list[Json]:
    """The bins of the reliability curve. Those of runs before were of equal width: small ones join their neighbours."""
    bins: list[Json] = figures["detection"].get("reliability", [])
    if not bins or "share_low" in bins[0]:
        return bins
    from metrics.detection import FEWEST_A_BIN  # With it comes NumPy.

    joined: list[Json] = []
    for each in bins:
        is_small = bool(joined) and min(joined[-1]["n_units"], each["n_units"]) < FEWEST_A_BIN
        if is_small:
            joined[-1] = _joined(joined[-1], each)
        else:
            joined.append({**each, "share_low": None, "share_high": None, "why_no_interval": _NO_INTERVAL_YET})
    return joined


_NO_INTERVAL_YET = "this run was scored by a version of Attune that gave none"
_LATER_DETECTION: Json = {"why_no_threshold": None, "development": None}
_LATER_REPLIES: Json = {"n_other_language": None, "languages": {}}


def _joined(one: Json, other: Json) -> Json:
    """Two neighbouring bins as one."""
    n = one["n_units"] + other["n_units"]
    means = {
        name: (one[name] * one["n_units"] + other[name] * other["n_units"]) / n
        for name in ("mean_score", "share_positive")
    }
    return {**one, **means, "high": other["high"], "n_units": n}


def _later(part: Json, later: Json) -> Json:
    """A part with what came later; a part that is undefined stays so."""
    return dict(part) if "why_undefined" in part else {**later, **part}


def headline(figures: Json) -> dict[str, Json | None]:
    """The three figures that a list of runs shows."""
    known = {**detection(figures), **reply_means(figures)}
    return {name: known.get(name) for name in HEADLINE}


def empathy(figures: Json) -> list[Empathy]:
    """Every dimension of SENSE-7, those that the judge can't score with the reason."""
    from metrics.sense7.judge import DIMENSIONS, PROXIES  # With it comes NumPy.

    judged = figures["sense7"]
    scores = judged["scores"].get("model", judged["scores"])
    quality = judged["quality"]
    return [_dimension(name, scores, quality.get(PROXIES.get(name)), proxy_of=PROXIES.get(name)) for name in DIMENSIONS]


def range_check(figures: Json) -> Json | None:
    """How far the judged sessions lie outside what the judge was fitted on; None of runs before that was recorded."""
    found: Json | None = figures["sense7"].get("range_check", {}).get("model")
    return found


def _dimension(name: str, scores: Json, quality: Json | None, *, proxy_of: str | None) -> Empathy:
    estimate: Json | None = scores.get(name)
    is_available = estimate is not None and estimate["value"] is not None
    why_not = estimate["why_undefined"] if estimate else scores.get("why_undefined", "")
    return Empathy(
        name=name,
        available=is_available,
        why_not="" if is_available else why_not,
        estimate=estimate if is_available else None,
        cross_validated_spearman=quality["judge"]["spearman"] if quality else None,
        proxy_of=proxy_of,
    )
