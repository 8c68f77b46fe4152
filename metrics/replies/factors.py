"""What keeps heaped markers, shuffled words and other subjects from scoring: the parts of the guarded composite."""

from collections.abc import Collection, Mapping, Sequence

from metrics.replies.exchange import Context
from metrics.replies.markers import Hit, hits_per_list, marker_lists
from metrics.replies.rarity import Rarity
from metrics.replies.words import Word, word_pairs

RECENT_WEIGHT = 0.7
"""Weight of the last three client turns beside the last one alone."""


def order_score(words: Sequence[Word], pairs: Collection[tuple[str, str]], vocabulary: Collection[str]) -> float | None:
    """The share of adjacent word pairs, both words known, that training replies hold too.

    0 when the reply has pairs and knows none of them; None for a single word, which has no order.
    """
    if len(words) < 2:
        return None
    known = [pair for pair in word_pairs(words) if pair[0] in vocabulary and pair[1] in vocabulary]
    return sum(pair in pairs for pair in known) / len(known) if known else 0.0


def marker_share(hits: Sequence[Hit], n_words: int) -> float:
    """The share of a reply's words that belong to markers of lists that raise a score."""
    credited = {marker_list.id for marker_list in marker_lists() if marker_list.credit}
    return sum(hit.n_words for hit in hits if hit.list_id in credited) / n_words


def topic_score(context: Context, reply: Collection[str], rarity: Rarity) -> float | None:
    """How close the reply's stems are to the client's, from 0 to 1.7; None when the client said no content word."""
    if not context.recent:
        return None
    return rarity.cosine(context.last, reply) + RECENT_WEIGHT * rarity.cosine(context.recent, reply)


def guarded_hits(
    words: Sequence[Word],
    hits: Sequence[Hit],
    *,
    pairs: Collection[tuple[str, str]],
    usual: Mapping[str, float],
) -> dict[str, float]:
    """Hits of each list that count in the composite.

    A marker of a list that raises a score counts only where its neighbours fit, and what exceeds the `usual` number
    of hits is subtracted twice, down to 0. Lists that lower a score are left as they are: no one heaps those.
    """
    plain = hits_per_list(hits)
    fitting = hits_per_list(hit for hit in hits if _neighbours_fit(words, hit, pairs))
    return {
        marker_list.id: _docked(fitting[marker_list.id], usual[marker_list.id])
        if marker_list.credit
        else plain[marker_list.id]
        for marker_list in marker_lists()
    }


def _neighbours_fit(words: Sequence[Word], hit: Hit, pairs: Collection[tuple[str, str]]) -> bool:
    """Each edge of the marker is at a break or at the reply's edge, or makes a word pair that training replies hold."""
    edges = [place for place in (hit.first, hit.last + 1) if 0 < place < len(words) and not words[place].after_break]
    return all((words[place - 1].text, words[place].text) in pairs for place in edges)


def _docked(hits: float, usual: float) -> float:
    return hits if hits <= usual else max(0.0, hits - 2 * (hits - usual))
