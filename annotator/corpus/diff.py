"""What a new transcript file would do to the turns there are: shown first, and confirmed by its hash."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal

from annotator.corpus.casting import ImportRefused, check_roles, with_roles
from annotator.corpus.clips import duration_of
from annotator.corpus.lines import Line, same_words
from annotator.corpus.models import Draft, Session, Turn
from annotator.corpus.placing import placed_turns
from annotator.corpus.revising import SAID, SAME_MOMENT_MS, latest_revision, times_moved, words_changed

Json = dict[str, Any]
Kind = Literal["kept", "changed", "moved", "new", "back", "gone"]

_BACK_WITHIN_MS = 1_000


@dataclass(frozen=True)
class Choices:
    """What a person decides about a new file of a session."""

    roles: Mapping[str, str]
    """Speaker as the file names them to client, counsellor or other."""
    offset_ms: int = 0
    two_clients_are_one: bool = False


@dataclass(frozen=True)
class Step:
    """One turn, before and after. `said` is what the file says in its place; None where the turn goes."""

    kind: Kind
    """`moved` where the turn passed others, whatever else of it changes."""
    turn: Turn | None
    """None where it is new."""
    said: Json | None
    changes: tuple[str, ...] = ()
    """Of `text`, `time`, `speaker` and `role`, what becomes another."""


@dataclass(frozen=True)
class Diff:
    """All that a file would do to a session's turns, in the order of the new transcript."""

    version: int
    """The revision it was compared with."""
    steps: list[Step]
    hash: str
    """Of the session, its revision and every step; what is confirmed is what was shown."""


def transcript_diff(session: Session, draft: Draft, choices: Choices) -> Diff:
    """Compare the draft with the session's turns. Nothing is stored.

    Raises:
        ImportRefused: the roles don't fit, or the transcripts are too long and different to compare.
    """
    names = [speaker["name"] for speaker in draft.reading["speakers"]]
    check_roles(
        names,
        choices.roles,
        two_clients_are_one=choices.two_clients_are_one,
        has_counsellor=session.counsellor_id is not None,
    )
    version = latest_revision(session).number
    old = list(session.turns.order_by("position"))
    new = _said(session, draft, choices)
    steps = list(_steps(session, old, new))
    told = [session.pk, version, [[step.kind, str(step.turn.pk) if step.turn else None, step.said] for step in steps]]
    return Diff(version, steps, sha256(json.dumps(told, sort_keys=True).encode()).hexdigest())


def known_roles(session: Session, draft: Draft) -> dict[str, str | None]:
    """The role of each of the file's speakers: as in the session's turns, else as the name tells."""
    roles: dict[str, set[str]] = {}
    for speaker, role in session.turns.values_list("speaker", "role").distinct().order_by():
        roles.setdefault(speaker, set()).add(role)
    return {
        each["name"]: next(iter(roles[each["name"]])) if len(roles.get(each["name"], ())) == 1 else each["guessed_role"]
        for each in draft.reading["speakers"]
    }


def _said(session: Session, draft: Draft, choices: Choices) -> list[Json]:
    """What each turn of the file says, on the recording's clock."""
    duration_ms = duration_of(session)
    placed = placed_turns(draft.reading["turns"], offset_ms=choices.offset_ms, duration_ms=duration_ms)
    return [{field: turn[field] for field in SAID} for turn in (with_roles(turn, choices.roles) for turn in placed)]


def _steps(session: Session, old: Sequence[Turn], new: Sequence[Json]) -> Iterator[Step]:
    from annotator.corpus.alignment import AlignmentTooLarge, align

    try:
        pairs = align([_line(vars(turn)) for turn in old], [_line(said) for said in new])
    except AlignmentTooLarge as error:
        message = "This transcript and the session's are too long and too different to be compared. Is it the same one?"
        raise ImportRefused("not_comparable", message, field="transcript") from error
    retired = list(Turn.every.filter(session=session, retired_by__isnull=False).order_by("-retired_by", "position"))
    for pair in pairs:
        if pair.new is None:
            yield Step("gone", old[pair.old or 0], None)
        elif pair.old is None:
            yield _arrival(new[pair.new], retired)
        else:
            yield _stay(old[pair.old], new[pair.new], is_moved=pair.is_moved)


def _stay(turn: Turn, said: Json, *, is_moved: bool) -> Step:
    changes = changes_of({field: getattr(turn, field) for field in SAID}, said)
    return Step("moved" if is_moved else "changed" if changes else "kept", turn, said, changes)


def _arrival(said: Json, retired: list[Turn]) -> Step:
    """A new turn, or a retired one that says the same at the same moment: it comes back with its labels."""
    for turn in retired:
        is_here = not times_moved(vars(turn), said, _BACK_WITHIN_MS)
        if is_here and turn.role == said["role"] and same_words(turn.text) == same_words(said["text"]):
            retired.remove(turn)
            return Step("back", turn, said)
    return Step("new", None, said)


def changes_of(before: Json, after: Json) -> tuple[str, ...]:
    """What of a turn became another, to a person."""
    return tuple(
        name
        for name, is_changed in (
            ("text", words_changed(before, after)),
            ("time", times_moved(before, after, SAME_MOMENT_MS)),
            ("speaker", before["speaker"] != after["speaker"]),
            ("role", before["role"] != after["role"]),
        )
        if is_changed
    )


def _line(said: Mapping[str, Any]) -> Line:
    return Line(role=said["role"], start_ms=said["start_ms"], end_ms=said["end_ms"], text=said["text"])
