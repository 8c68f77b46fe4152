"""How far what is judged lies outside what the judge was fitted on: it stands beside every score."""

from collections import Counter
from collections.abc import Sequence
from statistics import fmean
from typing import Any

from metrics.sense7.dialogue import FEATURES
from metrics.sense7.judge import Judgement


def range_check(judgements: Sequence[Judgement]) -> dict[str, Any]:
    """Of dialogues that were judged, how many have features outside the fitted range, and which.

    `n_judged` and `n_outside` count dialogues, `mean_outside` features a dialogue (None where none was judged), and
    `features` tells for each feature in how many dialogues it lies outside.
    """
    judged = [one for one in judgements if one.why_nothing is None]
    counts = Counter(feature for one in judged for feature in one.outside)
    return {
        "n_judged": len(judged),
        "n_outside": sum(bool(one.outside) for one in judged),
        "n_features": len(FEATURES),
        "mean_outside": fmean(len(one.outside) for one in judged) if judged else None,
        "features": {feature: counts[feature] for feature in FEATURES},
    }
