"""Starting the preparation of a session's video, and what of a session may be changed after its import.

A session is prepared by one job at a time. As long as its job will still look at what is wanted before it ends, the
session is `preparing`, and whoever wants something else needs no other job. Both sides lock the session first.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from annotator.accounts.models import User
from annotator.audit.services import record
from annotator.corpus.blurred_views import is_blurred_as_wanted
from annotator.corpus.cameras import NoSecondCamera, counsellor_recording_of
from annotator.corpus.models import FrameChange, Recording, Session, Turn
from annotator.corpus.selectors import recording_of
from annotator.corpus.sounds import NO_CHOICES, Choices, Sounds, check_sound_track, describe_choice
from annotator.corpus.standing import in_transcript
from annotator.corpus.turn_frames import BEING_MADE, NO_VIDEO, do_without_frames, frames_of_a_turn
from annotator.errors import DomainError
from annotator.jobs.models import Job
from annotator.jobs.services import start_job
from annotator.locks import lock, locked
from annotator.studies.models import Study

Json = dict[str, Any]


class NothingToPrepare(DomainError):
    code = "nothing_to_prepare"


def wanted_of(study: Study) -> Json:
    """What the study's settings ask of every recording: equal answers, nothing to prepare again."""
    return {
        "frames": (study.frame_rule, study.frames_per_turn, study.face_finder),
        "blurred": study.is_pitch_shifted if study.blurred_roles else None,
    }


def sounds_of(recording: Recording) -> Sounds:
    """What is heard of the session's recordings."""
    second = counsellor_recording_of(recording.session)
    return recording.sound_track, second.sound_track if second else None


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

    Returns the jobs that do it, some of which may have been running already.
    """
    wanted = wanted_of(study)
    if wanted in (before, before | {"blurred": None}):
        return []
    sessions = lock(Session.objects.filter(study=study, recording__isnull=False)).order_by("pk")
    return [have_prepared(session, actor=actor, now=now) for session in sessions]


@transaction.atomic
def update_session(
    *,
    session: Session,
    actor: User,
    now: datetime,
    title: str | None = None,
    client_region: Json | None = None,
    sounds: Choices = NO_CHOICES,
) -> Session:
    """Rename the session, move the client's region, or say which sound is heard; it is then prepared again.

    Raises:
        NothingToPrepare: a region or a sound for a session without video.
        NoSecondCamera: a sound of it for a session without one.
        NoSuchSound: the recording has no such sound track.
    """
    session = locked(Session.objects.select_related("study"), session)
    changed = []
    if title is not None:
        session.title = title
        session.save(update_fields=["title"])
        changed.append("title")
    if client_region is not None:
        if not Recording.objects.filter(session=session).update(client_region=client_region):
            raise _nothing_to_prepare(session)
        have_prepared(session, actor=actor, now=now)
        changed.append("client's region")
    if told := _choose_sounds(session, sounds):
        have_prepared(session, actor=actor, now=now)
        changed += told
    message = f"Session {session.key}: {' and '.join(changed) or 'nothing'} changed"
    record(actor=actor, action="session.changed", text=message, study=session.study, target=session, at=now)
    return session


def _choose_sounds(session: Session, choices: Choices) -> list[str]:
    """Keep what is to be heard, and say what changed."""
    changed = []
    for camera, sound_track in choices.items():
        recording = recording_of(session) if camera == "client" else counsellor_recording_of(session)
        if recording is None and camera == "counsellor":
            raise NoSecondCamera(f"No second camera filmed session {session.key}, so it has no sound to choose.")
        if recording is None:
            raise _nothing_to_prepare(session)
        check_sound_track(recording.probe, sound_track, camera=camera)
        if recording.sound_track != sound_track:
            was, now = (describe_choice(recording.probe, each) for each in (recording.sound_track, sound_track))
            changed.append(f"what is heard of the {camera}'s recording ({was} → {now})")
            recording.sound_track = sound_track
            recording.save(update_fields=["sound_track"])
    return changed


@transaction.atomic
def prepare_again(*, session: Session, actor: User, now: datetime) -> Job:
    """Prepare the video once more, after a failure; the job that does, which may be running already.

    Raises:
        NothingToPrepare: there is no video.
    """
    return have_prepared(locked(Session.objects.select_related("study"), session), actor=actor, now=now)


def renew_frames(session: Session, turns: Sequence[Turn], *, actor: User | None, now: datetime) -> None:
    """Take back the frames of turns that were changed, and have them made anew where there is a video.

    Whoever calls has locked the session.
    """
    if not turns:
        return
    has_video = Recording.objects.filter(session=session).exists()
    do_without_frames(session.study, turns, reason=BEING_MADE if has_video else NO_VIDEO)
    if has_video and any(turn.role == Turn.Role.CLIENT for turn in turns):
        have_prepared(session, actor=actor, now=now)


def have_prepared(session: Session, *, actor: User | None, now: datetime) -> Job:
    """The job that prepares the session's recording as it is wanted now: the one under way, or else a new one.

    Whoever calls has locked the session.

    Raises:
        NothingToPrepare: there is no video.
    """
    recording = Recording.objects.select_related("prepared_by").filter(session=session).first()
    if recording is None:
        raise _nothing_to_prepare(session)
    recording.session = session
    job = recording.prepared_by
    # A session is ready a moment before its job is over, which then looks at nothing any more.
    is_preparing = Session.objects.filter(pk=session.pk, state=Session.State.PREPARING).exists()
    if job and is_preparing and not job.is_over and job.cancel_requested_at is None:
        return job
    return start_preparing(recording, actor=actor, now=now)


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


def _nothing_to_prepare(session: Session) -> NothingToPrepare:
    return NothingToPrepare(f"Session {session.key} has no video to prepare.")
