"""A codebook as the API shows it."""

from collections.abc import Iterable
from typing import Any

from annotator.codebooks.models import Level
from annotator.codebooks.questionnaire import Question, Questionnaire, passes_of

Json = dict[str, Any]


def codebook_json(questionnaire: Questionnaire, questions: Iterable[Question], *, has_channel_passes: bool) -> Json:
    """The codebook with those questions, each resolved for the study's design."""
    return {
        "name": questionnaire.name,
        "version": questionnaire.number,
        "constructs": [_construct_json(question, has_channel_passes=has_channel_passes) for question in questions],
    }


def _construct_json(question: Question, *, has_channel_passes: bool) -> Json:
    construct = question.construct
    return {
        "key": construct.key,
        "label": construct.label,
        "question": construct.question,
        "scale": construct.scale,
        "channel": construct.channel,
        "passes": passes_of(construct, has_channel_passes=has_channel_passes),
        "is_required": construct.is_required,
        "asked_when": construct.asked_when,
        "low_label": construct.low_label,
        "high_label": construct.high_label,
        "definition": construct.definition,
        "examples": construct.examples,
        "levels": [_level_json(level) for level in question.levels.values()],
    }


def _level_json(level: Level) -> Json:
    return {
        "key": level.key,
        "value": level.value,
        "label": level.label,
        "shortcut": level.shortcut,
        "definition": level.definition,
    }
