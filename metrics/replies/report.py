"""Scores of a whole file of replies, with the guards that say how far to trust them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from metrics.estimate import Estimate
from metrics.intervals import DEFAULT_BOOTSTRAP, Resamples
from metrics.means import mean_estimate
from metrics.refusal import InputRefusedError
from metrics.replies.alterations import ALTERATIONS
from metrics.replies.exchange import Reply, contexts_of
from metrics.replies.guards import Guards, compare, means
from metrics.replies.language import ENGLISH, METHOD, counted, languages_of
from metrics.replies.markers import marker_lists
from metrics.replies.norms import Norms
from metrics.replies.overlap import training_overlap, word_sequences
from metrics.replies.scorer import SCORES, Scored, score_reply
from metrics.replies.uptake import uptake_method
from metrics.replies.words import words_of

EMPTY = "the reply is empty"
NO_TRAINING = "needs training sessions, on which alone the usual is fitted, and none were given"
NOT_ENGLISH_TRAINING = "needs training sessions in English, on which alone the usual is fitted"


@dataclass(frozen=True)
class ReplyScores:
    """What `python -m metrics replies` prints; the same fields, in JSON's names, come from `to_json`."""

    lines: Sequence[Reply]
    scored: Sequence[Scored | None]
    """One a line; None where `why_not` says why."""
    why_not: Sequence[str | None]
    """Why a reply has no score: it holds no word, or the exchange is not in the language of the word lists."""
    why_incomplete: str
    """Why scores that rest on training sessions are undefined, where they are."""
    languages: Mapping[str, int]
    """How many replies with words are in each language."""
    overlaps: Sequence[float | None]
    """Share of each reply's four-word sequences that training replies hold."""
    resampled: str
    """What the intervals redraw: `session`, or `client` where one has several."""
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
                    "why_null": why_not or self._why_incomplete(scored),
                }
                for line, scored, overlap, why_not in zip(
                    self.lines, self.scored, self.overlaps, self.why_not, strict=True
                )
            ],
            "n_replies": len(self.lines),
            "n_empty": sum(why_not == EMPTY for why_not in self.why_not),
            "n_other_language": sum(why_not not in (None, EMPTY) for why_not in self.why_not),
            "languages": self.languages,
            "resampled": self.resampled,
            "means": {name: estimate.to_json() for name, estimate in self.means.items()},
            "guards": asdict(self.guards),
            "method": self.method,
        }

    def _why_incomplete(self, scored: Scored | None) -> str | None:
        return self.why_incomplete if scored and None in scored.scores.values() else None


def score_replies(
    replies: Sequence[Reply],
    *,
    training: Sequence[Reply] | None = None,
    clients: Mapping[str, str] | None = None,
    bootstrap: int = DEFAULT_BOOTSTRAP,
    seed: int = 0,
) -> ReplyScores:
    """Score replies by the four PCT metrics and their guarded composite.

    The word lists are English: an exchange in another language has no score, and the reason says so.

    Args:
        replies: the replies to score, in the order of the sessions' turns.
        training: counsellors' replies of other sessions, on which length, word order and subject are fitted. Without
            them `therapeutic_concision` and `pct_composite` are undefined and all words weigh the same.
        clients: whose each session is, where that is known.
        bootstrap: draws of whole sessions for each interval, or of whole clients where one comes back.
        seed: of the intervals and of the altered replies.

    Raises:
        InputRefusedError: there is no reply, a session is in both files, or training has fewer than two sessions.
    """
    if not replies:
        raise InputRefusedError(["There is no reply to score."])
    _refuse_shared_sessions(replies, training or ())
    languages, why_not = _languages(replies)
    usual = _in_english(training or ())
    is_foreign = bool(training) and not usual
    norms = None if training is None or is_foreign else Norms.fit(usual)
    why_incomplete = NOT_ENGLISH_TRAINING if is_foreign else NO_TRAINING
    contexts = contexts_of(replies)
    sessions = [line.session for line in replies]
    resamples = Resamples.draw_sessions(sessions, clients=clients, bootstrap=bootstrap, seed=seed)
    scored = [
        None if why else score_reply(line.reply, context, norms)
        for line, context, why in zip(replies, contexts, why_not, strict=True)
    ]
    seen = frozenset(sequence for line in training or () for sequence in word_sequences(line.real))
    overlaps = [training_overlap(line.reply, seen) if norms else None for line in replies]
    compared = [place for place, why in enumerate(why_not) if why in (None, EMPTY)]
    real_beats, ceiling = compare(
        [replies[place] for place in compared],
        [contexts[place] for place in compared],
        pool=[*_in_english(replies), *usual],
        norms=norms,
        resamples=resamples.of_units(np.array(compared, dtype=np.int64)),
        rng=np.random.default_rng(seed),
    )
    return ReplyScores(
        lines=replies,
        scored=scored,
        why_not=why_not,
        why_incomplete=why_incomplete,
        languages=counted(language for line, language in zip(replies, languages, strict=True) if words_of(line.reply)),
        overlaps=overlaps,
        resampled=resamples.resampled,
        means=means(scored, resamples, why_undefined=why_incomplete if any(scored) else _why_none(why_not)),
        guards=Guards(
            real_beats=real_beats,
            mimicry_ceiling=ceiling,
            training_overlap=mean_estimate(
                overlaps, resamples, why_undefined="no reply has four words" if norms else why_incomplete
            ),
            appraisals=Estimate(value=None, n_units=0, why_undefined="no appraisals come with a replies file"),
        ),
        method=_method(norms, seed=seed),
    )


def _languages(lines: Sequence[Reply]) -> tuple[list[str], list[str | None]]:
    """The language of each reply, and why a reply can't be scored; None where it can."""
    sessions = [line.session for line in lines]
    replies = languages_of([line.reply for line in lines], sessions)
    clients = languages_of([line.client for line in lines], sessions)

    def why_not(line: Reply, reply: str, client: str) -> str | None:
        if not words_of(line.reply):
            return EMPTY
        if reply != ENGLISH:
            return f"the reply is in {reply}, and the word lists are English"
        return None if client == ENGLISH else f"the client speaks {client}, and the word lists are English"

    return replies, [why_not(*each) for each in zip(lines, replies, clients, strict=True)]


def _in_english(lines: Sequence[Reply]) -> list[Reply]:
    """The lines in which the counsellor's own reply and the client's words are English."""
    _, why_not = _languages([replace(line, reply=line.real) for line in lines])
    return [line for line, why in zip(lines, why_not, strict=True) if why in (None, EMPTY)]


def _why_none(why_not: Sequence[str | None]) -> str:
    """The reason that most replies share, where none has a score."""
    reason, n = Counter(why_not).most_common(1)[0]
    return f"{reason} (so for {n} of {len(why_not)} replies)" if n < len(why_not) else str(reason)


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
        "language": METHOD,
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
