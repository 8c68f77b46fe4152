"""One rater's answers to one turn while they are changed, and written back with an event for each change."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID, uuid4

from annotator.annotations.models import Annotation, AnnotationEvent, Score
from annotator.annotations.storing import store
from annotator.codebooks.questionnaire import (
    Answer,
    Question,
    UnknownValue,
    is_asked,
    is_complete,
)
from annotator.corpus.models import TranscriptRevision
from annotator.errors import DomainError

CANNOT_JUDGE = "cannot_judge"
TURN_REVISION = "turn_revision"
_LONGEST_REASON = 200


class NotAsked(DomainError):
    code = "not_asked"
    status = 400


@dataclass(frozen=True)
class Change:
    """One construct's new answer. `client_key` is made where the change is made and names it for ever."""

    client_key: UUID
    construct: str
    value: object


@dataclass(frozen=True)
class Recorded:
    """What stands recorded for one turn."""

    version: int
    scores: Mapping[str, Answer]
    cannot_judge: str
    is_complete: bool
    updated_at: datetime | None
    turn_revision: int | None
    """The revision of the turn that the answers are of; None before there is one."""
    transcript_revision: int | None = None
    """The revision that the whole transcript was at, where that was asked."""

    def to_json(self) -> dict[str, object]:
        """As the API shows it."""
        return {
            "version": self.version,
            "scores": dict(self.scores),
            "cannot_judge": self.cannot_judge or None,
            "is_complete": self.is_complete,
            "updated_at": self.updated_at,
            "turn_revision": self.turn_revision,
        }


NOTHING_RECORDED = Recorded(
    version=0, scores={}, cannot_judge="", is_complete=False, updated_at=None, turn_revision=None
)


class Revision(NamedTuple):
    """A revision of the transcript: the row's key, and the number that people see."""

    key: int
    number: int


class Sheet:
    """One annotation while changes are applied to it; `write` stores what came of them."""

    def __init__(
        self,
        annotation: Annotation,
        asked: Mapping[str, Question],
        answers: Mapping[str, Answer],
        *,
        seen: Revision,
        present: Revision,
        transcript: int,
        is_retired: bool = False,
    ) -> None:
        """Args: `transcript`: the revision that the whole transcript is at."""
        self.annotation = annotation
        self.answers = dict(answers)
        self.is_retired = is_retired
        self._asked = asked
        self._seen = seen
        self._present = present
        self._transcript = transcript
        self._before = dict(answers)
        self._events: list[AnnotationEvent] = []

    @property
    def present_revision(self) -> int:
        """The revision that the turn is at."""
        return self._present.number

    def recorded(self) -> Recorded:
        """The answers as they stand on the sheet."""
        return Recorded(
            version=self.annotation.version,
            scores=self.answers,
            cannot_judge=self.annotation.cannot_judge,
            is_complete=self.annotation.is_complete,
            updated_at=self.annotation.updated_at,
            turn_revision=self._seen.number,
            transcript_revision=self._transcript,
        )

    def differs(self, change: Change) -> bool:
        """Whether the change would put another answer in the place of the present one."""
        present = (
            self.annotation.cannot_judge if change.construct == CANNOT_JUDGE else self.answers.get(change.construct)
        )
        return (present or None) != (change.value or None)

    def read(self, change: Change) -> Answer | None:
        """The change's value as the codebook understands it; None where this pass asks nothing of the kind.

        Raises:
            UnknownValue: the codebook has no such value.
        """
        question = self._asked.get(change.construct)
        return question.read(change.value) if question else None

    def apply(self, change: Change) -> None:
        """Put one answer in its place, and clear those that are no longer asked for.

        Raises:
            UnknownValue, NotAsked: a value or construct that the codebook does not have, or not here.
        """
        if change.construct == CANNOT_JUDGE:
            reason = _read_reason(change.value)
            self._note(change.client_key, CANNOT_JUDGE, self.annotation.cannot_judge or None, reason or None)
            self.annotation.cannot_judge = reason
            return
        question = self._asked.get(change.construct)
        if question is None:
            raise NotAsked(f"This pass does not ask for {change.construct}.", fields={change.construct: ["not asked"]})
        answer = question.read(change.value)
        if answer is not None and not is_asked(question, self.answers):
            message = f"{question.construct.label} is not asked with these answers."
            raise NotAsked(message, fields={change.construct: ["not asked"]})
        self._set(change.client_key, change.construct, answer)
        for key, other in self._asked.items():
            if key in self.answers and not is_asked(other, self.answers):
                self._set(uuid4(), key, None)

    def look_again(self, client_key: UUID) -> bool:
        """Let the annotation be of the turn as it reads now; whether it was of an older one."""
        if self._seen == self._present:
            return False
        self._be_of(self._present, client_key)
        return True

    def count_as_of_former(self, seen: int, client_key: UUID) -> None:
        """Let an annotation of the turn as it reads now be of the one that the rater saw, so that it is asked about."""
        if self._seen == self._present and (former := revision_of(self.annotation.turn_id, seen)):
            self._be_of(former, client_key)

    def write(self, now: datetime) -> None:
        """Store the annotation, its scores and an event for each change."""
        annotation = self.annotation
        annotation.is_complete = bool(annotation.cannot_judge) or is_complete(self._asked, self.answers)
        annotation.updated_at = now
        cleared = [self._asked[key].construct for key in self._before.keys() - self.answers.keys()]
        changed = [self._score(key) for key, answer in self.answers.items() if self._before.get(key) != answer]
        for event in self._events:
            event.at = now
        store(annotation, cleared=cleared, scores=changed, events=self._events)

    def _be_of(self, revision: Revision, client_key: UUID) -> None:
        self._note(client_key, TURN_REVISION, self._seen.number, revision.number)
        self._seen = revision
        self.annotation.turn_revision_id = revision.key

    def _set(self, client_key: UUID, key: str, answer: Answer | None) -> None:
        self._note(client_key, key, self.answers.get(key), answer)
        if answer is None:
            self.answers.pop(key, None)
        else:
            self.answers[key] = answer

    def _note(self, client_key: UUID, key: str, old: Answer | None, new: Answer | None) -> None:
        self.annotation.version += 1
        version = self.annotation.version
        self._events.append(
            AnnotationEvent(client_key=client_key, construct_key=key, old=old, new=new, version=version)
        )

    def _score(self, key: str) -> Score:
        question, answer = self._asked[key], self.answers[key]
        score = Score(construct=question.construct)
        if isinstance(answer, str | int) and question.levels:
            score.level = question.levels[answer]
        else:
            score.content = answer
        return score


def revision_of(turn_id: UUID, number: int) -> Revision | None:
    """The revision of that number of the turn's transcript."""
    rows = TranscriptRevision.objects.filter(session__turns=turn_id, number=number).order_by()
    return next((Revision(*row) for row in rows.values_list("pk", "number")), None)


def _read_reason(value: object) -> str:
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > _LONGEST_REASON:
        message = f"Say why the turn cannot be judged, in at most {_LONGEST_REASON} characters."
        raise UnknownValue(message, fields={CANNOT_JUDGE: ["unknown value"]})
    return value.strip()
