"""The frames of a session's client turns, by the study's rule. What a person chose instead stays."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, cast
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from annotator.audit.services import record
from annotator.corpus import files
from annotator.corpus.clips import clips_of
from annotator.corpus.media.client_face import ClientFaceFinder, ClientRegion, TrackedClient
from annotator.corpus.media.faces import FaceDetector
from annotator.corpus.media.frame_result import FrameResult
from annotator.corpus.media.frame_rules import RULE_VERSIONS, FrameRule
from annotator.corpus.media.kept_searches import KeptSearches
from annotator.corpus.media.refusal import MediaRefused
from annotator.corpus.media.stretches import FrameRequest
from annotator.corpus.models import Frame, FrameChange, RecordedFile, Recording, Session, Turn
from annotator.corpus.standing import in_transcript
from annotator.locks import lock
from annotator.studies.models import FaceFinder, Study
from annotator.studies.models import FrameRule as StudyFrameRule

if TYPE_CHECKING:
    from annotator.corpus.media.probe import Probe

Json = dict[str, Any]
Key = tuple[UUID, int]
"""A turn and the number of one of its frames."""

NO_VIDEO = "The session has no video."
NO_PICTURE = "The recording has no picture."
NO_FACE_MODEL = (
    "The study wants faces found by YuNet, and no model file is configured. Whoever runs Attune sets FACE_MODEL to "
    "one, or a lead chooses another way in the study's settings."
)
BEING_MADE = "The turn was changed; its frame is being made anew."

STATE = (
    "rule",
    "rule_version",
    "path",
    "sha256",
    "presentation_ms",
    "frame_index",
    "face_box",
    "detector",
    "confidence",
    "sharpness",
    "missing_reason",
)
"""The fields of a frame that a change replaces."""


@dataclass(frozen=True)
class FaceSearch:
    """How often the client's face was looked for, not found, and one of several that were seen."""

    detector: str
    looks: int
    misses: int
    several: int


@dataclass(frozen=True)
class Chosen:
    """How many turns have a frame, and how the search for the client's face went; None where none was made."""

    requests: list[FrameRequest]
    """The turns as they were when their frames were stored."""
    turns: int
    turns_missing: int
    search: FaceSearch | None


def choose_frames(recording: Recording, found: "Probe", *, on_progress: Callable[[float], None]) -> Chosen:
    """Choose and store the frames of all client turns, from at most one decode of the original.

    What has not changed since the latest search is not decoded again.

    Raises:
        MediaRefused: the recording can't be decoded to its end, or the configured face model is none.
    """
    session = recording.session
    requests = frame_requests(session)
    while True:
        results, search = _search(recording, found, requests, on_progress=on_progress)
        with transaction.atomic():
            lock(Session.objects.all()).get(pk=session.pk)  # An edit of its turns waits for us.
            asked, requests = requests, frame_requests(session)
            if requests == asked:
                folder = frames_folder(recording)
                _keep(session, [_frame(result, session.study, folder) for result in results])
                recording.face_search = asdict(search) if search else None
                recording.save(update_fields=["face_search"])
                break
        # Turns were changed meanwhile, so all are gone through once more.
    with_frame = {result.key for result in results if result.path}
    return Chosen(requests, len(requests), len(requests) - len(with_frame), search)


def do_without_frames(study: Study, turns: Sequence[Turn], *, reason: str) -> None:
    """Say of each client turn why it has no frame. Frames that it had go, but for those that a person chose."""
    rule, version = study.frame_rule, RULE_VERSIONS[frame_rule(study)]
    by_hand = set(FrameChange.objects.filter(turn__in=turns, ended_at__isnull=True).values_list("turn", "number"))
    before = Frame.objects.filter(turn__in=turns)
    Frame.objects.filter(pk__in=[each.pk for each in before if _key(each) not in by_hand]).delete()
    Frame.objects.bulk_create(
        Frame(turn=turn, rule=rule, rule_version=version, missing_reason=reason)
        for turn in turns
        if turn.role == Turn.Role.CLIENT and (turn.pk, 0) not in by_hand
    )


def frame_requests(session: Session) -> list[FrameRequest]:
    """What the session's client turns ask of the search for frames."""
    turns = list(Turn.objects.filter(session=session, role=Turn.Role.CLIENT).order_by("position"))
    clips = clips_of(turns)
    return [FrameRequest(str(turn.pk), turn.start_ms, clips[turn.pk].until_ms or turn.start_ms) for turn in turns]


def frame_rule(study: Study) -> FrameRule:
    """The study's rule, as the search names it."""
    return cast(FrameRule, study.frame_rule)


def frames_of_a_turn(study: Study) -> int:
    """How many the study's rule gives a turn."""
    return study.frames_per_turn if study.frame_rule == StudyFrameRule.UNIFORM_K else 1


def face_finder(recording: Recording, study: Study) -> ClientFaceFinder:
    """What finds the client's face in this recording, as the study wants it found.

    Raises:
        MediaRefused: the study wants YuNet, whose model is not configured or is none.
    """
    region = client_region(recording)
    if region and study.face_finder == FaceFinder.CLIENT_REGION:
        return region
    return TrackedClient(detector_for(study), region)


def detector_for(study: Study) -> FaceDetector:
    """What finds faces where the study wants them found; the best there is where it leaves that open.

    Raises:
        MediaRefused: the study wants YuNet, whose model is not configured or is none.
    """
    from annotator.corpus.media.face_detectors import face_detector

    if study.face_finder == FaceFinder.YUNET and not settings.FACE_MODEL:
        raise MediaRefused("face_model", NO_FACE_MODEL)
    return face_detector(None if study.face_finder == FaceFinder.DETECTED else settings.FACE_MODEL)


def client_region(recording: RecordedFile) -> ClientRegion | None:
    """The region that a person drew around the client, if they did."""
    region = recording.client_region
    return ClientRegion(region["x"], region["y"], region["w"], region["h"]) if region else None


def frames_folder(recording: Recording) -> str:
    return f"{files.folder_of(recording.original_path)}/frames"


def state_of(frame: Frame) -> Json:
    """The frame's state, as a change keeps it."""
    return {field: getattr(frame, field) for field in STATE}


def frame_fields(result: FrameResult, folder: str) -> Json:
    """What a search found, as fields of a frame; the rule is the caller's."""
    return {
        "path": f"{folder}/{result.path.name}" if result.path else "",
        "sha256": result.sha256 or "",
        "presentation_ms": result.presentation_ms,
        "frame_index": result.index,
        "face_box": list(result.face_box) if result.face_box else None,
        "detector": result.detector or "",
        "confidence": result.confidence,
        "sharpness": result.sharpness,
        "missing_reason": result.missing_reason or "",
    }


def _search(
    recording: Recording, found: "Probe", requests: list[FrameRequest], *, on_progress: Callable[[float], None]
) -> tuple[list[FrameResult], FaceSearch | None]:
    """The frames of the turns, and how the search for the client's face went."""
    from annotator.corpus.media.frames import extract_frames

    if found.picture is None:
        return [FrameResult(request.key, missing_reason=NO_PICTURE) for request in requests], None
    study = recording.session.study
    finder = face_finder(recording, study)
    folder = files.absolute(frames_folder(recording))
    results = extract_frames(
        files.absolute(recording.original_path),
        folder,
        requests,
        found=found,
        finder=finder,
        rule=frame_rule(study),
        count=study.frames_per_turn,
        kept=KeptSearches(folder / "searches.json", basis=_basis(recording, study, finder)),
        on_progress=on_progress,
    )
    if isinstance(finder, TrackedClient):
        return results, FaceSearch(finder.name, finder.looks, finder.misses, finder.several)
    return results, None


def _basis(recording: Recording, study: Study, finder: ClientFaceFinder) -> Json:
    """All that the frames depend on, but for the turns."""
    return {
        "recording": recording.original_sha256,
        "rule": [study.frame_rule, RULE_VERSIONS[frame_rule(study)], study.frames_per_turn],
        "finder": [study.face_finder, finder.name, str(settings.FACE_MODEL or "")],
        "region": recording.client_region,
    }


def _frame(result: FrameResult, study: Study, folder: str) -> Frame:
    rule, version = study.frame_rule, RULE_VERSIONS[frame_rule(study)]
    fields = frame_fields(result, folder)
    return Frame(turn_id=UUID(result.key), number=result.number, rule=rule, rule_version=version, **fields)


@transaction.atomic
def _keep(session: Session, chosen: list[Frame]) -> None:
    """Store the frames in the place of those before, which keep their ids; a person's choice keeps its place."""
    before = {_key(each): each for each in lock(Frame.objects.all()).filter(in_transcript(), turn__session=session)}
    standing = {_key(each): each for each in _standing(session)}
    new: list[Frame] = []
    for frame in chosen:
        key = _key(frame)
        if change := standing.pop(key, None):
            change.automatic = state_of(frame)
            change.save(update_fields=["automatic"])
            before.pop(key, None)
        elif old := before.pop(key, None):
            if state_of(frame) != state_of(old):
                frame.pk = old.pk
                frame.save(force_update=True)
        else:
            new.append(frame)
    Frame.objects.bulk_create(new)
    for change in standing.values():
        _end(change, session)
    Frame.objects.filter(pk__in=[each.pk for each in before.values()]).delete()


def _standing(session: Session) -> list[FrameChange]:
    rows = lock(FrameChange.objects.all()).filter(in_transcript(), turn__session=session)
    return list(rows.filter(ended_at__isnull=True))


def _end(change: FrameChange, session: Session) -> None:
    """The rule no longer gives the turn a frame of this number, so there is nothing to replace."""
    now = timezone.now()
    change.ended_at = now
    change.save(update_fields=["ended_at"])
    which = f"frame {change.number + 1} of turn {change.turn.position + 1}, chosen by hand"
    text = f"Session {session.key}, {which}, ended: the study's rule takes fewer frames"
    record(actor=None, action="frame.ended", text=text, study=session.study, target=session, at=now)


def _key(row: Frame | FrameChange) -> Key:
    return row.turn_id, row.number
