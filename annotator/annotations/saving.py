"""Saving what a rater records: each change of one construct is one event, and no acknowledged change is ever lost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Q
from django.http import Http404

from annotator.annotations.evidence import as_it_reads_now, is_evidence
from annotator.annotations.models import Annotation, AnnotationEvent, Assignment, Score
from annotator.annotations.selectors import annotations_of
from annotator.codebooks.questionnaire import (
    Answer,
    Question,
    Questionnaire,
    UnknownValue,
    is_asked,
    is_complete,
    questionnaire_of,
)
from annotator.corpus import consent
from annotator.corpus.models import Consent, TranscriptRevision, Turn
from annotator.errors import DomainError

CANNOT_JUDGE = "cannot_judge"
TURN_REVISION = "turn_revision"
_LONGEST_REASON = 200
_CHANGING = ("version", "cannot_judge", "is_complete", "updated_at", "turn_revision")
# Raters wait for it, so what was said and every remark on the transcript's file stay where they are.
_NEEDED_OF_ANNOTATION = (
    *("rater", "pass_kind", "codebook_version", "created_at", *_CHANGING),
    *("turn__retired_by", "turn__revision__number", "turn_revision__number"),
)


class AssignmentDone(DomainError):
    code = "assignment_done"


class StaleEdit(DomainError):
    """Another change of the same construct came first; `details` holds the annotation as it stands."""

    code = "stale_edit"


class NotAsked(DomainError):
    code = "not_asked"
    status = 400


class KeyTaken(DomainError):
    code = "client_key_taken"


class TurnChanged(DomainError):
    """The turn was changed again since the rater saw it; `details` holds the revision it is at."""

    code = "turn_changed"


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


@transaction.atomic(savepoint=False)
def save_changes(
    *,
    assignment: Assignment,
    turn_id: UUID,
    based_on: int,
    changes: Sequence[Change],
    now: datetime,
    seen: int | None = None,
) -> Recorded:
    """Record the changes of one turn, all or none. Whoever calls has locked the assignment's row.

    `based_on` is the version that the rater saw. Changes of other constructs since then are merged; a change of the
    same construct to another answer is a conflict. A `client_key` that is known already changes nothing.
    Answers that are no longer asked for are cleared, each with an event of its own.

    `seen` is the revision of the turn that the rater saw, where their page says it: an answer given on a former one
    asks for a second look, and an answer given on the present one is that look. Words marked on a former one are
    recorded where they stand now. A turn that was retired meanwhile still takes what was on its way to it.

    Raises:
        AssignmentDone: the pass is closed.
        NoConsent: someone recorded does not agree to be labelled any more.
        StaleEdit: one of the constructs was changed since `based_on`.
        UnknownValue, NotAsked: a value or construct that the codebook does not have, or not here.
        KeyTaken: a `client_key` that names a change of another turn, or two changes here.
        Http404: the session has no such client turn.
    """
    study = assignment.session.study
    questionnaire = questionnaire_of(study.codebook_version_id)
    asked = questionnaire.asked_in(assignment.pass_kind, has_channel_passes=study.has_channel_passes)
    annotation = find_annotation(assignment, turn_id) or _new_annotation(assignment, turn_id, seen, now)
    sheet = _Sheet(annotation, asked, answers_of(annotation, questionnaire))
    known, changed_since = _earlier_events(annotation, changes, based_on, by_rater_alone=seen is not None)
    if seen is not None and seen < annotation.turn.revision.number:
        changes = [_carried(change, asked, annotation.turn, seen) for change in changes]
    fresh = [change for change in changes if change.client_key not in known]
    # A retry of what was recorded before the pass was closed, or consent withdrawn, is acknowledged still.
    if fresh and assignment.done_at:
        raise AssignmentDone("This pass is done. Reopen it to change an answer.")
    if fresh and not consent.agrees(assignment.session, Consent.Scope.ANNOTATE, at=now):
        raise consent.NoConsent(
            "There is no consent to label this session any more, so this was not saved. What you saved before is kept."
        )
    if conflicts := sorted(
        {change.construct for change in fresh if change.construct in changed_since and sheet.differs(change)}
    ):
        raise StaleEdit(
            f"{', '.join(conflicts)} was changed elsewhere since you saw it. Choose which answer holds.",
            fields={construct: ["changed elsewhere"] for construct in conflicts},
            details={"current": recorded(annotation, sheet.answers).to_json()},
        )
    for change in fresh:
        sheet.apply(change)
    if fresh:
        if seen == annotation.turn.revision.number:
            sheet.look_again(uuid4())
        sheet.write(now)
    return recorded(annotation, sheet.answers)


@transaction.atomic(savepoint=False)
def confirm_answers(*, assignment: Assignment, turn_id: UUID, seen: int, client_key: UUID, now: datetime) -> Recorded:
    """Let the rater's answers stand for the turn as it reads now. Whoever calls has locked the assignment's row.

    It changes no answer, so a closed pass stays closed. A `client_key` that is known already changes nothing.

    Raises:
        TurnChanged: the turn was changed after the revision `seen`.
        KeyTaken: the key names a change of another turn.
        Http404: nothing was recorded on such a turn.
    """
    study = assignment.session.study
    questionnaire = questionnaire_of(study.codebook_version_id)
    annotation = find_annotation(assignment, turn_id)
    if annotation is None or annotation.turn.retired_by_id is not None:
        raise Http404
    asked = questionnaire.asked_in(assignment.pass_kind, has_channel_passes=study.has_channel_passes)
    sheet = _Sheet(annotation, asked, answers_of(annotation, questionnaire))
    known, _ = _earlier_events(annotation, [Change(client_key, TURN_REVISION, seen)], annotation.version)
    if client_key in known:
        return recorded(annotation, sheet.answers)
    if seen != annotation.turn.revision.number:
        raise TurnChanged(
            "The transcript of this turn was changed once more. Look at it as it is now.",
            details={"revision": annotation.turn.revision.number},
        )
    if sheet.look_again(client_key):
        sheet.write(now)
    return recorded(annotation, sheet.answers)


def find_annotation(assignment: Assignment, turn_id: UUID) -> Annotation | None:
    """What the assignment's rater has recorded for the turn, by the study's codebook version."""
    rows = annotations_of(assignment).select_related("turn__revision", "turn_revision").only(*_NEEDED_OF_ANNOTATION)
    return next(iter(rows.filter(turn=turn_id)), None)


def answers_of(annotation: Annotation, questionnaire: Questionnaire) -> dict[str, Answer]:
    """The annotation's scores by construct key."""
    if annotation.pk is None:
        return {}
    rows = Score.objects.filter(annotation=annotation).values_list("construct_id", "level_id", "content")
    answers = {questionnaire.by_construct[row[0]].key: questionnaire.answer(*row) for row in rows}
    return {key: answer for key, answer in answers.items() if answer is not None}


def recorded(annotation: Annotation, answers: Mapping[str, Answer]) -> Recorded:
    """The annotation with its scores, apart from the rows."""
    return Recorded(
        version=annotation.version,
        scores=answers,
        cannot_judge=annotation.cannot_judge,
        is_complete=annotation.is_complete,
        updated_at=annotation.updated_at,
        turn_revision=annotation.turn_revision.number,
    )


class _Sheet:
    """One annotation while changes are applied to it; `write` stores what came of them."""

    def __init__(self, annotation: Annotation, asked: Mapping[str, Question], answers: dict[str, Answer]) -> None:
        self.annotation = annotation
        self.answers = answers
        self._asked = asked
        self._before = dict(answers)
        self._events: list[AnnotationEvent] = []

    def differs(self, change: Change) -> bool:
        """Whether the change would put another answer in the place of the present one."""
        present = (
            self.annotation.cannot_judge if change.construct == CANNOT_JUDGE else self.answers.get(change.construct)
        )
        return (present or None) != (change.value or None)

    def apply(self, change: Change) -> None:
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
        old, new = self.annotation.turn_revision, self.annotation.turn.revision
        if old == new:
            return False
        self._note(client_key, TURN_REVISION, old.number, new.number)
        self.annotation.turn_revision = new
        return True

    def write(self, now: datetime) -> None:
        annotation = self.annotation
        annotation.is_complete = bool(annotation.cannot_judge) or is_complete(self._asked, self.answers)
        annotation.updated_at = now
        annotation.save(force_insert=annotation.pk is None, update_fields=_CHANGING if annotation.pk else None)
        self._write_scores()
        for event in self._events:
            event.annotation, event.at = annotation, now
        AnnotationEvent.objects.bulk_create(self._events)

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

    def _write_scores(self) -> None:
        if cleared := self._before.keys() - self.answers.keys():
            self.annotation.scores.filter(construct__in=[self._asked[key].construct for key in cleared]).delete()
        changed = [key for key, answer in self.answers.items() if self._before.get(key) != answer]
        if changed:
            Score.objects.bulk_create(
                [self._score(key) for key in changed],
                update_conflicts=True,
                unique_fields=["annotation", "construct"],
                update_fields=["level", "content"],
            )

    def _score(self, key: str) -> Score:
        question, answer = self._asked[key], self.answers[key]
        score = Score(annotation=self.annotation, construct=question.construct)
        if isinstance(answer, str | int) and question.levels:
            score.level = question.levels[answer]
        else:
            score.content = answer
        return score


def _new_annotation(assignment: Assignment, turn_id: UUID, seen: int | None, now: datetime) -> Annotation:
    turns = Turn.every.select_related("revision").only("retired_by", "revision__number")
    turn = turns.filter(pk=turn_id, session=assignment.session_id, role=Turn.Role.CLIENT).first()
    if turn is None:
        raise Http404
    revision = turn.revision
    if seen is not None and seen < revision.number:
        # The rater's page is older than the turn; a number that never was is no reason to refuse their answers.
        former = TranscriptRevision.objects.filter(session=assignment.session_id, number__lte=seen)
        revision = former.order_by("number").last() or revision
    return Annotation(
        turn=turn,
        rater_id=assignment.rater_id,
        pass_kind=assignment.pass_kind,
        codebook_version_id=assignment.session.study.codebook_version_id,
        turn_revision=revision,
        created_at=now,
        updated_at=now,
    )


def _carried(change: Change, asked: Mapping[str, Question], turn: Turn, seen: int) -> Change:
    question = asked.get(change.construct)
    answer = question.read(change.value) if question else None
    return replace(change, value=as_it_reads_now(answer, turn, seen=seen)) if is_evidence(answer) else change


def _earlier_events(
    annotation: Annotation, changes: Sequence[Change], based_on: int, *, by_rater_alone: bool = False
) -> tuple[set[UUID], set[str]]:
    """The client keys that are known already, and the constructs that were changed elsewhere since `based_on`.

    `by_rater_alone` leaves out evidence that moved with its words: whoever says which words they saw is no stranger
    to where these stand.
    """
    keys = {change.client_key for change in changes}
    if len(keys) < len(changes):
        raise KeyTaken("Two of these changes have one key; each needs its own.")
    since = Q(annotation=annotation.pk, version__gt=based_on)
    if by_rater_alone:
        since &= Q(moved_by=None)
    events = AnnotationEvent.objects.filter(Q(client_key__in=keys) | since)
    known: set[UUID] = set()
    changed: set[str] = set()
    for annotation_id, client_key, construct in events.values_list("annotation_id", "client_key", "construct_key"):
        if client_key not in keys:
            changed.add(construct)
        elif annotation_id == annotation.pk:
            known.add(client_key)
        else:
            raise KeyTaken("This change's key already names a change of another turn.")
    return known, changed


def _read_reason(value: object) -> str:
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > _LONGEST_REASON:
        message = f"Say why the turn cannot be judged, in at most {_LONGEST_REASON} characters."
        raise UnknownValue(message, fields={CANNOT_JUDGE: ["unknown value"]})
    return value.strip()
