"""Frames that a person chooses in another's place: recorded, reversible, and kept by later preparations."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.db.models import Count

from annotator.accounts.models import User
from annotator.audit.services import record
from annotator.corpus import files
from annotator.corpus.clips import clips_of
from annotator.corpus.media.faces import Box
from annotator.corpus.media.files import write_whole
from annotator.corpus.media.picture_size import picture_size
from annotator.corpus.media.refusal import MediaRefused
from annotator.corpus.models import Frame, FrameChange, Recording, Session, Turn
from annotator.corpus.reading import FileRefused
from annotator.corpus.turn_frames import face_finder, frames_folder, state_of
from annotator.errors import DomainError
from annotator.locks import lock, locked

Json = dict[str, Any]
Region = Mapping[str, float]
"""x, y, w, h as fractions of the picture."""

BY_HAND_VERSION = 1


class ChoiceRefused(DomainError):
    """The choice doesn't fit the turn or the recording; `code` says how."""

    status = 400

    def __init__(self, code: str, message: str, *, field: str) -> None:
        super().__init__(message, fields={field: [message]})
        self.code = code


class NotChosenByHand(DomainError):
    code = "not_chosen_by_hand"


class StaleFrame(DomainError):
    """Somebody chose or took back since; `details` holds the version that the frame is at."""

    code = "stale_frame"


def version_of(frame: Frame) -> int:
    """Counts the choices that people made in the frame's place, and those that ended."""
    changes = FrameChange.objects.filter(turn=frame.turn_id, number=frame.number)
    counted = changes.aggregate(made=Count("pk"), ended=Count("ended_at"))
    return int(counted["made"] + counted["ended"])


def choose_frame(
    *,
    frame: Frame,
    version: int,
    actor: User,
    now: datetime,
    time_ms: int | None = None,
    face_box: Region | None = None,
) -> Frame:
    """Put the picture on screen at `time_ms`, another face box, or both in the place of the frame as it was seen.

    Raises:
        ChoiceRefused: neither is given, the moment lies outside the turn, or nothing is shown then.
        StaleFrame: it is not at `version`, which was seen.
        FileRefused: the original can't be decoded there.
        Http404: the turn was changed meanwhile and has the frame no more.
    """
    _require_version(frame, version)
    recording: Recording | None = getattr(frame.turn.session, "recording", None)
    if recording is None:
        raise ChoiceRefused("no_video", "The session has no video to take a picture from.", field="time_ms")
    if time_ms is not None:
        state = _picture_of(frame, recording, time_ms)
    elif not frame.path:
        raise ChoiceRefused("nothing_chosen", "Choose a moment: the turn has no picture yet.", field="time_ms")
    elif face_box is None:
        raise ChoiceRefused("nothing_chosen", "Choose a moment, a face, or both.", field="time_ms")
    else:
        state = state_of(frame)
    if face_box is not None:
        state |= _told_face(state["path"], face_box, recording)
    state |= {"rule": Frame.BY_HAND, "rule_version": BY_HAND_VERSION}
    return _replace(frame, state, version=version, time_ms=time_ms, actor=actor, now=now)


@transaction.atomic
def take_back(*, frame: Frame, version: int, actor: User, now: datetime) -> Frame:
    """Bring back what the study's rule chose.

    Raises:
        StaleFrame: the frame is not at `version`, which was seen.
        NotChosenByHand: it is there already.
        Http404: the turn was changed meanwhile and has the frame no more.
    """
    frame = _locked(frame)
    _require_version(frame, version)
    change = _standing(frame)
    if change is None:
        raise NotChosenByHand("This frame was chosen by the study's rule. There is nothing to take back.")
    change.ended_by, change.ended_at = actor, now
    change.save(update_fields=["ended_by", "ended_at"])
    _tell(frame, change.automatic, actor=actor, action="frame.taken_back", now=now)
    return _take_on(frame, change.automatic)


@transaction.atomic
def _replace(frame: Frame, after: Json, *, version: int, time_ms: int | None, actor: User, now: datetime) -> Frame:
    frame = _locked(frame)
    _require_version(frame, version)
    if time_ms is not None:
        _require_in_turn(frame.turn, time_ms)  # Its times may have been changed meanwhile.
    before, standing = state_of(frame), _standing(frame)
    if standing:
        standing.ended_by, standing.ended_at = actor, now
        standing.save(update_fields=["ended_by", "ended_at"])
    FrameChange.objects.create(
        turn=frame.turn,
        number=frame.number,
        before=before,
        after=after,
        automatic=standing.automatic if standing else before,
        chosen_by=actor,
        chosen_at=now,
    )
    _tell(frame, after, actor=actor, action="frame.chosen", now=now)
    return _take_on(frame, after)


def _locked(frame: Frame) -> Frame:
    """The frame as it stands now. First its session is held, as by whatever else gives and takes frames."""
    locked(Session.objects.all(), frame.turn.session)
    return locked(Frame.objects.select_related("turn__session__study"), frame)


def _require_version(frame: Frame, seen: int) -> None:
    version = version_of(frame)
    if version == seen:
        return
    changes = FrameChange.objects.filter(turn=frame.turn_id, number=frame.number)
    latest = changes.select_related("chosen_by", "ended_by").last()
    who = latest and (latest.ended_by or latest.chosen_by)
    raise StaleFrame(
        f"{who.name if who else 'Somebody'} changed this frame since you opened it, so nothing was changed here. Look "
        "at it as it is now, then choose again if you want to.",
        details={"version": version},
    )


def _standing(frame: Frame) -> FrameChange | None:
    changes = lock(FrameChange.objects.all())
    return changes.filter(turn=frame.turn, number=frame.number, ended_at__isnull=True).first()


def _take_on(frame: Frame, state: Json) -> Frame:
    for field, value in state.items():
        setattr(frame, field, value)
    frame.save()
    return frame


def _tell(frame: Frame, after: Json, *, actor: User, action: str, now: datetime) -> None:
    session: Session = frame.turn.session
    which = f"frame {frame.number + 1} of turn {frame.turn.position + 1}"
    text = f"Session {session.key}, {which}: {_describe(state_of(frame))} → {_describe(after)}"
    record(actor=actor, action=action, text=text, study=session.study, target=session, at=now)


def _describe(state: Json) -> str:
    if not state["path"]:
        return "none"
    left, top, width, height = state["face_box"] or (None,) * 4
    face = "no face" if left is None else f"face of {width} × {height} pixels at {left}, {top}"
    return f"{state['presentation_ms'] / 1000:.3f} s, {face}"


def _picture_of(frame: Frame, recording: Recording, time_ms: int) -> Json:
    """The state of a frame that shows the original's picture at that time, stored beside the one there is."""
    from annotator.corpus.media.pictures import picture_at, sharpness
    from annotator.corpus.probing import probe_of

    _require_in_turn(frame.turn, time_ms)
    try:
        found = probe_of(recording)
        if found.picture is None:
            raise ChoiceRefused("no_picture", "The recording has no picture, only sound.", field="time_ms")
        picture = picture_at(files.absolute(recording.original_path), found, time_ms)
        finder = face_finder(recording, recording.session.study)
    except MediaRefused as refusal:
        raise FileRefused(refusal, code="media_refused", field="time_ms") from refusal
    if picture is None:
        message = f"No picture is shown at {time_ms / 1000:.2f} s. Choose another moment of the turn."
        raise ChoiceRefused("no_picture_then", message, field="time_ms")
    face = finder.find(picture)
    height, width = picture.grey.shape
    path = f"{frames_folder(recording)}/{frame.turn_id}-{frame.number}-{uuid4().hex[:8]}.png"
    files.absolute(path).parent.mkdir(parents=True, exist_ok=True)
    return {
        "path": path,
        "sha256": write_whole(files.absolute(path), picture.png()),
        "presentation_ms": picture.from_ms,
        "frame_index": picture.index,
        "face_box": list(face.box) if face else None,
        "detector": face.detector if face else finder.name,
        "confidence": face.confidence if face else None,
        "sharpness": sharpness(picture.grey, face.box if face else Box(0, 0, width, height)),
        "missing_reason": "",
    }


def _told_face(path: str, region: Region, recording: Recording) -> Json:
    import cv2
    import numpy as np

    from annotator.corpus.media.pictures import sharpness

    width, height = picture_size(recording.probe["width"], recording.probe["height"])
    left, top = round(region["x"] * width), round(region["y"] * height)
    right, bottom = round((region["x"] + region["w"]) * width), round((region["y"] + region["h"]) * height)
    left, top = min(left, width - 1), min(top, height - 1)
    box = Box(left, top, max(1, min(right, width) - left), max(1, min(bottom, height) - top))
    grey = cv2.imread(str(files.absolute(path)), cv2.IMREAD_GRAYSCALE)
    return {
        "face_box": list(box),
        "detector": Frame.BY_HAND,
        "confidence": None,
        "sharpness": None if grey is None else sharpness(np.asarray(grey, np.uint8), box),
    }


def _require_in_turn(turn: Turn, time_ms: int) -> None:
    if turn.start_ms is None:
        message = "The turn has no times. Give it times in the transcript first."
        raise ChoiceRefused("turn_without_times", message, field="time_ms")
    until_ms = clips_of([turn])[turn.pk].until_ms
    end_ms = turn.start_ms + 1 if until_ms is None else until_ms
    if not turn.start_ms <= time_ms < end_ms:
        message = (
            f"The turn lasts from {turn.start_ms / 1000:.2f} s to {end_ms / 1000:.2f} s. Choose a moment in between."
        )
        raise ChoiceRefused("outside_turn", message, field="time_ms")
