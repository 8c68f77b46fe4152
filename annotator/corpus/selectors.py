"""Sessions with their figures, as lists and pages show them."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotator import access
from annotator.accounts.models import User
from annotator.api.parsing import whole_number
from annotator.corpus import consent
from annotator.corpus.clips import clips_of
from annotator.corpus.counting import count_of
from annotator.corpus.models import Consent, Frame, Recording, Session, Turn
from annotator.jobs.models import JobState

Json = dict[str, Any]


def sessions_for(user: User, *, now: datetime) -> QuerySet[Session]:
    """The sessions that the person may open, each with its numbers of turns and the consents that stand."""
    turns = Turn.objects.filter(session=OuterRef("pk"))
    rows = Session.objects.select_related(
        "study",
        "client",
        "counsellor",
        "recording__prepared_by",
        "recording__blurred_view",
        "counsellor_recording__blurred_view",
    ).annotate(
        n_turns=count_of(turns, by="session"),
        n_client_turns=count_of(turns.filter(role=Turn.Role.CLIENT), by="session"),
        n_frames_missing=count_of(without_frame(turns), by="session"),
        consents_to_view=consent.everyone_agrees(Consent.Scope.VIEW, at=now),
        consents_to_annotate=consent.everyone_agrees(Consent.Scope.ANNOTATE, at=now),
        consents_to_train=consent.everyone_agrees(Consent.Scope.TRAIN, at=now),
    )
    return access.sessions_for(user, rows)


def without_frame(turns: QuerySet[Turn]) -> QuerySet[Turn]:
    """The turns that should have a frame and have none."""
    frames = Frame.objects.filter(turn=OuterRef("pk"))
    return turns.filter(Exists(frames), ~Exists(frames.exclude(path="")))


def matching(sessions: QuerySet[Session], words: str) -> QuerySet[Session]:
    """The sessions whose title, key or people contain the words."""
    found = (
        Q(title__icontains=words) | Q(client__pseudonym__icontains=words) | Q(counsellor__pseudonym__icontains=words)
    )
    if (number := whole_number(words.strip().upper().removeprefix("S"))) is not None:
        found |= Q(number=number)
    return sessions.filter(found)


def recording_of(session: Session) -> Recording | None:
    """The session's recording, if it has one."""
    recording: Recording | None = getattr(session, "recording", None)
    return recording


def state_of(session: Session) -> Session.State:
    """Ready or preparing; failed or cancelled where its job has ended and the session is not ready."""
    recording = recording_of(session)
    job = recording.prepared_by if recording else None
    if session.state == Session.State.PREPARING and job and job.is_over:
        return Session.State.CANCELLED if job.state == JobState.CANCELLED else Session.State.FAILED
    return Session.State(session.state)


def turns_json(
    session: Session, *, with_words: bool = True, with_names: bool = True, with_frames: bool = True
) -> list[Json]:
    """The session's turns with whether each has a frame, as far as a person may perceive them.

    Args:
        with_words: else text and speaker are withheld.
        with_names: else speakers go by their pseudonyms.
        with_frames: else what is told of frames is withheld.
    """
    fields = ("id", "position", "speaker", "role", "start_ms", "end_ms", "text", "backchannels")
    turns = []
    rows = list(session.turns.order_by("position").prefetch_related("frames"))
    clips = clips_of(rows)
    for turn in rows:
        row = {field: getattr(turn, field) for field in fields} | {"clip": asdict(clips[turn.pk])}
        turns.append({**row, "has_frame": bool(turn.shown_frames), "frame_missing": turn.why_no_frame or None})
    if not with_names:
        turns = [_under_pseudonyms(turn, session) for turn in turns]
    if not with_words:
        turns = [{**turn, "speaker": "", "text": None, "backchannels": []} for turn in turns]
    if not with_frames:
        turns = [{**turn, "has_frame": False, "frame_missing": None} for turn in turns]
    return turns


def _under_pseudonyms(turn: Json, session: Session) -> Json:
    """The turn without its speakers' names; whoever is neither client nor counsellor has no pseudonym."""
    people = {Turn.Role.CLIENT: session.client, Turn.Role.COUNSELLOR: session.counsellor}
    names = {role: person.pseudonym for role, person in people.items() if person}
    heard = [{**each, "speaker": names.get(each["role"], "")} for each in turn["backchannels"]]
    return {**turn, "speaker": names.get(turn["role"], ""), "backchannels": heard}


def thumbnails_json(sheet: Json | None, *, duration_ms: int) -> Json | None:
    """Where each thumbnail is on the sheet and when it was shown."""
    if not sheet:
        return None
    times_ms = sheet["times_ms"]
    return {
        "tile_w": sheet["width"],
        "tile_h": sheet["height"],
        "columns": sheet["columns"],
        "every_ms": times_ms[1] - times_ms[0] if len(times_ms) > 1 else duration_ms,
        "count": len(times_ms),
        "times_ms": times_ms,
    }
