"""A new transcript file for a session that has one: compared first, then confirmed by what was shown."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import get_args
from uuid import UUID

from django.db import transaction

from annotator.accounts.models import User
from annotator.corpus.casting import ImportRefused
from annotator.corpus.diff import Choices, Diff, Kind, Step, transcript_diff
from annotator.corpus.discarding import lock_draft
from annotator.corpus.drafts import file_facts
from annotator.corpus.models import Draft, Recording, TranscriptRevision, Turn
from annotator.corpus.revising import SAID, SAME_MOMENT_MS, Revising
from annotator.errors import DomainError


class StaleDiff(DomainError):
    """What would happen is no longer what was shown; `details` holds the hash of what would happen now."""

    code = "stale_diff"


def diff_of(draft: Draft, choices: Choices) -> Diff:
    """What the draft would do to its session's turns.

    Raises:
        ImportRefused: the draft belongs to no session, or the roles don't fit.
    """
    if draft.session is None:
        message = "This import is to be a session of its own; there is nothing to compare it with."
        raise ImportRefused("a_new_session", message, field="transcript")
    return transcript_diff(draft.session, draft, choices)


@transaction.atomic
def revise_by_file(
    *, draft: Draft, choices: Choices, shown: str, actor: User | None, now: datetime
) -> TranscriptRevision:
    """Put the draft's turns in the place of its session's, as the diff with the hash `shown` says.

    Turns keep their ids and labels; those that are gone are retired with theirs.

    Raises:
        StaleDiff: the transcript or the choices are others than those that were shown.
        DraftGone: it was confirmed or discarded before.
        ImportRefused: as `diff_of`.
    """
    lock_draft(draft)
    diff = diff_of(draft, choices)
    if draft.session is None or diff.hash != shown:
        raise StaleDiff(
            "The transcript was changed since you saw this comparison. Look at the new one, then confirm again.",
            details={"hash": diff.hash, "version": diff.version},
        )
    # Between the comparison and this lock an edit may still come first; then the version no longer fits.
    revising = Revising(draft.session, based_on=diff.version)
    here = {turn.pk: turn for turn in revising.turns}
    revising.turns = [_turn(step, here, draft) for step in diff.steps if step.said is not None]
    duration_ms = Recording.objects.filter(session=draft.session).values_list("duration_ms", flat=True).first()
    counts = Counter(step.kind for step in diff.steps)
    revision = revising.write(
        TranscriptRevision.Kind.FILE,
        what="a new file was read, turns "
        + ", ".join(f"{kind}: {counts[kind]}" for kind in get_args(Kind) if counts[kind]),
        actor=actor,
        now=now,
        tolerance_ms=SAME_MOMENT_MS,
        moved={step.turn.pk for step in diff.steps if step.turn and step.kind == "moved"},
        source=None,
        **file_facts(draft, offset_ms=choices.offset_ms, duration_ms=duration_ms),
    )
    draft.delete()  # Its file is the revision's now.
    return revision


def _turn(step: Step, here: Mapping[UUID, Turn], draft: Draft) -> Turn:
    """The step's turn, saying what the file says."""
    turn = here.get(step.turn.pk, step.turn) if step.turn else Turn(session=draft.session)
    for field in SAID:
        setattr(turn, field, (step.said or {})[field])
    return turn
