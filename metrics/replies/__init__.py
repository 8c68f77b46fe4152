"""Measures of a counsellor's reply: markers, uptake, length and order, never a model."""

from metrics.replies.exchange import Reply
from metrics.replies.report import ReplyScores, score_replies
from metrics.replies.scorer import SCORES

__all__ = ["SCORES", "Reply", "ReplyScores", "score_replies"]
