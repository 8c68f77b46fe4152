"""A judge held against people who rated the same sessions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from metrics.arrays import FloatArray
from metrics.classification import majority_level
from metrics.intervals import DEFAULT_BOOTSTRAP, Resamples
from metrics.sense7.dialogue import Dialogue, counsellor_words
from metrics.sense7.judge import DIMENSIONS, TrainedJudge
from metrics.sense7.quality import judge_quality, people_quality, to_json, to_level
from metrics.sense7.range_check import range_check


@dataclass(frozen=True)
class SessionRating:
    """What one person says of one dimension of a session."""

    session: str
    rater: str
    dimension: str
    """One of SENSE-7, or a behaviour the judge was fitted on."""
    value: float
    """1 to 5."""


def judge_against(
    judge: TrainedJudge,
    dialogues: Mapping[str, Dialogue],
    ratings: Sequence[SessionRating],
    *,
    clients: Mapping[str, str] | None = None,
    bootstrap: int = DEFAULT_BOOTSTRAP,
    seed: int = 0,
) -> dict[str, Any]:
    """The judge's quality for each dimension that people rated, beside baselines and people among themselves.

    Sessions that no one rated on a dimension stay out of it. Intervals redraw sessions, or clients where one has
    several.

    Args:
        clients: whose each session is, where that is known.

    Raises:
        InputRefusedError: the sentence encoder is absent.
    """
    judgements = {session: judge.judge(dialogue) for session, dialogue in dialogues.items()}
    scores = {session: {**judged.scores, **judged.behaviours} for session, judged in judgements.items()}
    return {
        "judge": {name: judge.record[name] for name in ("name", "version", "encoder", "proxy")},
        "credit": judge.record["trained_on"]["credit"],
        "n_sessions": len(dialogues),
        "resampled": Resamples.draw_sessions(list(dialogues), clients=clients, bootstrap=0).resampled,
        "n_fitted_on": sum(map(judge.was_fitted_on, dialogues.values())),
        "n_without_score": sum(judged.why_nothing is not None for judged in judgements.values()),
        "range_check": range_check(list(judgements.values())),
        "scores": [
            {
                "session": session,
                **scores[session],
                "outside": list(judged.outside),
                "why_nothing": judged.why_nothing,
            }
            for session, judged in judgements.items()
        ],
        "dimensions": {
            dimension: {
                "why_not": judge.why_not(dimension) if dimension in DIMENSIONS else None,
                **_dimension(
                    {session: by_dimension[dimension] for session, by_dimension in scores.items()},
                    [rating for rating in ratings if rating.dimension == dimension],
                    lengths={session: counsellor_words(dialogue) for session, dialogue in dialogues.items()},
                    draw=partial(Resamples.draw_sessions, clients=clients, bootstrap=bootstrap, seed=seed),
                ),
            }
            for dimension in sorted({rating.dimension for rating in ratings})
        },
    }


def _dimension(
    scores: Mapping[str, float | None],
    ratings: Sequence[SessionRating],
    *,
    lengths: Mapping[str, int],
    draw: Callable[[Sequence[str]], Resamples],
) -> dict[str, Any]:
    """Judge, baselines and people on the sessions that someone rated; the judge and baselines where it has a score."""
    rated = sorted({rating.session for rating in ratings})
    by_rater = _by_rater(ratings, rated)
    people = people_quality(by_rater, draw(rated))
    result = {"n_rated": len(rated), "people": to_json(people), "judge": None, "baselines": None}
    judged = [(place, score) for place, session in enumerate(rated) if (score := scores[session]) is not None]
    if not judged:
        return result
    places = [place for place, _ in judged]
    sessions = [rated[place] for place in places]
    resamples = draw(sessions)
    means = np.nanmean(by_rater[:, places], axis=0)
    n_words = np.array([lengths[session] for session in sessions], dtype=np.float64)
    # The commonest level of these very ratings: a baseline that knows more than it could.
    majority = np.full(len(sessions), float(majority_level(to_level(means))))
    return result | {
        "judge": to_json(judge_quality(means, np.array([score for _, score in judged]), resamples)),
        "baselines": {
            "majority": to_json(judge_quality(means, majority, resamples)),
            "length_only": to_json({"spearman": judge_quality(means, n_words, resamples)["spearman"]}),
        },
    }


def _by_rater(ratings: Sequence[SessionRating], sessions: Sequence[str]) -> FloatArray:
    """Shape (n_raters, n_sessions), NaN where a rater skipped a session."""
    raters = sorted({rating.rater for rating in ratings})
    table = np.full((len(raters), len(sessions)), np.nan)
    for rating in ratings:
        table[raters.index(rating.rater), sessions.index(rating.session)] = rating.value
    return table
