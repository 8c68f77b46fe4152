"""Scores of a whole file of replies, with the guards that say how far to trust them."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from metrics.estimate import Estimate
from metrics.intervals import DEFAULT_BOOTSTRAP, Resamples
from metrics.means import mean_estimate
from metrics.refusal import InputRefusedError
from metrics.replies.alterations import ALTERATIONS
from metrics.replies.exchange import Reply, contexts_of
from metrics.replies.guards import Guards, compare, means
from metrics.replies.markers import marker_lists
from metrics.replies.norms import Norms
from metrics.replies.overlap import training_overlap, word_sequences
from metrics.replies.scorer import SCORES, Scored, score_reply
from metrics.replies.uptake import uptake_method

NO_TRAINING = "needs training sessions, on which alone the usual is fitted, and none were given"


@dataclass(frozen=True)
class ReplyScores:
    """What `python -m metrics replies` prints; the same fields, in JSON's names, come from `to_json`."""

    lines: Sequence[Reply]
    scored: Sequence[Scored | None]
    """One a line; None for a reply without a word."""
    overlaps: Sequence[float | None]
    """Share of each reply's four-word sequences that training replies hold."""
    means: Mapping[str, Estimate]
    guards: Guards
    method: Mapping[str, Any]
    """What the scores can be told again from: lists, comparison of words, usual values, seed."""

    def to_json(self) -> dict[str, Any]:
        """Nulls mark what has no value; `hits` carry the place of each marker in the reply."""
        return {
            "replies": [
                {
                    "session": line.session,
                    "turn": line.turn,
                    **(scored.scores if scored else dict.fromkeys(SCORES)),
                    "training_overlap": overlap,
                    "hits": [
                        {
                            "list": hit.list_id,
                            "marker": hit.marker,
                            "origin": hit.origin,
                            "start": hit.start,
                            "end": hit.end,
                        }
                        for hit in (scored.hits if scored else [])
                    ],
                    "why_null": _why_null(scored),
                }
                for line, scored, overlap in zip(self.lines, self.scored, self.overlaps, strict=True)
            ],
            "n_replies": len(self.lines),
            "n_empty": sum(scored is None for scored in self.scored),
            "means": {name: estimate.to_json() for name, estimate in self.means.items()},
            "guards": asdict(self.guards),
            "method": self.method,
        }


def score_replies(
    replies: Sequence[Reply],
    *,
    training: Sequence[Reply] | None = None,
    bootstrap: int = DEFAULT_BOOTSTRAP,
    seed: int = 0,
) -> ReplyScores:
    """Score replies by the four PCT metrics and their guarded composite.

    Args:
        replies: the replies to score, in the order of the sessions' turns.
        training: counsellors' replies of other sessions, on which length, word order and subject are fitted. Without
            them `therapeutic_concision` and `pct_composite` are undefined and all words weigh the same.
        bootstrap: draws of whole sessions for each interval.
        seed: of the intervals and of the altered replies.

    Raises:
        InputRefusedError: there is no reply, a session is in both files, or training has fewer than two sessions.
    """
    if not replies:
        raise InputRefusedError(["There is no reply to score."])
    norms = Norms.fit(training) if training is not None else None
    _refuse_shared_sessions(replies, training or ())
    contexts = contexts_of(replies)
    resamples = Resamples.draw([line.session for line in replies], bootstrap=bootstrap, seed=seed)
    scored = [score_reply(line.reply, context, norms) for line, context in zip(replies, contexts, strict=True)]
    seen = frozenset(sequence for line in training or () for sequence in word_sequences(line.real))
    overlaps = [training_overlap(line.reply, seen) if norms else None for line in replies]
    real_beats, ceiling = compare(
        replies,
        contexts,
        pool=[*replies, *(training or ())],
        norms=norms,
        resamples=resamples,
        rng=np.random.default_rng(seed),
    )
    return ReplyScores(
        lines=replies,
        scored=scored,
        overlaps=overlaps,
        means=means(scored, resamples, why_undefined=NO_TRAINING if any(scored) else "every reply is empty"),
        guards=Guards(
            real_beats=real_beats,
            mimicry_ceiling=ceiling,
            training_overlap=mean_estimate(
                overlaps, resamples, why_undefined="no reply has four words" if norms else NO_TRAINING
            ),
            appraisals=Estimate(value=None, n_units=0, why_undefined="no appraisals come with a replies file"),
        ),
        method=_method(norms, seed=seed),
    )


def _why_null(scored: Scored | None) -> str | None:
    if scored is None:
        return "the reply is empty"
    return NO_TRAINING if None in scored.scores.values() else None


def _refuse_shared_sessions(replies: Sequence[Reply], training: Sequence[Reply]) -> None:
    shared = {line.session for line in replies} & {line.session for line in training}
    if shared:
        raise InputRefusedError(
            [f"Session {session} is both scored and trained on; take it out of one file." for session in sorted(shared)]
        )


def _method(norms: Norms | None, *, seed: int) -> dict[str, Any]:
    return {
        "marker_lists": {marker_list.id: marker_list.version for marker_list in marker_lists()},
        "uptake": uptake_method(),
        "word_weights": "inverse document frequency in the training sessions" if norms else "equal",
        "alterations": ALTERATIONS,
        "training": norms
        and {
            "n_sessions": len(norms.sessions),
            "n_replies": norms.n_replies,
            "shortest": norms.shortest,
            "longest": norms.longest,
            "median_length": norms.median_length,
            "usual_order": norms.usual_order,
            "usual_topic": norms.usual_topic,
            "usual_hits": norms.usual_hits,
            "usual_share": norms.usual_share,
        },
        "seed": seed,
    }
