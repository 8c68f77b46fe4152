"""Writing what came of a rater's changes: the annotation, its scores, and an event for each change.

In SQL by hand, since raters wait for it at each save.
"""

from collections.abc import Sequence

from annotator import sql
from annotator.annotations.models import Annotation, AnnotationEvent, Score
from annotator.codebooks.models import Construct


def store(
    annotation: Annotation, *, cleared: Sequence[Construct], scores: Sequence[Score], events: Sequence[AnnotationEvent]
) -> None:
    """Store the annotation, whose key may be new, take away what was cleared, and put the scores in their places.

    It is the last that its transaction does.
    """
    statements = []
    if annotation.pk is None:
        annotation.save(force_insert=True)
    else:
        statements.append(_update(annotation))
    if cleared:
        statements.append(_removal(annotation, cleared))
    if scores:
        statements.append(_scores(annotation, scores))
    if events:
        statements.append(_events(annotation, events))
    sql.run_last(*statements)


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
    rows = [(annotation.pk, each.construct_id, each.level_id, sql.json_parameter(each.content)) for each in scores]
    return _of_rows(
        "INSERT INTO annotator_score (annotation_id, construct_id, level_id, content) VALUES LIST "
        "ON CONFLICT (annotation_id, construct_id) "
        "DO UPDATE SET level_id = EXCLUDED.level_id, content = EXCLUDED.content",
        rows,
    )


def _events(annotation: Annotation, events: Sequence[AnnotationEvent]) -> sql.Statement:
    rows = [
        (
            annotation.pk,
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
        "INSERT INTO annotator_annotationevent (annotation_id, client_key, construct_key, old, new, version, at) "
        "VALUES LIST",
        rows,
    )


def _of_rows(text: str, rows: Sequence[tuple[object, ...]]) -> sql.Statement:
    return sql.Statement(sql.spread(text, len(rows), columns=len(rows[0])), [value for row in rows for value in row])
