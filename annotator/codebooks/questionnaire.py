"""A codebook version in memory: what is asked, when, and what counts as an answer.

Versions are never edited once used, so a process reads each of them once.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeGuard

from annotator.codebooks.models import CodebookVersion, Construct, Level, Scale
from annotator.errors import DomainError

Answer = str | int | list[dict[str, int | str]]
"""A level's key (nominal), a number (ordinal, interval), text, or spans, as JSON has them."""

LONGEST_TEXT = 4000
MOST_SPANS = 100
LATEST_END = 2**31 - 1  # In code points or milliseconds; what every database and browser counts exactly.
LONGEST_QUOTE = 100_000  # A turn's longest text.
_COMPARE_CHANNELS = {"incongruence"}
_SPAN_KEYS = (("start", "end"), ("start_ms", "end_ms"), ("at_ms",))


class UnknownValue(DomainError):
    code = "unknown_value"
    status = 400


@dataclass(frozen=True)
class Question:
    """One construct with its levels by the answer that names each in JSON."""

    construct: Construct
    levels: Mapping[str | int, Level]

    @property
    def key(self) -> str:
        return self.construct.key

    @cached_property
    def answers_by_level(self) -> dict[int, str | int]:
        """The answer that each level's row stands for."""
        return {level.pk: answer for answer, level in self.levels.items()}

    def read(self, value: object) -> Answer | None:
        """The answer in `value`; None clears it, as do empty text and an empty list.

        Raises:
            UnknownValue: the value is not one of this construct.
        """
        if value is None or value in ("", []):
            return None
        # A bool is an int to Python, and True would pass for level 1.
        if self.levels and isinstance(value, str | int) and not isinstance(value, bool) and value in self.levels:
            return value
        if self.construct.scale == Scale.TEXT and isinstance(value, str) and len(value) <= LONGEST_TEXT:
            return value
        if self.construct.scale == Scale.SPANS and _are_spans(value):
            return value
        raise UnknownValue(f"{self.construct.label}: {self._what_is_asked()}", fields={self.key: ["unknown value"]})

    def _what_is_asked(self) -> str:
        if self.levels:
            return f"answer with one of {', '.join(map(str, self.levels))}."
        if self.construct.scale == Scale.TEXT:
            return f"answer with text of at most {LONGEST_TEXT} characters."
        return f"answer with at most {MOST_SPANS} spans of words (start, end) or moments (at_ms, or start_ms, end_ms)."


@dataclass(frozen=True)
class Questionnaire:
    """All questions of a codebook version by key, in their order."""

    name: str
    number: int
    questions: Mapping[str, Question]

    @cached_property
    def by_construct(self) -> dict[int, Question]:
        """The questions by the id of their construct's row."""
        return {question.construct.pk: question for question in self.questions.values()}

    def answer(self, construct_id: int, level_id: int | None, content: Answer | None) -> Answer | None:
        """A stored score as JSON has it."""
        return content if level_id is None else self.by_construct[construct_id].answers_by_level[level_id]

    def asked_in(self, pass_kind: str, *, has_channel_passes: bool, has_picture: bool) -> dict[str, Question]:
        """The questions of one pass in a study of that design.

        Where the session shows nobody, it asks neither about the face nor whether it agrees with the words.
        """
        unseen: frozenset[str] = frozenset() if has_picture else self.about_the_face
        return {
            key: question
            for key, question in self.questions.items()
            if key not in unseen and pass_kind in passes_of(question.construct, has_channel_passes=has_channel_passes)
        }

    @cached_property
    def about_the_face(self) -> frozenset[str]:
        """The questions that nobody can answer without a picture, and those that only their answers call for."""
        found = {key for key, each in self.questions.items() if each.construct.channel == "face"} | _COMPARE_CHANNELS
        return frozenset(
            found | {key for key, each in self.questions.items() if found & set(each.construct.asked_when or {})}
        )


def passes_of(construct: Construct, *, has_channel_passes: bool) -> list[str]:
    """The pass kinds that ask the construct in a study of that design."""
    passes: list[str] = construct.passes if has_channel_passes else construct.passes_without_channels
    return passes


def is_asked(question: Question, answers: Mapping[str, Answer]) -> bool:
    """Whether the other answers call for this question."""
    condition: dict[str, list[str]] = question.construct.asked_when or {}
    return all(answers.get(key) in values for key, values in condition.items())


def is_complete(asked: Mapping[str, Question], answers: Mapping[str, Answer]) -> bool:
    """Whether every required question that the answers call for has its answer."""
    return all(
        key in answers
        for key, question in asked.items()
        if question.construct.is_required and is_asked(question, answers)
    )


@lru_cache(maxsize=32)
def questionnaire_of(version_id: int) -> Questionnaire:
    """The questionnaire of a codebook version."""
    version = CodebookVersion.objects.select_related("codebook").get(pk=version_id)
    constructs = version.constructs.prefetch_related("levels")
    return Questionnaire(
        name=version.codebook.name,
        number=version.number,
        questions={construct.key: _question(construct) for construct in constructs},
    )


def _question(construct: Construct) -> Question:
    by_key = construct.scale == Scale.NOMINAL
    return Question(construct, {level.key if by_key else level.value: level for level in construct.levels.all()})


def _are_spans(value: object) -> TypeGuard[list[dict[str, int | str]]]:
    return isinstance(value, list) and len(value) <= MOST_SPANS and all(_is_span(span) for span in value)


def _is_span(span: object) -> bool:
    if not isinstance(span, dict):
        return False
    if set(span) == {"quote"}:  # Words that were marked, until the transcript was changed.
        return isinstance(span["quote"], str) and 0 < len(span["quote"]) <= LONGEST_QUOTE
    keys = next((keys for keys in _SPAN_KEYS if set(keys) == set(span)), None)
    if keys is None:
        return False
    ends = [span[key] for key in keys]  # By name: JSON objects have no order.
    if not all(isinstance(end, int) and not isinstance(end, bool) and 0 <= end <= LATEST_END for end in ends):
        return False
    return ends == sorted(ends)
