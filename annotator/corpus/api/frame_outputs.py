"""What the frames of a session look like in the API, and what they are told apart by."""

from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

from annotator import access
from annotator.accounts.models import User
from annotator.corpus.api.clips import ClipOutput
from annotator.corpus.api.session_outputs import ClientRegion
from annotator.corpus.clips import clips_of
from annotator.corpus.frame_changes import version_of
from annotator.corpus.media.client_face import CLIENT_REGION
from annotator.corpus.media.faces import SURE_FROM
from annotator.corpus.media.picture_size import picture_size
from annotator.corpus.models import Frame, FrameChange, Session
from annotator.corpus.playback import may_read
from annotator.corpus.selectors import recording_of
from annotator.corpus.shown import NOT_BLURRED_YET, shown_to
from annotator.studies.models import FaceFinder


class FrameStateOutput(serializers.Serializer[Any]):
    """What a frame shows, or why it shows nothing."""

    rule = serializers.CharField()
    rule_version = serializers.IntegerField()
    presentation_ms = serializers.IntegerField(allow_null=True)
    frame_index = serializers.IntegerField(allow_null=True)
    sha256 = serializers.CharField()
    face_box = serializers.SerializerMethodField()
    detector = serializers.CharField()
    confidence = serializers.FloatField(allow_null=True)
    sharpness = serializers.FloatField(allow_null=True)
    missing_reason = serializers.CharField()

    @extend_schema_field(ClientRegion(allow_null=True))
    def get_face_box(self, state: Frame | dict[str, Any]) -> dict[str, float] | None:
        """As fractions of the picture."""
        box = state["face_box"] if isinstance(state, dict) else state.face_box
        width, height = self.context["picture_size"]
        if box is None or not width:
            return None
        return {"x": box[0] / width, "y": box[1] / height, "w": box[2] / width, "h": box[3] / height}


class FrameOutput(FrameStateOutput):
    id = serializers.IntegerField()
    turn = serializers.UUIDField(source="turn_id")
    position = serializers.IntegerField(source="turn.position")
    start_ms = serializers.IntegerField(source="turn.start_ms", allow_null=True)
    end_ms = serializers.IntegerField(source="turn.end_ms", allow_null=True)
    text = serializers.SerializerMethodField()
    number = serializers.IntegerField()
    image = serializers.SerializerMethodField()
    is_by_hand = serializers.SerializerMethodField()
    is_low_confidence = serializers.SerializerMethodField()
    chosen_by = serializers.SerializerMethodField()
    chosen_at = serializers.SerializerMethodField()

    def get_text(self, frame: Frame) -> str | None:
        """The turn's words; null where whoever asks may not read them."""
        return frame.turn.text if self.context["may_read"] else None

    def get_chosen_by(self, frame: Frame) -> str | None:
        """Who chose it by hand; null where the rule did, or where they are no more."""
        change = self.context["changes"].get((frame.turn_id, frame.number))
        return change.chosen_by.name if change and change.chosen_by else None

    def get_chosen_at(self, frame: Frame) -> datetime | None:
        change = self.context["changes"].get((frame.turn_id, frame.number))
        return change.chosen_at if change else None

    def get_image(self, frame: Frame) -> str | None:
        """Where the picture is; null where there is none, or none to be seen yet."""
        is_shown = frame.path and not self.context["why_hidden"]
        return str(reverse("frame-image", args=[frame.pk])) if is_shown else None

    def get_is_by_hand(self, frame: Frame) -> bool:
        return frame.rule == Frame.BY_HAND

    def get_is_low_confidence(self, frame: Frame) -> bool:
        """No face was found in the picture, or the detector was not sure of it."""
        return frame.pk in self.context["uncertain"]


class FrameChangeOutput(serializers.Serializer[Any]):
    before = FrameStateOutput()
    after = FrameStateOutput()
    chosen_by = serializers.SerializerMethodField()
    chosen_at = serializers.DateTimeField()
    ended_by = serializers.SerializerMethodField()
    ended_at = serializers.DateTimeField(allow_null=True)

    def get_chosen_by(self, change: FrameChange) -> str | None:
        return change.chosen_by.name if change.chosen_by else None

    def get_ended_by(self, change: FrameChange) -> str | None:
        return change.ended_by.name if change.ended_by else None


class FrameDetailOutput(FrameOutput):
    version = serializers.SerializerMethodField()
    clip = serializers.SerializerMethodField()
    changes = serializers.SerializerMethodField()

    def get_version(self, frame: Frame) -> int:
        """Rises with each choice and each that is taken back; whoever changes the frame says which they saw."""
        return version_of(frame)

    @extend_schema_field(ClipOutput)
    def get_clip(self, frame: Frame) -> dict[str, Any]:
        """Where the turn plays; its pictures are those to choose among."""
        return dict(ClipOutput(clips_of([frame.turn])[frame.turn_id]).data)

    @extend_schema_field(FrameChangeOutput(many=True))
    def get_changes(self, frame: Frame) -> Any:
        """What people chose in its place, the oldest first."""
        rows = frame.turn.frame_changes.filter(number=frame.number).select_related("chosen_by", "ended_by")
        return FrameChangeOutput(rows, many=True, context=self.context).data


class SheetCounts(serializers.Serializer[Any]):
    """How many frames of the session there are of each kind."""

    all = serializers.IntegerField()
    missing = serializers.IntegerField()
    low_confidence = serializers.IntegerField()
    by_hand = serializers.IntegerField()


class ContactSheetOutput(serializers.Serializer[Any]):
    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = FrameOutput(many=True)
    counts = SheetCounts()
    why_hidden = serializers.CharField(help_text="Why there is no picture to be seen yet; else empty.")


def context_of(person: User, session: Session) -> dict[str, Any]:
    """What the serializers above must know of the session, asked once for all of its frames."""
    recording = recording_of(session)
    found = recording.probe if recording else {}
    width, height = found.get("width") or 0, found.get("height") or 0
    uncertain = Frame.objects.filter(_uncertain(session), turn__session=session).values_list("pk", flat=True)
    changes = FrameChange.objects.filter(turn__session=session, ended_at__isnull=True).select_related("chosen_by")
    reads = access.channels_for(person, session).words and may_read(person, session, now=timezone.now())
    return {
        "picture_size": picture_size(width, height) if width else (0, 0),
        "uncertain": set(uncertain),
        "changes": {(change.turn_id, change.number): change for change in changes},
        "may_read": reads,
        "why_hidden": why_hidden(person, session),
    }


def kinds_of(session: Session) -> dict[str, Q]:
    """What the sheet can be narrowed to."""
    return {"missing": Q(path=""), "low_confidence": _uncertain(session), "by_hand": Q(rule=Frame.BY_HAND)}


def _uncertain(session: Session) -> Q:
    """Frames in which no face was found, or not surely; a region that is the face by the study's will is sure."""
    is_told = session.study.face_finder == FaceFinder.CLIENT_REGION
    unsure = Q(face_box__isnull=True) if is_told else Q(face_box__isnull=True) | Q(detector=CLIENT_REGION)
    for detector, confidence in SURE_FROM.items():
        unsure |= Q(detector=detector, confidence__lt=confidence)
    return unsure & ~Q(path="") & ~Q(rule=Frame.BY_HAND)


def why_hidden(person: User, session: Session) -> str:
    """Why no picture of the session is to be seen yet; empty where they are, or where none is taken."""
    recording = recording_of(session)
    is_blurred = access.sees_blurred(person, session, frames=True)
    is_missing = is_blurred and recording is not None and shown_to(person, session, recording).is_missing
    return NOT_BLURRED_YET if is_missing else ""
