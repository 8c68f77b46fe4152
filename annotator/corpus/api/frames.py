"""The pictures that a model sees of client turns: all of a session on one sheet, each of them, and choosing others."""

from typing import Any
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet
from django.http import Http404, HttpResponse, HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import generics, serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from annotator import access
from annotator.accounts.models import User
from annotator.api.paging import Pages
from annotator.corpus import files, frame_changes
from annotator.corpus.api.media import require_consent, require_picture
from annotator.corpus.api.sessions import ClientRegion
from annotator.corpus.media.client_face import CLIENT_REGION
from annotator.corpus.media.faces import SURE_FROM
from annotator.corpus.media.pictures import picture_size
from annotator.corpus.media.still import still_at
from annotator.corpus.models import Frame, FrameChange, Session, Turn
from annotator.corpus.playback import note_frames
from annotator.corpus.selectors import recording_of
from annotator.corpus.serving import send_file
from annotator.corpus.shown import NOT_BLURRED_YET, shown_to
from annotator.studies.models import FaceFinder

_PICTURE = {(200, "image/*"): OpenApiTypes.BINARY}
_ONLY = ["missing", "low_confidence", "by_hand"]


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
    number = serializers.IntegerField()
    image = serializers.SerializerMethodField()
    is_by_hand = serializers.SerializerMethodField()
    is_low_confidence = serializers.SerializerMethodField()

    def get_image(self, frame: Frame) -> str | None:
        """Where the picture is; null where there is none."""
        return str(reverse("frame-image", args=[frame.pk])) if frame.path else None

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
    changes = serializers.SerializerMethodField()

    @extend_schema_field(FrameChangeOutput(many=True))
    def get_changes(self, frame: Frame) -> Any:
        """What people chose in its place, the oldest first."""
        rows = frame.turn.frame_changes.filter(number=frame.number).select_related("chosen_by", "ended_by")
        return FrameChangeOutput(rows, many=True, context=self.context).data


class FrameChoiceInput(serializers.Serializer[Any]):
    time_ms = serializers.IntegerField(required=False, min_value=0, help_text="The picture on screen then.")
    face_box = ClientRegion(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Something is chosen."""
        if not attrs:
            raise serializers.ValidationError("Choose a moment, a face, or both.")
        return attrs


class ContactSheet(generics.ListAPIView[Frame]):
    """All frames of a session's client turns."""

    serializer_class = FrameOutput
    pagination_class = Pages

    def get_queryset(self) -> QuerySet[Frame]:
        session = self._session()
        rows = Frame.objects.filter(turn__session=session).select_related("turn").order_by("turn__position", "number")
        only = self.request.query_params.get("only", "")
        if only == "missing":
            return rows.filter(path="")
        if only == "low_confidence":
            return rows.filter(_uncertain(session))
        return rows.filter(rule=Frame.BY_HAND) if only == "by_hand" else rows

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), **_context(self._session())}

    @extend_schema(parameters=[OpenApiParameter("only", enum=_ONLY)])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List the frames, those that are missing with their reason among them."""
        person, session = access.person(request), self._session()
        _require_frames(person, session)
        note_frames(person, session, is_blurred=access.sees_blurred(person, session, frames=True), now=timezone.now())
        return super().get(request, *args, **kwargs)

    def _session(self) -> Session:
        rows = access.sessions_with_frames_for(access.person(self.request), _sessions())
        return access.one_of(rows, pk=self.kwargs["session_id"])


class FrameDetail(APIView):
    @extend_schema(responses=FrameDetailOutput)
    def get(self, request: Request, frame_id: int) -> Response:
        """One frame with what people chose in its place."""
        person, frame = _frame(request, frame_id)
        _require_frames(person, frame.turn.session)
        return _answer(frame)


class FrameChoice(APIView):
    @extend_schema(request=FrameChoiceInput, responses=FrameDetailOutput)
    def put(self, request: Request, frame_id: int) -> Response:
        """Choose another moment of the turn, another face box, or both; later preparations keep it."""
        person, frame = _chosen(request, frame_id)
        form = FrameChoiceInput(data=request.data)
        form.is_valid(raise_exception=True)
        changed = frame_changes.choose_frame(frame=frame, actor=person, now=timezone.now(), **form.validated_data)
        return _answer(changed)

    @extend_schema(responses={200: FrameDetailOutput})
    def delete(self, request: Request, frame_id: int) -> Response:
        """Take the choice back: what the study's rule chose returns."""
        person, frame = _chosen(request, frame_id)
        return _answer(frame_changes.take_back(frame=frame, actor=person, now=timezone.now()))


class FrameImage(APIView):
    @extend_schema(responses=_PICTURE)
    def get(self, request: Request, frame_id: int) -> HttpResponseBase:
        """The frame's picture; with blurred faces for roles that the study lists."""
        return _image(*_frame(request, frame_id))


class TurnFrame(APIView):
    @extend_schema(responses=_PICTURE)
    def get(self, request: Request, turn_id: UUID) -> HttpResponseBase:
        """The frame that stands for a client turn: the first, where there are several."""
        person = access.person(request)
        rows = Turn.objects.select_related("session__study").prefetch_related("frames")
        turn = access.one_of(access.turns_with_frames_for(person, rows, Session.objects.all()), pk=turn_id)
        frame = next(iter(turn.shown_frames), None)
        if frame is None:
            raise Http404
        return _image(person, frame)


def _image(person: User, frame: Frame) -> HttpResponseBase:
    session = frame.turn.session
    _require_frames(person, session)
    if not frame.path:
        raise Http404
    is_blurred = access.sees_blurred(person, session, frames=True)
    response = _blurred_image(person, frame) if is_blurred else send_file(frame.path, content_type="image/png")
    note_frames(person, session, is_blurred=is_blurred, now=timezone.now())
    return response


def _blurred_image(person: User, frame: Frame) -> HttpResponse:
    """The same moment of the blurred video, since stored frames show faces."""
    recording = recording_of(frame.turn.session)
    if recording is None or frame.presentation_ms is None:
        raise Http404
    shown = shown_to(person, frame.turn.session, recording)
    if not shown.is_blurred or shown.is_missing:
        raise PermissionDenied(NOT_BLURRED_YET)
    picture = still_at(files.absolute(shown.video_path), at_ms=frame.presentation_ms)
    if picture is None:
        raise Http404
    return HttpResponse(picture, content_type="image/jpeg")


def _require_frames(person: User, session: Session) -> None:
    study = session.study
    # An engineer who also rates is held to their passes, unless the study shows its engineers the frames.
    if not (study.engineers_see_frames and access.ENGINEER in access.roles_in(person, study)):
        require_picture(person, session)
    require_consent(person, session)


def _frame(request: Request, frame_id: int) -> tuple[User, Frame]:
    person = access.person(request)
    rows = access.sessions_with_frames_for(person, Session.objects.all())
    turns = Turn.objects.select_related("session__study", "session__recording__blurred_view")
    frames = Frame.objects.prefetch_related(Prefetch("turn", turns)).filter(turn__session__in=rows.values("pk"))
    return person, access.one_of(frames, pk=frame_id)


def _chosen(request: Request, frame_id: int) -> tuple[User, Frame]:
    """A frame that the person may replace: a lead's, while they may see it."""
    person, frame = _frame(request, frame_id)
    access.require_role(person, frame.turn.session.study, [access.LEAD])
    _require_frames(person, frame.turn.session)
    return person, frame


def _sessions() -> QuerySet[Session]:
    return Session.objects.select_related("study", "recording__blurred_view")


def _answer(frame: Frame) -> Response:
    return Response(FrameDetailOutput(frame, context=_context(frame.turn.session)).data)


def _context(session: Session) -> dict[str, Any]:
    recording = recording_of(session)
    found = recording.probe if recording else {}
    width, height = found.get("width") or 0, found.get("height") or 0
    uncertain = Frame.objects.filter(_uncertain(session), turn__session=session).values_list("pk", flat=True)
    return {"picture_size": picture_size(width, height) if width else (0, 0), "uncertain": set(uncertain)}


def _uncertain(session: Session) -> Q:
    """Frames in which no face was found, or not surely; a region that is the face by the study's will is sure."""
    is_told = session.study.face_finder == FaceFinder.CLIENT_REGION
    unsure = Q(face_box__isnull=True) if is_told else Q(face_box__isnull=True) | Q(detector=CLIENT_REGION)
    for detector, confidence in SURE_FROM.items():
        unsure |= Q(detector=detector, confidence__lt=confidence)
    return unsure & ~Q(path="") & ~Q(rule=Frame.BY_HAND)
