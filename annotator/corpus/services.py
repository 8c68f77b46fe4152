"""From a draft to a session."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from annotator.accounts.models import User
from annotator.audit.services import record
from annotator.corpus import cameras, consent
from annotator.corpus.casting import ImportRefused, check_roles, with_roles
from annotator.corpus.discarding import lock_draft
from annotator.corpus.draft_recordings import drop_copy_to_play
from annotator.corpus.drafts import file_facts
from annotator.corpus.models import Draft, Person, Recording, Session, TranscriptRevision, Turn
from annotator.corpus.placing import placed_turns
from annotator.corpus.preparing import start_preparing
from annotator.corpus.revising import SAID
from annotator.corpus.sounds import probe_heard
from annotator.corpus.turn_frames import NO_VIDEO, do_without_frames
from annotator.studies.models import Study
from annotator.studies.services import lock_study

Json = dict[str, Any]


@dataclass(frozen=True)
class ConsentGiven:
    """What a recorded person agreed to, as told at the import."""

    scopes: tuple[str, ...]
    basis: str = ""
    last_day: date | None = None


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
    offset_ms: int | None = None
    """Added to the transcript's times to come to the recording's; None takes the draft's."""
    camera_offset_ms: int | None = None
    """When the second camera's recording began on the first one's clock. With two cameras somebody must say it."""
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
    cameras.check_offset(draft, plan.camera_offset_ms)
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
                last_day=given.last_day,
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
    turns = _create_turns(session, draft, plan, actor, now)
    recording = _create_recording(session, draft, draft.probe, plan) if draft.probe else None
    cameras.create_counsellor_recording(session, draft, offset_ms=plan.camera_offset_ms)
    if recording is None:
        _do_without_frames(session, turns)
    elif prepare:
        start_preparing(recording, actor=actor, now=now)
    message = f"Session {session.key} was imported {'with' if recording else 'without'} video, turns: {len(turns)}"
    record(actor=actor, action="session.imported", text=message, study=study, target=session, at=now)
    for path in (draft.video_path, (draft.counsellor_video or {}).get("path")):
        if path:
            drop_copy_to_play(path)
    draft.delete()  # Its files are the session's now.
    return session


def _check(draft: Draft, plan: ImportPlan) -> None:
    """Refuse a plan that doesn't fit the draft."""
    if draft.session_id is not None:
        message = "This transcript is to succeed that of a session there is. Compare it with that one instead."
        raise ImportRefused("not_a_new_session", message, field="transcript")
    if draft.upload_id is not None:
        message = "The recording is still being uploaded. Wait until it has arrived, or go on without it."
        raise ImportRefused("recording_on_its_way", message, field="video")
    check_roles(
        [speaker["name"] for speaker in draft.reading["speakers"]],
        plan.roles,
        two_clients_are_one=plan.two_clients_are_one,
        has_counsellor=bool(plan.counsellor),
    )
    if plan.counsellor == plan.client:
        message = f"{plan.client} can't be the client and the counsellor."
        raise ImportRefused("pseudonym_taken", message, field="counsellor")


def _spelt_alike(study: Study, person: Person) -> Person | None:
    """Whoever's pseudonym is the same but for what hardly shows: case, the kind of dash or blank, invisible marks."""
    look = _look(person.pseudonym)
    others = study.persons.exclude(pk=person.pk).order_by("pk")
    return next((each for each in others if _look(each.pseudonym) == look), None)


def _look(pseudonym: str) -> str:
    folded = unicodedata.normalize("NFKC", pseudonym).casefold()
    kinds = [(char, unicodedata.category(char)) for char in folded]
    return " ".join("".join("-" if kind == "Pd" else char for char, kind in kinds if kind != "Cf").split())


def _person(study: Study, pseudonym: str, role: Person.Role) -> Person:
    person, is_new = Person.objects.get_or_create(study=study, pseudonym=pseudonym, defaults={"role": role})
    if is_new and (alike := _spelt_alike(study, person)):
        message = f"{alike} is in this study already; {pseudonym} would be another person. Use one spelling."
        raise ImportRefused("pseudonym_alike", message, field=role)
    if person.role != role:
        message = f"{pseudonym} is a {person.role} in this study. Choose another pseudonym for the {role}."
        raise ImportRefused("pseudonym_taken", message, field=role)
    return person


def _create_turns(session: Session, draft: Draft, plan: ImportPlan, actor: User | None, now: datetime) -> list[Turn]:
    reading: Json = draft.reading
    duration_ms = draft.probe["duration_ms"] if draft.probe else None
    offset_ms = draft.offset_ms if plan.offset_ms is None else plan.offset_ms
    probe_remarks = probe_heard(draft.probe, draft.sound_track)["remarks"] if draft.probe else []
    revision = TranscriptRevision.objects.create(
        session=session,
        number=1,
        made_by=actor,
        made_by_name=actor.username if actor else "",
        created_at=now,
        **file_facts(draft, offset_ms=offset_ms, duration_ms=duration_ms, more_remarks=probe_remarks),
    )
    placed = placed_turns(reading["turns"], offset_ms=offset_ms, duration_ms=duration_ms)
    return Turn.objects.bulk_create(
        Turn(
            session=session,
            revision=revision,
            position=turn["position"],
            **{field: turn[field] for field in SAID},
        )
        for turn in (with_roles(turn, plan.roles) for turn in placed)
    )


def _create_recording(session: Session, draft: Draft, probe: Json, plan: ImportPlan) -> Recording:
    return Recording.objects.create(
        session=session,
        original_path=draft.video_path,
        original_name=draft.video_name,
        original_sha256=draft.video_sha256,
        bytes=draft.video_bytes,
        duration_ms=probe["duration_ms"],
        probe=probe,
        sound_track=draft.sound_track,
        client_region=plan.client_region,
    )


def _do_without_frames(session: Session, turns: list[Turn]) -> None:
    """A session without video is ready at once; that its turns have no frames is said of each."""
    do_without_frames(session.study, turns, reason=NO_VIDEO)
    session.state = Session.State.READY
    session.save(update_fields=["state"])
