"""What is usual in counsellors' replies, fitted on training sessions only."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from typing import Self

import numpy as np

from metrics.refusal import InputRefusedError
from metrics.replies.exchange import Reply, contexts_of
from metrics.replies.factors import marker_share, order_score, topic_score
from metrics.replies.markers import VARIANTS, Hit, Variant, find_hits, hits_per_list, marker_lists
from metrics.replies.rarity import Rarity
from metrics.replies.words import Word, content_words, word_pairs, words_of


@dataclass(frozen=True)
class Norms:
    """Usual lengths, words, word order, markers and closeness to the client's subject."""

    sessions: frozenset[str]
    n_replies: int
    shortest: float
    """10th percentile of reply lengths in words."""
    longest: float
    """90th percentile."""
    median_length: float
    rarity: Rarity
    vocabulary: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    """Adjacent words of the replies."""
    usual_order: float
    """10th percentile of `order_score` among the replies, each against the pairs of the other sessions."""
    usual_topic: float
    """Median of `topic_score` among the replies."""
    usual_hits: Mapping[Variant, Mapping[str, float]]
    """90th percentile of the hits of each list, at least 1: one marker is never too many."""
    usual_share: Mapping[Variant, float]
    """90th percentile of `marker_share`, at least one word of a reply of median length."""

    @classmethod
    def fit(cls, training: Sequence[Reply]) -> Self:
        """Fit on the counsellors' own replies: the reference of a line where it has one.

        Raises:
            InputRefusedError: fewer than two sessions hold a reply.
        """
        lines = [
            (line, context, words)
            for line, context in zip(training, contexts_of(training), strict=True)
            if (words := words_of(line.real))
        ]
        sessions = [line.session for line, _, _ in lines]
        if len(set(sessions)) < 2:
            raise InputRefusedError(
                ["The training file has replies of fewer than 2 sessions; usual word order needs 2."]
            )
        replies = [words for _, _, words in lines]
        contents = [content_words(words) for words in replies]
        rarity = Rarity.fit([*(context.last for _, context, _ in lines), *contents])
        topics = [
            topic_score(context, content, rarity) for (_, context, _), content in zip(lines, contents, strict=True)
        ]
        lengths = [len(words) for words in replies]
        hits = {variant: [find_hits(line.real, words, variant) for line, _, words in lines] for variant in VARIANTS}
        return cls(
            sessions=frozenset(sessions),
            n_replies=len(replies),
            shortest=_quantile(lengths, 0.1),
            longest=_quantile(lengths, 0.9),
            median_length=_quantile(lengths, 0.5),
            rarity=rarity,
            vocabulary=frozenset(word.text for words in replies for word in words),
            pairs=frozenset(pair for words in replies for pair in word_pairs(words)),
            usual_order=_usual_order(replies, sessions),
            usual_topic=_quantile([topic for topic in topics if topic is not None], 0.5),
            usual_hits={variant: _usual_hits(hits[variant]) for variant in VARIANTS},
            usual_share={variant: _usual_share(hits[variant], lengths) for variant in VARIANTS},
        )

    def length_fit(self, n_words: int) -> float:
        """1 inside the usual lengths; outside, exp(-distance / median length)."""
        return exp(-max(self.shortest - n_words, n_words - self.longest, 0) / self.median_length)


def _usual_order(replies: Sequence[list[Word]], sessions: Sequence[str]) -> float:
    """Leave one session out, since a reply always finds its own pairs."""
    pairs_in: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    words_in: defaultdict[str, set[str]] = defaultdict(set)
    for words, session in zip(replies, sessions, strict=True):
        for pair in word_pairs(words):
            pairs_in[pair].add(session)
        for word in words:
            words_in[word.text].add(session)
    scores = []
    for words, session in zip(replies, sessions, strict=True):
        own = {session}
        pairs = {pair for pair in word_pairs(words) if pairs_in[pair] != own}
        vocabulary = {word.text for word in words if words_in[word.text] != own}
        scores.append(order_score(words, pairs, vocabulary))
    return _quantile([score for score in scores if score is not None], 0.1)


def _usual_hits(hits: Sequence[Sequence[Hit]]) -> dict[str, float]:
    counts = [hits_per_list(found) for found in hits]
    return {
        marker_list.id: max(1.0, _quantile([count[marker_list.id] for count in counts], 0.9))
        for marker_list in marker_lists()
    }


def _usual_share(hits: Sequence[Sequence[Hit]], lengths: Sequence[int]) -> float:
    shares = [marker_share(found, n_words) for found, n_words in zip(hits, lengths, strict=True)]
    return max(1 / _quantile(lengths, 0.5), _quantile(shares, 0.9))


def _quantile(values: Sequence[float], share: float) -> float:
    """0 where there is no value, as the usual closeness to clients who never say a content word."""
    return float(np.quantile(values, share)) if values else 0.0
