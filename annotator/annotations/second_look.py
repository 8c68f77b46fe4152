"""Annotations whose turn was changed after them: what changed, and that the rater stands by their answers.

An annotation names the revision in which the turn came to read as the rater saw it. Where the turn names another one,
it was changed since. A pass through one channel is asked only about what it shows.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from annotator.annotations.evidence import lost_words
from annotator.annotations.models import Annotation, Assignment
from annotator.codebooks.models import PassKind
from annotator.corpus.changes import TurnChange
from annotator.corpus.revising import times_moved, words_changed
from annotator.corpus.standing import to_rate

Json = dict[str, Any]

_SHOWN = {
    PassKind.WORDS: ("text", "role", "place"),
    PassKind.FACE: ("time", "role"),
    PassKind.TOGETHER: ("text", "time", "role", "place"),
}
"""What of a turn a pass shows."""


@dataclass(frozen=True)
class SecondLook:
    """What became of a turn since a rater saw it."""

    what: list[str]
    """Of `text`, `time`, `role` and `place`, what changed; `new` alone where the turn came after the pass was given."""
    since: int
    """The first revision that changed it."""
    was: Json | None
    """start_ms, end_ms, role and text as the rater saw them; None where the turn is new; no text in `face`."""
    lost: list[str] = field(default_factory=list)
    """The words that the rater had marked as evidence and that no longer stand in the turn."""

    @property
    def is_of_new_turn(self) -> bool:
        """Whether the turn came after the pass was given, so that there is no answer to confirm."""
        return self.what == ["new"]

    def to_json(self) -> Json:
        """As the API shows it."""
        return {"what": self.what, "since": self.since, "was": self.was, "lost": self.lost}


def asking_for_a_second_look(annotations: QuerySet[Annotation]) -> QuerySet[Annotation]:
    """The annotations whose turn was changed, in what their pass shows, after the rater saw it."""
    later = TurnChange.objects.filter(turn=OuterRef("turn"), revision__number__gt=OuterRef("turn_revision__number"))
    seen = Q()
    for pass_kind, shown in _SHOWN.items():
        changed = Q()
        for what in shown:
            changed |= Q(**{f"{what}_changed": True})
        seen |= Q(Exists(later.filter(changed)), pass_kind=pass_kind)
    return annotations.filter(to_rate()).exclude(turn_revision=F("turn__revision")).filter(seen)


def second_looks(assignment: Assignment, annotations: QuerySet[Annotation]) -> dict[UUID, SecondLook]:
    """What to tell the rater of an assignment about its turns, by turn.

    `annotations` are those of the assignment.
    """
    if not assignment.session.revisions.filter(number__gt=1).exists():
        return {}  # Nothing was changed since the first reading, as with most transcripts.
    shown = _SHOWN[PassKind(assignment.pass_kind)]
    asking = asking_for_a_second_look(annotations)
    rows = list(asking.values_list("pk", "turn", "turn_revision__number"))
    seen = {turn: number for _, turn, number in rows}
    changes: dict[UUID, list[TurnChange]] = {}
    for change in _changes_of(seen):
        if change.revision.number > seen[change.turn_id]:
            changes.setdefault(change.turn_id, []).append(change)
    lost = lost_words([pk for pk, _, _ in rows])
    looks = {turn: replace(_look(later, shown), lost=lost.get(turn, [])) for turn, later in changes.items()}
    rated = set(annotations.values_list("turn", flat=True))
    return looks | {
        change.turn_id: SecondLook(what=["new"], since=change.revision.number, was=None)
        for change in _arrivals(assignment)
        if change.turn_id not in rated
    }


def _look(changes: Sequence[TurnChange], shown: Sequence[str]) -> SecondLook:
    """What a pass that shows `shown` says of a turn's later changes, the first of them first."""
    telling = [change for change in changes if any(getattr(change, f"{each}_changed") for each in shown)]
    what = [each for each in shown if any(getattr(change, f"{each}_changed") for change in telling)]
    was = next((change.before for change in changes if change.before is not None), None)
    now = changes[-1].after
    if was is not None and now is not None:
        # What was changed and then undone is no news, as long as something else is. Where nothing else of the turn is,
        # it names the revision of then and is not asked about; a pass through one channel may still be.
        what = [each for each in what if _differs(each, was, now)] or what
    if was is not None:
        was = {field: was[field] for field in ("role", "start_ms", "end_ms", "text")}
        was["text"] = was["text"] if "text" in shown else None
    return SecondLook(what, telling[0].revision.number, was)


def _differs(what: str, was: Json, now: Json) -> bool:
    if what == "text":
        return words_changed(was, now)
    if what == "time":
        return times_moved(was, now, 0)
    field = {"role": "role", "place": "position"}[what]
    return bool(was[field] != now[field])


def _changes_of(turns: Iterable[UUID]) -> QuerySet[TurnChange]:
    rows = TurnChange.objects.filter(turn__in=list(turns))
    return rows.select_related("revision").order_by("revision__number")


def _arrivals(assignment: Assignment) -> QuerySet[TurnChange]:
    """The turns that came into the transcript after the pass was given."""
    rows = TurnChange.objects.filter(to_rate(), turn__session=assignment.session_id, before__isnull=True)
    return rows.filter(revision__created_at__gt=assignment.created_at).select_related("revision")
