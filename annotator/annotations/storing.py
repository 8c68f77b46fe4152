"""Writing what came of a rater's changes: the annotation, its scores, and an event for each change.

In SQL by hand, since raters wait for it at each save.
"""

from collections.abc import Sequence

from annotator import sql
from annotator.annotations.models import Annotation, AnnotationEvent, Score
from annotator.codebooks.models import Construct

_NEW = """
INSERT INTO annotator_annotation (turn_id, rater_id, pass_kind, codebook_version_id, turn_revision_id, cannot_judge,
  is_complete, version, created_at, updated_at)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
_KEY_OF_NEW = (
    "(SELECT id FROM annotator_annotation "
    "WHERE turn_id = %s AND rater_id = %s AND pass_kind = %s AND codebook_version_id = %s)"
)


def store(
    annotation: Annotation, *, cleared: Sequence[Construct], scores: Sequence[Score], events: Sequence[AnnotationEvent]
) -> None:
    """Store the annotation, which may be new, take away what was cleared, and put the scores in their places.

    It is the last that its transaction does.
    """
    statements = [_insertion(annotation) if annotation.pk is None else _update(annotation)]
    if cleared:
        statements.append(_removal(annotation, cleared))
    if scores:
        statements.append(_scores(annotation, scores))
    if events:
        statements.append(_events(annotation, events))
    sql.run_last(*statements)


def _insertion(annotation: Annotation) -> sql.Statement:
    return sql.Statement(
        _NEW,
        [
            *_unique(annotation),
            annotation.turn_revision_id,
            annotation.cannot_judge,
            annotation.is_complete,
            annotation.version,
            sql.moment_parameter(annotation.created_at),
            sql.moment_parameter(annotation.updated_at),
        ],
    )


def _unique(annotation: Annotation) -> list[object]:
    """What there is one annotation of."""
    turn = sql.uuid_parameter(annotation.turn_id)
    return [turn, annotation.rater_id, annotation.pass_kind, annotation.codebook_version_id]


def _update(annotation: Annotation) -> sql.Statement:
    return sql.Statement(
        "UPDATE annotator_annotation SET version = %s, cannot_judge = %s, is_complete = %s, updated_at = %s, "
        "turn_revision_id = %s WHERE id = %s",
        [
            annotation.version,
            annotation.cannot_judge,
            annotation.is_complete,
            sql.moment_parameter(annotation.updated_at),
            annotation.turn_revision_id,
            annotation.pk,
        ],
    )


def _removal(annotation: Annotation, constructs: Sequence[Construct]) -> sql.Statement:
    text = "DELETE FROM annotator_score WHERE annotation_id = %s AND construct_id IN (LIST)"
    keys = [construct.pk for construct in constructs]
    return sql.Statement(sql.spread(text, len(keys)), [annotation.pk, *keys])


def _scores(annotation: Annotation, scores: Sequence[Score]) -> sql.Statement:
    rows = [(each.construct_id, each.level_id, sql.json_parameter(each.content)) for each in scores]
    return _of_rows(
        annotation,
        "INSERT INTO annotator_score (annotation_id, construct_id, level_id, content) VALUES LIST "
        "ON CONFLICT (annotation_id, construct_id) "
        "DO UPDATE SET level_id = EXCLUDED.level_id, content = EXCLUDED.content",
        rows,
    )


def _events(annotation: Annotation, events: Sequence[AnnotationEvent]) -> sql.Statement:
    rows = [
        (
            sql.uuid_parameter(each.client_key),
            each.construct_key,
            sql.json_parameter(each.old),
            sql.json_parameter(each.new),
            each.version,
            sql.moment_parameter(each.at),
        )
        for each in events
    ]
    return _of_rows(
        annotation,
        "INSERT INTO annotator_annotationevent (annotation_id, client_key, construct_key, old, new, version, at) "
        "VALUES LIST",
        rows,
    )


def _of_rows(annotation: Annotation, text: str, rows: Sequence[tuple[object, ...]]) -> sql.Statement:
    """The text with the rows in the place of its `LIST`, each of them beginning with the annotation's key."""
    key, of_key = ("%s", [annotation.pk]) if annotation.pk else (_KEY_OF_NEW, _unique(annotation))
    places = ", ".join([key, *["%s"] * len(rows[0])])
    listed = ", ".join([f"({places})"] * len(rows))
    return sql.Statement(text.replace("LIST", listed), [value for row in rows for value in (*of_key, *row)])
