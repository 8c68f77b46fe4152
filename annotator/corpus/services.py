"""From a draft to a session."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from annotator.accounts.models import User
from annotator.audit.services import record
from annotator.corpus import consent
from annotator.corpus.drafts import lock_draft
from annotator.corpus.models import Draft, Person, Recording, Session, TranscriptRevision, Turn
from annotator.corpus.preparing import start_preparing
from annotator.corpus.reading import past_end, past_end_remarks
from annotator.corpus.turn_frames import do_without_frames
from annotator.errors import DomainError
from annotator.studies.models import Study
from annotator.studies.services import lock_study

Json = dict[str, Any]

READER_VERSION = "1"


class ImportRefused(DomainError):
    """The plan doesn't fit the files; `code` says how, `fields` where."""

    status = 400

    def __init__(self, code: str, message: str, *, field: str) -> None:
        super().__init__(message, fields={field: [message]})
        self.code = code


@dataclass(frozen=True)
class ConsentGiven:
    """What a recorded person agreed to, as told at the import."""

    scopes: tuple[str, ...]
    basis: str = ""
    expires_at: datetime | None = None


@dataclass(frozen=True)
class ImportPlan:
    """What a person decides about a draft."""

    roles: Mapping[str, str]
    """Speaker as the file names them ("" where it doesn't) to client, counsellor or other."""
    client: str
    """Pseudonym."""
    counsellor: str | None = None
    title: str = ""
    client_consent: ConsentGiven | None = None
    """None leaves what is on record as it is."""
    counsellor_consent: ConsentGiven | None = None
    client_region: Mapping[str, float] | None = None
    """x, y, w, h as fractions of the picture."""
    offset_ms: int = 0
    """Added to the transcript's times to come to the recording's."""
    two_clients_are_one: bool = False
    """Whether several speakers with the role of client are one person."""


@transaction.atomic
def confirm_draft(
    *, draft: Draft, plan: ImportPlan, actor: User | None, now: datetime, prepare: bool = True
) -> Session:
    """Make the draft a session with its persons, consents, turns and recording, and start preparing the video.

    With `prepare=False` the caller prepares it in its own process.

    Raises:
        ImportRefused: roles, pseudonyms or times don't fit.
        DraftGone: it was confirmed or discarded before, perhaps by the same click sent twice.
    """
    lock_draft(draft)
    _check(draft, plan)
    study = draft.study
    lock_study(study)
    client = _person(study, plan.client, Person.Role.CLIENT)
    counsellor = _person(study, plan.counsellor, Person.Role.COUNSELLOR) if plan.counsellor else None
    for person, given in ((client, plan.client_consent), (counsellor, plan.counsellor_consent)):
        if person and given:
            consent.give(
                person=person,
                scopes=given.scopes,
                basis=given.basis,
                expires_at=given.expires_at,
                actor=actor,
                now=now,
            )
    session = Session.objects.create(
        study=study,
        number=(study.sessions.aggregate(latest=Max("number"))["latest"] or 0) + 1,
        title=plan.title,
        client=client,
        counsellor=counsellor,
        imported_by=actor,
        created_at=now,
    )
    turns = _create_turns(session, draft, plan, now)
    recording = _create_recording(session, draft, draft.probe, plan) if draft.probe else None
    if recording is None:
        _do_without_frames(session, turns)
    elif prepare:
        start_preparing(recording, actor=actor, now=now)
    message = f"Session {session.key} was imported, {len(turns)} turns, {'with' if recording else 'without'} video"
    record(actor=actor, action="session.imported", text=message, study=study, target=session, at=now)
    draft.delete()  # Its files are the session's now.
    return session


def _check(draft: Draft, plan: ImportPlan) -> None:
    """Refuse a plan that doesn't fit the draft."""
    speakers = [speaker["name"] for speaker in draft.reading["speakers"]]
    if without_role := [speaker or "unknown speaker" for speaker in speakers if speaker not in plan.roles]:
        raise ImportRefused(
            "role_missing",
            f"Say who {_listed(without_role)} {'are' if len(without_role) > 1 else 'is'}.",
            field="roles",
        )
    clients = [speaker for speaker in speakers if plan.roles[speaker] == Turn.Role.CLIENT]
    if not clients:
        raise ImportRefused("no_client", "Say which speaker is the client.", field="roles")
    if len(clients) > 1 and not plan.two_clients_are_one:
        raise ImportRefused(
            "two_clients",
            f"{_listed([speaker or 'unknown speaker' for speaker in clients])} are all clients. A session has one: "
            "give the others another role, or say that they are one person.",
            field="roles",
        )
    if Turn.Role.COUNSELLOR in {plan.roles[speaker] for speaker in speakers} and not plan.counsellor:
        message = "Give the counsellor a pseudonym such as T-01, so that their consent can be kept."
        raise ImportRefused("no_counsellor", message, field="counsellor")
    if plan.counsellor == plan.client:
        message = f"{plan.client} can't be the client and the counsellor."
        raise ImportRefused("pseudonym_taken", message, field="counsellor")
    starts = [turn["start_ms"] for turn in draft.reading["turns"] if turn["start_ms"] is not None]
    if starts and min(starts) + plan.offset_ms < 0:
        message = f"With this offset the first turn would begin {-(min(starts) + plan.offset_ms)} ms before the video."
        raise ImportRefused("negative_time", message, field="offset_ms")


def _person(study: Study, pseudonym: str, role: Person.Role) -> Person:
    person, _ = Person.objects.get_or_create(study=study, pseudonym=pseudonym, defaults={"role": role})
    if person.role != role:
        message = f"{pseudonym} is a {person.role} in this study. Choose another pseudonym for the {role}."
        raise ImportRefused("pseudonym_taken", message, field=role)
    return person


def _create_turns(session: Session, draft: Draft, plan: ImportPlan, now: datetime) -> list[Turn]:
    reading: Json = draft.reading
    duration_ms = draft.probe["duration_ms"] if draft.probe else None
    revision = TranscriptRevision.objects.create(
        session=session,
        number=1,
        raw_path=draft.transcript_path,
        raw_name=draft.transcript_name,
        raw_sha256=draft.transcript_sha256,
        format=reading["format"],
        reader_version=READER_VERSION,
        remarks=[
            *reading["remarks"],
            *(draft.probe["remarks"] if draft.probe else []),
            *past_end_remarks(reading["turns"], duration_ms=duration_ms, offset_ms=plan.offset_ms),
        ],
        created_at=now,
    )
    late = past_end(reading["turns"], duration_ms=duration_ms, offset_ms=plan.offset_ms)
    untimed = {turn["position"] for turn in late}
    return Turn.objects.bulk_create(
        Turn(
            session=session,
            revision=revision,
            position=turn["position"],
            speaker=turn["speaker"],
            role=plan.roles[turn["speaker"]],
            start_ms=None if turn["position"] in untimed else _moved(turn["start_ms"], plan.offset_ms),
            end_ms=None if turn["position"] in untimed else _moved(turn["end_ms"], plan.offset_ms),
            text=turn["text"],
        )
        for turn in reading["turns"]
    )


def _moved(time_ms: int | None, offset_ms: int) -> int | None:
    return None if time_ms is None else time_ms + offset_ms


def _create_recording(session: Session, draft: Draft, probe: Json, plan: ImportPlan) -> Recording:
    return Recording.objects.create(
        session=session,
        original_path=draft.video_path,
        original_name=draft.video_name,
        original_sha256=draft.video_sha256,
        bytes=draft.video_bytes,
        duration_ms=probe["duration_ms"],
        probe=probe,
        client_region=plan.client_region,
    )


def _do_without_frames(session: Session, turns: list[Turn]) -> None:
    """A session without video is ready at once; that its turns have no frames is said of each."""
    do_without_frames(session.study, turns, reason="The session has no video.")
    session.state = Session.State.READY
    session.save(update_fields=["state"])


def _listed(names: list[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
