"""How the generated replies read beside the counsellors' own: PCT metrics and a trained judge of empathy."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from metrics.intervals import Resamples
from metrics.means import mean_estimate
from metrics.refusal import InputRefusedError
from metrics.replies.exchange import Reply
from metrics.replies.report import score_replies
from metrics.sense7 import DIMENSIONS, Judgement, TrainedJudge, dialogues_of
from metrics.sense7.range_check import range_check
from training.release import Turn

_SHOWN = ("n_replies", "n_empty", "n_other_language", "languages", "means", "guards", "method", "replies")


def replies_report(
    lines: Sequence[Mapping[str, Any]], training: Sequence[Turn], *, clients: Mapping[str, str], seed: int
) -> dict[str, Any]:
    """PCT metrics of the model's replies and of the reference replies, fitted on the training part.

    `clients` says whose each session of the replies is.
    """
    usual = [
        Reply(session=turn.session, turn=turn.id, client=turn.words, reply=turn.reply)
        for turn in training
        if turn.reply is not None
    ]
    enough = len({reply.session for reply in usual}) > 1
    return {
        name: _scores(replies, usual if enough else None, clients=clients, seed=seed)
        for name, replies in (("model", _replies(lines)), ("reference", _references(lines)))
    }


def empathy_report(lines: Sequence[Mapping[str, Any]], *, clients: Mapping[str, str], seed: int) -> dict[str, Any]:
    """SENSE-7 dimensions of each source's replies by the trained judge, with what is known of the judge."""
    judge = TrainedJudge.load()
    sources = {"model": dialogues_of(_replies(lines)), "reference": dialogues_of(_references(lines))}
    scores: dict[str, Any]
    checks: dict[str, Any] = {}
    try:
        judgements = {name: [judge.judge(one) for one in dialogues.values()] for name, dialogues in sources.items()}
    except InputRefusedError as refusal:
        scores = {"why_undefined": str(refusal)}
    else:
        draws = {
            name: Resamples.draw_sessions(list(dialogues), clients=clients, seed=seed)
            for name, dialogues in sources.items()
            if dialogues
        }
        scores = {name: _means(draws.get(name), judged, judge) for name, judged in judgements.items()}
        checks = {name: range_check(judged) for name, judged in judgements.items()}
    return {
        "judge": "trained",
        "note": "a proxy: fitted on whole conversations rated by third persons",
        "scores": scores,
        "range_check": checks,
        "quality": judge.quality,
    }


def _scores(
    replies: Sequence[Reply], training: Sequence[Reply] | None, *, clients: Mapping[str, str], seed: int
) -> dict[str, Any]:
    if not replies:
        return {"why_undefined": "there is no reply to score"}
    scores = score_replies(replies, training=training, clients=clients, seed=seed).to_json()
    return {name: scores[name] for name in _SHOWN}


def _means(resamples: Resamples | None, judged: Sequence[Judgement], judge: TrainedJudge) -> dict[str, Any]:
    if resamples is None:
        return {"why_undefined": "there is no reply to judge"}
    why_nothing = next((one.why_nothing for one in judged if one.why_nothing), "")
    return {
        dimension: mean_estimate(
            [one.scores[dimension] for one in judged],
            resamples,
            why_undefined=judge.why_not(dimension) or why_nothing,
        )
        for dimension in DIMENSIONS
    }


def _replies(lines: Sequence[Mapping[str, Any]]) -> list[Reply]:
    return [Reply(**{**line, "history": tuple(line["history"])}) for line in lines]


def _references(lines: Sequence[Mapping[str, Any]]) -> list[Reply]:
    """The counsellor's replies in the model's place; turns without one are left out."""
    return [replace(line, reply=line.reference) for line in _replies(lines) if line.reference is not None]
