"""Where the figures that pages show stand in `evaluation.json`, which `training.evaluate` writes."""

from typing import Any

Json = dict[str, Any]
"""An estimate or a tree of them, as `metrics.estimate.Estimate.to_json` gives them."""

HEADLINE = ("auroc", "macro_f1", "pct_composite")


def detection(figures: Json) -> dict[str, Json]:
    """Detection of incongruence on the hold-out, by name: `auroc`, `f1`, ... and `macro_f1` of its type."""
    return {**figures["detection"], "macro_f1": figures["type"]["macro_f1"]}


def human_ceiling(figures: Json) -> dict[str, Json] | None:
    """The same names for one rater against the others on the same turns; None without two raters a turn."""
    ceiling: Json | None = figures["human_ceiling"]
    return ceiling["humans"] if ceiling else None


def reply_means(figures: Json) -> dict[str, Json]:
    """Mean scores of the generated replies, by name."""
    means: dict[str, Json] = figures["replies"]["generated"]["means"]
    return means


def headline(figures: Json) -> dict[str, Json | None]:
    """The three figures that a list of runs shows."""
    known = {**detection(figures), **reply_means(figures)}
    return {name: known.get(name) for name in HEADLINE}
