"""Marked words follow their turn's: where its text was changed, they move with it, or are kept as a quote."""

from collections.abc import Sequence
from typing import TypeGuard
from uuid import UUID

from annotator.annotations.models import Annotation, AnnotationEvent, Assignment, Score
from annotator.annotations.spans import Span, moved_spans, quotes_in
from annotator.codebooks.models import Scale
from annotator.corpus.changes import TurnChange
from annotator.corpus.following import Reworded, follows_words
from annotator.corpus.models import TranscriptRevision, Turn
from annotator.locks import lock


@follows_words
def carry_evidence(revision: TranscriptRevision, reworded: Sequence[Reworded]) -> None:
    """Move the marked words of every annotation of these turns. An undo puts them back where they were.

    A mark that moves makes an event that names the revision. The annotation stays of the turn as its rater saw it, so
    that they are asked for a second look.
    """
    # Whoever is saving on these turns comes first, or after; not in between with places of the old text.
    list(lock(Assignment.objects.all()).filter(session=revision.session_id).order_by("pk").values("pk"))
    texts = {each.turn: each for each in reworded}
    marked = Score.objects.filter(annotation__turn__in=texts, construct__scale=Scale.SPANS)
    changed: list[Score] = []
    events: list[AnnotationEvent] = []
    for score in marked.select_related("annotation__turn", "annotation__turn_revision", "construct").order_by("pk"):
        text = texts[score.annotation.turn_id]
        old, new = score.content, _followed(score, text, revision)
        if new == old:
            continue
        score.content = new
        score.annotation.version += 1
        changed.append(score)
        events.append(
            AnnotationEvent(
                annotation=score.annotation,
                construct_key=score.construct.key,
                old=old,
                new=new,
                version=score.annotation.version,
                moved_by=revision,
                at=revision.created_at,
            )
        )
    Score.objects.bulk_update(changed, ["content"], batch_size=500)
    Annotation.objects.bulk_update([score.annotation for score in changed], ["version"], batch_size=500)
    AnnotationEvent.objects.bulk_create(events, batch_size=500)


def as_it_reads_now(spans: Sequence[Span], turn: Turn, *, seen: int) -> list[Span]:
    """Spans that a rater marked on the turn at the revision `seen`, in the text that it has now."""
    later = TurnChange.objects.filter(turn=turn, revision__number__gt=seen, before__isnull=False)
    first = later.order_by("revision__number").first()
    return moved_spans(spans, first.before["text"], turn.text) if first and first.before else list(spans)


def is_evidence(answer: object) -> TypeGuard[list[Span]]:
    """Whether an answer that the codebook took is a list of spans."""
    return isinstance(answer, list)


def lost_words(annotations: Sequence[int]) -> dict[UUID, list[str]]:
    """By turn, the words that these annotations, by id, rest on and that no longer stand."""
    rows = Score.objects.filter(annotation__in=annotations, construct__scale=Scale.SPANS)
    marked = rows.values_list("annotation__turn", "content")
    quotes = {turn: quotes_in(content) for turn, content in marked if is_evidence(content)}
    return {turn: lost for turn, lost in quotes.items() if lost}


def _followed(score: Score, text: Reworded, revision: TranscriptRevision) -> list[Span]:
    spans = _spans(score.content)
    if revision.undoes is not None:
        events = AnnotationEvent.objects.filter(annotation=score.annotation_id, construct_key=score.construct.key)
        moved = events.filter(moved_by=revision.undoes).last()
        if moved and moved.new == spans:
            return _spans(moved.old)
        if not moved and not events.filter(moved_by=None, at__gt=revision.undoes.created_at).exists():
            return spans  # It stayed where it was then, so it stays now.
    return _as_seen(score) or moved_spans(spans, text.before, text.after)


def _as_seen(score: Score) -> list[Span] | None:
    """The marks as they stood where the turn reads again as their rater saw it, who is not asked; else None."""
    annotation = score.annotation
    if annotation.turn_revision_id != annotation.turn.revision_id:
        return None
    events = AnnotationEvent.objects.filter(annotation=annotation, construct_key=score.construct.key)
    own = events.filter(moved_by=None).last()
    since = events.filter(moved_by__number__gt=annotation.turn_revision.number, pk__gt=own.pk if own else 0)
    first = since.order_by("pk").first()
    return _spans(first.old) if first else None


def _spans(content: object) -> list[Span]:
    return content if is_evidence(content) else []
