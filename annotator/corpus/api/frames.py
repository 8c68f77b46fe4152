"""The pictures that a model sees of client turns: all of a session on one sheet, each of them, and choosing others."""

from typing import Any
from uuid import UUID

from django.db.models import Count, Prefetch, Q, QuerySet
from django.http import Http404, HttpResponse, HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access
from annotator.accounts.models import User
from annotator.api.paging import Pages
from annotator.corpus import files, frame_changes
from annotator.corpus.api.frame_outputs import (
    ContactSheetOutput,
    FrameDetailOutput,
    FrameOutput,
    context_of,
    kinds_of,
    why_hidden,
)
from annotator.corpus.api.media import NOT_SHOWN, require_consent
from annotator.corpus.api.session_outputs import ClientRegion
from annotator.corpus.consent import agrees
from annotator.corpus.models import Consent, Frame, Session, Turn
from annotator.corpus.playback import note_frames, note_reading
from annotator.corpus.selectors import recording_of
from annotator.corpus.serving import send_file
from annotator.corpus.shown import NOT_BLURRED_YET, shown_to
from annotator.corpus.standing import in_transcript
from annotator.corpus.together import note_all_shown

_PICTURE = {(200, "image/*"): OpenApiTypes.BINARY}
_JPEG = "image/jpeg"
_SMALL_SIDE = 320
_ONLY = ["missing", "low_confidence", "by_hand"]


class SeenFrame(serializers.Serializer[Any]):
    version = serializers.IntegerField(min_value=0, help_text="Of the frame as it was seen.")


class FrameChoiceInput(SeenFrame):
    time_ms = serializers.IntegerField(required=False, min_value=0, help_text="The picture on screen then.")
    face_box = ClientRegion(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Something is chosen."""
        if not attrs.keys() - {"version"}:
            raise serializers.ValidationError("Choose a moment, a face, or both.")
        return attrs


class ContactSheet(APIView):
    @extend_schema(
        parameters=[
            OpenApiParameter("only", enum=_ONLY),
            OpenApiParameter("page", int),
            OpenApiParameter("page_size", int),
        ],
        responses=ContactSheetOutput,
    )
    def get(self, request: Request, session_id: int) -> Response:
        """All frames of a session's client turns, in pages; those that are missing with their reason among them."""
        person = access.person(request)
        session = access.one_of(access.sessions_with_frames_for(person, _sessions()), pk=session_id)
        _require_frames(person, session)
        is_blurred = access.sees_blurred(person, session, frames=True)
        note_frames(person, session, is_blurred=is_blurred, now=timezone.now())
        context = context_of(person, session)
        _note_words(person, session, context)
        kinds = kinds_of(session)
        frames = Frame.objects.filter(in_transcript(), turn__session=session)
        asked = frames.filter(kinds.get(request.query_params.get("only", ""), Q())).select_related("turn")
        pages = Pages()
        rows = pages.paginate_queryset(asked.order_by("turn__position", "number"), request, view=self)
        results = FrameOutput(rows, many=True, context=context).data
        counts = {kind: Count("pk", filter=condition) for kind, condition in kinds.items()}
        body = {
            **pages.get_paginated_response(results).data,
            "counts": frames.aggregate(all=Count("pk"), **counts),
            "why_hidden": why_hidden(person, session),
        }
        return Response(body)


class FrameDetail(APIView):
    @extend_schema(responses=FrameDetailOutput)
    def get(self, request: Request, frame_id: int) -> Response:
        """One frame with what people chose in its place."""
        person, frame = _frame(request, frame_id)
        _require_frames(person, frame.turn.session)
        return _answer(person, frame)


class FrameChoice(APIView):
    @extend_schema(request=FrameChoiceInput, responses=FrameDetailOutput)
    def put(self, request: Request, frame_id: int) -> Response:
        """Choose another moment of the turn, another face box, or both; later preparations keep it."""
        person, frame = _chosen(request, frame_id)
        form = FrameChoiceInput(data=request.data)
        form.is_valid(raise_exception=True)
        changed = frame_changes.choose_frame(frame=frame, actor=person, now=timezone.now(), **form.validated_data)
        return _answer(person, changed)

    @extend_schema(parameters=[SeenFrame], responses={200: FrameDetailOutput})
    def delete(self, request: Request, frame_id: int) -> Response:
        """Take the choice back: what the study's rule chose returns."""
        person, frame = _chosen(request, frame_id)
        form = SeenFrame(data=request.query_params)
        form.is_valid(raise_exception=True)
        back = frame_changes.take_back(frame=frame, actor=person, now=timezone.now(), **form.validated_data)
        return _answer(person, back)


class FrameImage(APIView):
    @extend_schema(parameters=[OpenApiParameter("size", enum=["full", "small"])], responses=_PICTURE)
    def get(self, request: Request, frame_id: int) -> HttpResponseBase:
        """The frame's picture; with blurred faces for roles that the study lists. `small` for a sheet of many."""
        person, frame = _frame(request, frame_id)
        return _image(person, frame, is_small=request.query_params.get("size") == "small")


class TurnFrame(APIView):
    @extend_schema(responses=_PICTURE)
    def get(self, request: Request, turn_id: UUID) -> HttpResponseBase:
        """The frame that stands for a client turn: the first, where there are several."""
        person = access.person(request)
        rows = Turn.objects.select_related("session__study").prefetch_related("frames")
        sessions = access.sessions_with_frames_for(person, Session.objects.all())
        turn = access.one_of(rows.filter(session__in=sessions.values("pk")), pk=turn_id)
        frame = next(iter(turn.shown_frames), None)
        if frame is None:
            raise Http404
        return _image(person, frame)


def _image(person: User, frame: Frame, *, is_small: bool = False) -> HttpResponseBase:
    session = frame.turn.session
    _require_frames(person, session)
    if not frame.path:
        raise Http404
    is_blurred = access.sees_blurred(person, session, frames=True)
    response = _blurred_image(person, frame, is_small) if is_blurred else _clear_image(frame, is_small)
    note_frames(person, session, is_blurred=is_blurred, now=timezone.now())
    return response


def _clear_image(frame: Frame, is_small: bool) -> HttpResponseBase:
    from annotator.corpus.media.still import smaller

    small = smaller(files.absolute(frame.path), longest_side=_SMALL_SIDE) if is_small else None
    return HttpResponse(small, content_type=_JPEG) if small else send_file(frame.path, content_type="image/png")


def _blurred_image(person: User, frame: Frame, is_small: bool) -> HttpResponse:
    """The same moment of the blurred video, since stored frames show faces."""
    from annotator.corpus.media.still import jpeg, shown_at

    recording = recording_of(frame.turn.session)
    if recording is None or frame.presentation_ms is None:
        raise Http404
    shown = shown_to(person, frame.turn.session, recording)
    if not shown.is_blurred or shown.is_missing:
        raise PermissionDenied(NOT_BLURRED_YET)
    picture = shown_at(files.absolute(shown.video_path), at_ms=frame.presentation_ms)
    if picture is None:
        raise Http404
    return HttpResponse(jpeg(picture, longest_side=_SMALL_SIDE if is_small else None), content_type=_JPEG)


def _require_frames(person: User, session: Session) -> None:
    if not access.sees_frames(person, session):
        raise PermissionDenied(NOT_SHOWN)
    if not (access.channels_for(person, session).picture or _may_train(session)):
        # The study grants frames for training alone, so the grant ends with the consent to that.
        raise PermissionDenied("Someone in this session does not consent to training, or no longer.")
    require_consent(person, session)


def _may_train(session: Session) -> bool:
    return agrees(session, Consent.Scope.TRAIN, at=timezone.now())


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


def _answer(person: User, frame: Frame) -> Response:
    session = frame.turn.session
    context = context_of(person, session)
    _note_words(person, session, context)
    return Response(FrameDetailOutput(frame, context=context).data)


def _note_words(person: User, session: Session, context: dict[str, Any]) -> None:
    """Log the words that stand beside the faces, where they do."""
    if not context["may_read"]:
        return
    now = timezone.now()
    if access.channels_for(person, session).show("together"):
        note_all_shown(person, session, now=now)
    note_reading(person, [session], study_id=session.study_id, now=now)
