"""One reply in, its scores out."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from statistics import fmean

from metrics.replies.exchange import Context, shares_emotion
from metrics.replies.factors import guarded_hits, marker_share, order_score, topic_score
from metrics.replies.markers import VARIANTS, Hit, Variant, find_hits, hits_per_list
from metrics.replies.norms import Norms
from metrics.replies.pct import METRICS, Evidence, pct_scores
from metrics.replies.rarity import EQUAL_WEIGHTS
from metrics.replies.uptake import uptake
from metrics.replies.words import Word, content_words, words_of

COMPOSITE = "pct_composite"
SUFFIX: dict[Variant, str] = {"ours": "", "paper": "_paper"}
SCORES = tuple(metric + SUFFIX[variant] for variant in VARIANTS for metric in (*METRICS, COMPOSITE))
"""The four metrics and their guarded composite, and each with the paper's surviving markers alone."""


@dataclass(frozen=True)
class Scored:
    """The scores of one reply, from 0 to 1, and the markers they rest on."""

    scores: Mapping[str, float | None]
    hits: list[Hit]
    """Markers of the paper and ours; the scores with `_paper` rest on those of the paper found by themselves."""
    uptake: float | None


def score_reply(text: str, context: Context, norms: Norms | None) -> Scored | None:
    """Score a reply against what the client said; None when it holds no word."""
    words = words_of(text)
    if not words:
        return None
    content = content_words(words)
    evidence = Evidence(
        hits={},
        uptake=uptake(context.recent, content, norms.rarity if norms else EQUAL_WEIGHTS),
        length_fit=norms.length_fit(len(words)) if norms else None,
        shares_emotion=shares_emotion(context, content),
    )
    hits = {variant: find_hits(text, words, variant) for variant in VARIANTS}
    topic = topic_score(context, content, norms.rarity) if norms else None
    scores: dict[str, float | None] = {}
    for variant in VARIANTS:
        # Neither emotion families nor markers of congruence survive of the paper.
        known = evidence if variant == "ours" else replace(evidence, shares_emotion=False, congruence=False)
        for metric, score in pct_scores(replace(known, hits=hits_per_list(hits[variant]))).items():
            scores[metric + SUFFIX[variant]] = score
        composite = _composite(words, hits[variant], known, topic, norms=norms, variant=variant) if norms else None
        scores[COMPOSITE + SUFFIX[variant]] = composite
    return Scored(scores, hits["ours"], evidence.uptake)


def _composite(
    words: list[Word], hits: list[Hit], evidence: Evidence, topic: float | None, *, norms: Norms, variant: Variant
) -> float:
    """The mean of the four on guarded hits, times how usual the reply's order, density of markers and subject are."""
    counting = guarded_hits(words, hits, pairs=norms.pairs, usual=norms.usual_hits[variant])
    four = pct_scores(replace(evidence, hits=counting)).values()
    order = _against(order_score(words, norms.pairs, norms.vocabulary), norms.usual_order)
    density = _against(norms.usual_share[variant], marker_share(hits, len(words)))
    on_topic = _against(topic, norms.usual_topic)
    return fmean(score for score in four if score is not None) * order * density * (0.5 + 0.5 * on_topic)


def _against(value: float | None, usual: float) -> float:
    """`value` as a share of `usual`, at most 1; 1 where there is nothing to compare."""
    return 1.0 if value is None or usual == 0 else min(1.0, value / usual)
