"""How a transcript came to read as it does, and which labelled turns left it on the way."""

from typing import Any

from django.db.models import Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce

from annotator.corpus.changes import TurnChange
from annotator.corpus.labels import label_counts
from annotator.corpus.models import Session, TranscriptRevision, Turn

Json = dict[str, Any]


def history_of(session: Session) -> QuerySet[TranscriptRevision]:
    """The session's revisions, the latest first, each with what it did.

    They carry `n_changed`, `n_new`, `n_gone` (turns), `position` (of the first turn it touched, as it was before or,
    for a new one, as it came) and `changed_text`, `changed_time`, `changed_role` (of any turn that stayed).
    """
    own = TurnChange.objects.filter(revision=OuterRef("pk"))
    place = Cast(Coalesce(KT("before__position"), KT("after__position")), IntegerField())
    first = own.annotate(place=place).order_by("place").values("place")[:1]
    stayed = Q(changes__before__isnull=False, changes__after__isnull=False)
    return (
        session.revisions.select_related("undoes", "undone_by")
        .annotate(
            n_changed=Count("changes", filter=stayed),
            n_new=Count("changes", filter=Q(changes__before__isnull=True)),
            n_gone=Count("changes", filter=Q(changes__after__isnull=True)),
            position=Subquery(first),
            changed_text=Exists(own.filter(text_changed=True)),
            changed_time=Exists(own.filter(time_changed=True)),
            changed_role=Exists(own.filter(role_changed=True)),
        )
        .order_by("-number")
    )


def retired_with_labels(session: Session) -> list[Json]:
    """The turns that left the transcript while labels are on them, those that left last first."""
    gone = Turn.every.filter(session=session, retired_by__isnull=False)
    turns = list(gone.select_related("retired_by").order_by("-retired_by__number", "position"))
    labels = label_counts([turn.pk for turn in turns])
    return [
        {
            "id": turn.pk,
            "retired_by": turn.retired_by.number if turn.retired_by else None,
            "speaker": turn.speaker,
            "role": turn.role,
            "start_ms": turn.start_ms,
            "text": turn.text,
            "n_labels": labels[turn.pk],
        }
        for turn in turns
        if labels[turn.pk]
    ]
