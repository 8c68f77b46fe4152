"""How far the scores can be trusted: real replies against altered ones, and random real ones as a ceiling.

A metric that a heap of markers, a shuffled reply or a reply to someone else can win says little about empathy.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from metrics.estimate import Estimate
from metrics.intervals import Resamples
from metrics.means import mean_estimate
from metrics.replies.alterations import ALTERATIONS, Alteration, altered
from metrics.replies.exchange import Context, Reply
from metrics.replies.norms import Norms
from metrics.replies.scorer import SCORES, Scored, score_reply

Row = Mapping[str, float | None]


@dataclass(frozen=True)
class Guards:
    """Everything that stands beside the scores."""

    real_beats: Mapping[Alteration, Mapping[str, Estimate]]
    """Share of pairs in which the real reply scores above the altered one; a tie is no win."""
    mimicry_ceiling: Mapping[str, Estimate]
    """Mean scores of random real replies of other sessions: what a system gets for any counsellor's words."""
    training_overlap: Estimate
    """Mean share of a reply's four-word sequences that training replies hold."""
    appraisals: Estimate
    """Rank correlation of the scores with people's appraisals."""


def compare(
    lines: Sequence[Reply],
    contexts: Sequence[Context],
    *,
    pool: Sequence[Reply],
    norms: Norms | None,
    resamples: Resamples,
    rng: np.random.Generator,
) -> tuple[dict[Alteration, dict[str, Estimate]], dict[str, Estimate]]:
    """Hold the real reply of each line against its alterations: `real_beats` and `mimicry_ceiling` of `Guards`.

    Args:
        lines, contexts: the replies and the client's words they answer; one unit of `resamples` each.
        pool: lines whose real replies may stand in for those of another session.
    """

    def rows(texts: Sequence[str]) -> list[Scored | None]:
        return [score_reply(text, context, norms) for text, context in zip(texts, contexts, strict=True)]

    real = rows([line.real for line in lines])
    others = {alteration: rows(texts) for alteration, texts in altered(lines, pool, rng).items()}
    return (
        {
            alteration: {
                name: mean_estimate(
                    [_beats(mine, other, name) for mine, other in zip(real, others[alteration], strict=True)],
                    resamples,
                    why_undefined=f"no pair of a real reply and {ALTERATIONS[alteration]} has this score",
                )
                for name in SCORES
            }
            for alteration in ALTERATIONS
        },
        means(others["other_session"], resamples, why_undefined="no real reply of another session has this score"),
    )


def means(scored: Sequence[Scored | None], resamples: Resamples, *, why_undefined: str) -> dict[str, Estimate]:
    """The mean of each score over the replies that have it."""
    return {
        name: mean_estimate(
            [reply.scores[name] if reply else None for reply in scored], resamples, why_undefined=why_undefined
        )
        for name in SCORES
    }


def _beats(real: Scored | None, other: Scored | None, name: str) -> float | None:
    mine, others = (scored.scores[name] if scored else None for scored in (real, other))
    return None if mine is None or others is None else float(mine > others)
