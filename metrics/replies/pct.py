"""The four PCT metrics: formulas from counted markers, uptake and length to scores from 0 to 1.

Source: the names, the surviving markers and the two Rogers conditions are those of E-THER (arXiv 2509.02100), whose
formulas are lost; the formulas here are ours.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp

Counts = Mapping[str, float]
"""Hits of each marker list; fractions are allowed, since guarded hits may be docked."""

METRICS = ("empathic_authenticity", "responsive_engagement", "therapeutic_concision", "pct_adherence")


@dataclass(frozen=True)
class Evidence:
    """What the formulas know of one reply."""

    hits: Counts
    uptake: float | None
    """Share of the client's content words that the reply takes up; None when the client said none."""
    length_fit: float | None
    """1 inside the usual lengths of counsellors' replies, towards 0 outside; None without training sessions."""
    shares_emotion: bool
    """Client and reply name a feeling of one family."""
    congruence: bool = True
    """False leaves the congruence term out, for marker lists that say nothing of it."""


def pct_scores(evidence: Evidence) -> dict[str, float | None]:
    """The four metrics of one reply; None for one that lacks a term it cannot do without."""
    return {
        "empathic_authenticity": _balance(evidence.hits["natural"], evidence.hits["artificial"]),
        "responsive_engagement": _responsive_engagement(evidence),
        "therapeutic_concision": _therapeutic_concision(evidence),
        "pct_adherence": _pct_adherence(evidence),
    }


def _responsive_engagement(evidence: Evidence) -> float:
    context = _saturated(evidence.hits["context"])
    return context if evidence.uptake is None else 0.5 * context + 0.5 * evidence.uptake


def _therapeutic_concision(evidence: Evidence) -> float | None:
    if evidence.length_fit is None:
        return None
    return 0.5 * _saturated(evidence.hits["focus"]) + 0.5 * evidence.length_fit


def _pct_adherence(evidence: Evidence) -> float:
    understanding = evidence.hits["understanding"] + (1 if evidence.shares_emotion else 0)
    conditions = [
        0.5 * _saturated(understanding) + 0.5 * _saturated(evidence.hits["curiosity"]),
        _balance(evidence.hits["acceptance"], evidence.hits["judgement"]),
    ]
    if evidence.congruence:
        conditions.append(_balance(evidence.hits["honesty"], evidence.hits["facade"]))
    return sum(conditions) / len(conditions)


def _saturated(hits: float) -> float:
    """From 0 for no hit towards 1: the tenth marker says little that the second did not."""
    return 1 - exp(-hits)


def _balance(credit: float, penalty: float) -> float:
    """0.5 where neither is found, 1 for much credit alone, 0 for much penalty alone."""
    return min(1.0, max(0.0, 0.5 + 0.5 * (_saturated(credit) - _saturated(penalty))))
