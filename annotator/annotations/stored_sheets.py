"""One rater's answers to one turn as they stand stored, on a sheet; or an empty sheet for a turn without any."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.fields.json import KeyTextTransform

from annotator import sql
from annotator.annotations.asked import questions_of
from annotator.annotations.models import Annotation, Assignment
from annotator.annotations.sheet import Revision, Sheet, revision_of
from annotator.codebooks.questionnaire import Answer, Questionnaire, questionnaire_of
from annotator.corpus.models import Session, Turn
from annotator.studies.models import Study

M = TypeVar("M", bound=Model)

_NEEDED_TO_SAVE = (
    "pk",
    "rater_id",
    "pass_kind",
    "done_at",
    "session_id",
    "session__study_id",
    "session__study__codebook_version_id",
    "session__study__has_channel_passes",
)
_CODEC = KeyTextTransform("video_codec", "session__recording__probe")
_ROLE, _ANSWERED = 3, 10  # Columns of the sheet's rows.
_SHEET = """
SELECT score.construct_id, score.level_id, score.content, turn.role, turn.retired_by_id, present.id, present.number,
       (SELECT MAX(number) FROM annotator_transcriptrevision WHERE session_id = turn.session_id), seen.id, seen.number,
       answered.id, answered.version, answered.cannot_judge, answered.is_complete, answered.updated_at
FROM annotator_assignment own
JOIN annotator_session session ON session.id = own.session_id
JOIN annotator_study study ON study.id = session.study_id
JOIN annotator_turn turn ON turn.session_id = own.session_id
JOIN annotator_transcriptrevision present ON present.id = turn.revision_id
LEFT JOIN annotator_annotation answered ON answered.turn_id = turn.id AND answered.rater_id = own.rater_id
  AND answered.pass_kind = own.pass_kind AND answered.codebook_version_id = study.codebook_version_id
LEFT JOIN annotator_transcriptrevision seen ON seen.id = answered.turn_revision_id
LEFT JOIN annotator_score score ON score.annotation_id = answered.id
WHERE own.id = %s AND turn.id = %s
"""


def locked_for_saving(rows: QuerySet[Assignment], *then: sql.Statement) -> tuple[Assignment | None, list[list[Any]]]:
    """The one assignment, held to the end of the transaction, with no more than saving needs. None where there is none.

    As `locks.lock` holds it, in one go with the transaction's beginning. With it what `then` gives, asked once it is
    held.
    """
    needed = rows.order_by().values_list(*_NEEDED_TO_SAVE, _CODEC)
    text, parameters = needed.query.sql_with_params()
    held = " FOR NO KEY UPDATE OF annotator_assignment" if connection.features.has_select_for_update else ""
    found, *others = sql.run_together(sql.Statement(text + held, parameters), *then)
    if not found:
        return None, others
    pk, rater, pass_kind, done_at, session_id, study_id, version, has_passes, codec = found[0]
    study = _loaded(Study, id=study_id, codebook_version_id=version, has_channel_passes=bool(has_passes))
    session = _loaded(Session, id=session_id, study_id=study_id)
    session.has_picture = codec not in {None, "null"}  # SQLite writes JSON's null out.
    done_at = done_at and sql.moment_read(done_at)
    assignment = _loaded(Assignment, id=pk, rater_id=rater, session_id=session_id, pass_kind=pass_kind, done_at=done_at)
    session.study, assignment.session = study, session
    return assignment, others


def find_sheet(assignment: Assignment, turn_id: UUID) -> Sheet | None:
    """What the assignment's rater has recorded for the turn, by the study's codebook version; retired turns too."""
    (rows,) = sql.run_together(sheet_sql(assignment.pk, turn_id))
    return stored_sheet(assignment, turn_id, rows)


def sheet_sql(assignment_id: int, turn_id: UUID) -> sql.Statement:
    """The statement whose rows the two functions below read. By hand, since raters wait for it at each save."""
    return sql.Statement(_SHEET, (assignment_id, sql.uuid_parameter(turn_id)))


def stored_sheet(assignment: Assignment, turn_id: UUID, rows: Sequence[Any]) -> Sheet | None:
    """The sheet of what is recorded; None where nothing is, or the session has no such turn."""
    if not rows or rows[0][_ANSWERED] is None:
        return None
    _, retired_by, present, present_number, transcript, seen, seen_number, *of_annotation = rows[0][3:]
    pk, version, cannot_judge, complete, updated_at = of_annotation
    annotation = _annotation(
        assignment,
        turn_id,
        pk=pk,
        version=version,
        cannot_judge=cannot_judge,
        is_complete=complete,
        updated_at=sql.moment_read(updated_at),
        turn_revision_id=seen,
    )
    return Sheet(
        annotation,
        questions_of(assignment),
        _answers(_questionnaire(assignment), [row[:3] for row in rows]),
        seen=Revision(seen, seen_number),
        present=Revision(present, present_number),
        transcript=transcript,
        is_retired=retired_by is not None,
    )


def new_sheet(
    assignment: Assignment, turn_id: UUID, rows: Sequence[Any], *, seen: int | None, now: datetime
) -> Sheet | None:
    """An empty sheet for a client turn of the assignment's session, or None where it has no such turn.

    `seen` is the revision that the rater saw, where their page says it.
    """
    if not rows or rows[0][_ROLE] != Turn.Role.CLIENT:
        return None
    _, _, key, number, transcript = rows[0][3:8]
    of = present = Revision(key, number)
    if seen is not None and seen != present.number:
        # The rater's page is behind; a number that never was is no reason to refuse their answers.
        of = revision_of(turn_id, seen) or present
    annotation = _annotation(assignment, turn_id, created_at=now, updated_at=now, turn_revision_id=of.key)
    return Sheet(annotation, questions_of(assignment), {}, seen=of, present=present, transcript=transcript)


def _loaded(model: type[M], **values: object) -> M:
    """A row with these fields, as if no others had been asked for."""
    names = [field.attname for field in model._meta.concrete_fields if field.attname in values]
    return model.from_db(None, names, [values[name] for name in names])


def _annotation(assignment: Assignment, turn_id: UUID, **fields: Any) -> Annotation:
    return Annotation(
        turn_id=turn_id,
        rater_id=assignment.rater_id,
        pass_kind=assignment.pass_kind,
        codebook_version_id=assignment.session.study.codebook_version_id,
        **fields,
    )


def _questionnaire(assignment: Assignment) -> Questionnaire:
    return questionnaire_of(assignment.session.study.codebook_version_id)


def _answers(questionnaire: Questionnaire, scores: Sequence[Any]) -> dict[str, Answer]:
    """The answers by construct key. An annotation without scores comes as one row of nothing."""
    answers = {
        questionnaire.by_construct[construct].key: questionnaire.answer(construct, level, sql.json_read(content))
        for construct, level, content in scores
        if construct is not None
    }
    return {key: answer for key, answer in answers.items() if answer is not None}
