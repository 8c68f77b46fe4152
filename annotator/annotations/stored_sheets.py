"""One rater's answers to one turn as they stand stored, on a sheet; or an empty sheet for a turn without any."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from annotator import sql
from annotator.annotations.models import Annotation, Assignment
from annotator.annotations.sheet import Revision, Sheet, revision_of
from annotator.codebooks.questionnaire import Answer, Question, Questionnaire, questionnaire_of
from annotator.corpus.models import Turn

_SHEET = """
SELECT score.construct_id, score.level_id, score.content,
       seen.id, seen.number, present.id, present.number, turn.retired_by_id,
       answered.id, answered.version, answered.cannot_judge, answered.is_complete, answered.updated_at
FROM annotator_annotation answered
JOIN annotator_turn turn ON turn.id = answered.turn_id
JOIN annotator_transcriptrevision seen ON seen.id = answered.turn_revision_id
JOIN annotator_transcriptrevision present ON present.id = turn.revision_id
LEFT JOIN annotator_score score ON score.annotation_id = answered.id
WHERE answered.turn_id = %s AND answered.rater_id = %s AND answered.pass_kind = %s
  AND answered.codebook_version_id = %s AND turn.session_id = %s
"""


def find_sheet(assignment: Assignment, turn_id: UUID) -> Sheet | None:
    """What the assignment's rater has recorded for the turn, by the study's codebook version; retired turns too.

    In SQL by hand, since raters wait for it at each save.
    """
    codebook_version = assignment.session.study.codebook_version_id
    turn = sql.uuid_parameter(turn_id)
    of = (turn, assignment.rater_id, assignment.pass_kind, codebook_version, assignment.session_id)
    with connection.cursor() as cursor:
        cursor.execute(_SHEET, of)
        rows = cursor.fetchall()
    if not rows:
        return None
    seen, seen_number, present, present_number, retired_by, *of_annotation = rows[0][3:]
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
        _asked_in(assignment),
        _answers(_questionnaire(assignment), [row[:3] for row in rows]),
        seen=Revision(seen, seen_number),
        present=Revision(present, present_number),
        is_retired=retired_by is not None,
    )


def new_sheet(assignment: Assignment, turn_id: UUID, *, seen: int | None, now: datetime) -> Sheet | None:
    """An empty sheet for a client turn of the assignment's session, or None where it has no such turn.

    `seen` is the revision that the rater saw, where their page says it.
    """
    turns = Turn.every.filter(pk=turn_id, session=assignment.session_id, role=Turn.Role.CLIENT).order_by()
    present = next((Revision(*row) for row in turns.values_list("revision", "revision__number")), None)
    if present is None:
        return None
    of = present
    if seen is not None and seen != present.number:
        # The rater's page is behind; a number that never was is no reason to refuse their answers.
        of = revision_of(turn_id, seen) or present
    annotation = _annotation(assignment, turn_id, created_at=now, updated_at=now, turn_revision_id=of.key)
    return Sheet(annotation, _asked_in(assignment), {}, seen=of, present=present)


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


def _asked_in(assignment: Assignment) -> Mapping[str, Question]:
    has_channel_passes = assignment.session.study.has_channel_passes
    return _questionnaire(assignment).asked_in(assignment.pass_kind, has_channel_passes=has_channel_passes)


def _answers(questionnaire: Questionnaire, scores: Sequence[Any]) -> dict[str, Answer]:
    """The answers by construct key. An annotation without scores comes as one row of nothing."""
    answers = {
        questionnaire.by_construct[construct].key: questionnaire.answer(construct, level, sql.json_read(content))
        for construct, level, content in scores
        if construct is not None
    }
    return {key: answer for key, answer in answers.items() if answer is not None}
