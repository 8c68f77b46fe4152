"""Empathy on the dimensions of SENSE-7 (Subjective Empathy in Natural Sustained Exchanges), and judges of it."""

from metrics.sense7.dialogue import DialogueTurn, dialogues_of
from metrics.sense7.judge import DIMENSIONS, Judgement, TrainedJudge

__all__ = ["DIMENSIONS", "DialogueTurn", "Judgement", "TrainedJudge", "dialogues_of"]
