"""Starting the preparation of a session's video, and what of a session may be changed after its import."""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from annotator.accounts.models import User
from annotator.audit.services import record
from annotator.corpus.blurring import is_blurred_as_wanted
from annotator.corpus.models import FrameChange, Recording, Session, Turn
from annotator.corpus.standing import in_transcript
from annotator.corpus.turn_frames import BEING_MADE, NO_VIDEO, do_without_frames, frames_of_a_turn
from annotator.errors import DomainError
from annotator.jobs.models import Job, JobState
from annotator.jobs.services import start_job
from annotator.studies.models import Study

Json = dict[str, Any]


class AlreadyPreparing(DomainError):
    code = "already_preparing"


class NothingToPrepare(DomainError):
    code = "nothing_to_prepare"


def wanted_of(study: Study) -> Json:
    """What the study's settings ask of every recording: equal answers, nothing to prepare again."""
    return {
        "frames": (study.frame_rule, study.frames_per_turn, study.face_finder),
        "blurred": study.is_pitch_shifted if study.blurred_roles else None,
    }


@dataclass(frozen=True)
class PreparationState:
    """How far the recordings of a study are prepared, in sessions."""

    sessions: int
    preparing: int
    failed: int
    progress: float | None
    """0 to 1, of those being prepared."""
    without_region: int
    """In which nobody has said which face is the client's."""


def state_of_preparation(study: Study) -> PreparationState:
    """The study's recordings, by what their latest job has come to."""
    recordings = list(Recording.objects.filter(session__study=study).select_related("session", "prepared_by"))
    jobs = [(recording.session, recording.prepared_by) for recording in recordings if recording.prepared_by]
    running = [job for _, job in jobs if not job.is_over]
    failed = [job for session, job in jobs if job.is_over and session.state != Session.State.READY]
    return PreparationState(
        sessions=len(recordings),
        preparing=len(running),
        failed=len(failed),
        progress=sum(job.progress for job in running) / len(running) if running else None,
        without_region=sum(recording.client_region is None and recording.has_picture for recording in recordings),
    )


@dataclass(frozen=True)
class Remade:
    """What a change of the study's settings has made anew, in sessions."""

    frames: int
    views: int
    """Blurred views: those that the new settings need and that aren't there as they ask."""
    by_hand: int
    """Frames that a person chose and that stay."""
    by_hand_ended: int
    """Frames that a person chose and that the new rule has no place for."""


def what_is_remade(study: Study, changes: Mapping[str, object]) -> Remade:
    """What `prepare_changed` would have made anew after these changes of the study's fields."""
    wanted, planned = wanted_of(study), copy(study)
    for field, value in changes.items():
        setattr(planned, field, value)
    to_come = wanted_of(planned)
    if to_come in (wanted, wanted | {"blurred": None}):
        return Remade(0, 0, 0, 0)
    recordings = list(Recording.objects.filter(session__study=study).select_related("session", "blurred_view"))
    for recording in recordings:
        recording.session.study = planned
    has_new_frames = to_come["frames"] != wanted["frames"]
    chosen = FrameChange.objects.filter(in_transcript(), turn__session__study=study, ended_at__isnull=True)
    n_ended = chosen.filter(number__gte=frames_of_a_turn(planned)).count() if has_new_frames else 0
    return Remade(
        frames=len(recordings) if has_new_frames else 0,
        views=sum(not is_blurred_as_wanted(recording) for recording in recordings),
        by_hand=chosen.count() - n_ended if has_new_frames else 0,
        by_hand_ended=n_ended,
    )


@transaction.atomic
def prepare_changed(*, study: Study, before: Json, actor: User, now: datetime) -> list[Job]:
    """After a change of the study's settings, prepare its recordings again if they must be other than before.

    A recording that is being prepared is left: its job sees the change at its end.
    """
    wanted = wanted_of(study)
    if wanted in (before, before | {"blurred": None}):
        return []
    recordings = Recording.objects.select_for_update(of=("self",)).filter(session__study=study)
    return [
        start_preparing(recording, actor=actor, now=now)
        for recording in recordings.select_related("session__study", "prepared_by")
        if recording.prepared_by is None or recording.prepared_by.is_over
    ]


@transaction.atomic
def update_session(
    *, session: Session, actor: User, now: datetime, title: str | None = None, client_region: Json | None = None
) -> Session:
    """Rename the session, or move the client's region, after which the frames are extracted again.

    Raises:
        NothingToPrepare: a region for a session without video.
        AlreadyPreparing: the frames are being extracted at this moment.
    """
    changed = []
    if title is not None:
        session.title = title
        session.save(update_fields=["title"])
        changed.append("title")
    if client_region is not None:
        recording = _recording_to_prepare(session)
        recording.client_region = client_region
        recording.save(update_fields=["client_region"])
        start_preparing(recording, actor=actor, now=now)
        changed.append("client's region")
    message = f"Session {session.key}: {' and '.join(changed) or 'nothing'} changed"
    record(actor=actor, action="session.changed", text=message, study=session.study, target=session, at=now)
    return session


@transaction.atomic
def prepare_again(*, session: Session, actor: User, now: datetime) -> Job:
    """Start preparing the video once more, after a failure.

    Raises:
        NothingToPrepare: there is no video.
        AlreadyPreparing: it is being prepared.
    """
    return start_preparing(_recording_to_prepare(session), actor=actor, now=now)


def renew_frames(session: Session, turns: Sequence[Turn], *, actor: User | None, now: datetime) -> None:
    """Take back the frames of turns that were changed, and have them made anew where there is a video."""
    if not turns:
        return
    recording = Recording.objects.select_for_update(of=("self",)).filter(session=session).first()
    do_without_frames(session.study, turns, reason=BEING_MADE if recording else NO_VIDEO)
    if recording is None or all(turn.role != Turn.Role.CLIENT for turn in turns):
        return
    # A job that has not begun will find the turns as they are now.
    if not (recording.prepared_by and recording.prepared_by.state == JobState.QUEUED):
        start_preparing(recording, actor=actor, now=now)


def start_preparing(recording: Recording, *, actor: User | None, now: datetime) -> Job:
    """Start the job that prepares the recording, once what surrounds it has committed."""
    session = recording.session
    job = start_job(
        kind="prepare_session",
        arguments={"session_id": session.pk},
        title=f"Preparing session {session.key}",
        study=session.study,
        started_by=actor,
        now=now,
    )
    # Its frames may be of a former region, so a session whose job does not succeed is not ready.
    Session.objects.filter(pk=session.pk).update(state=Session.State.PREPARING)
    recording.prepared_by = job
    recording.save(update_fields=["prepared_by"])
    return job


def _recording_to_prepare(session: Session) -> Recording:
    # First the session, as a change of its turns does, so that neither waits for the other for ever.
    Session.objects.select_for_update(of=("self",)).get(pk=session.pk)
    recording = Recording.objects.select_for_update().filter(session=session).first()
    if recording is None:
        raise NothingToPrepare(f"Session {session.key} has no video to prepare.")
    if recording.prepared_by and not recording.prepared_by.is_over:
        raise AlreadyPreparing(
            f"The video of session {session.key} is being prepared. Wait for it, or cancel it first."
        )
    return recording
