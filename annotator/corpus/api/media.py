"""Recordings and pictures, to whoever may see them and to nobody else, checked at every request."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.views import APIView

from annotator import access
from annotator.accounts.models import User
from annotator.corpus import files
from annotator.corpus.media.frame_table import frame_table_json
from annotator.corpus.models import Session, Turn
from annotator.corpus.playback import note_viewing, why_not_play
from annotator.corpus.selectors import recording_of
from annotator.corpus.serving import send_file, send_json

_FILE = {(200, "video/mp4"): OpenApiTypes.BINARY, (206, "video/mp4"): OpenApiTypes.BINARY}
_PICTURE = {(200, "image/*"): OpenApiTypes.BINARY}
_NOT_SHOWN = "Your pass does not show this."


class FrameTableOutput(serializers.Serializer[Any]):
    """When each picture is shown, as distances: half a million pictures stay small."""

    first_ms = serializers.IntegerField()
    gaps_ms = serializers.ListField(
        child=serializers.IntegerField(), help_text="How long after each picture the next one follows."
    )
    key_gaps = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Indices of the pictures that can be decoded alone, as distances; the first one's from 0.",
    )
    end_ms = serializers.IntegerField()


class Video(APIView):
    @extend_schema(parameters=[OpenApiParameter("size", enum=["large", "small"])], responses=_FILE)
    def get(self, request: Request, session_id: int) -> HttpResponseBase:
        """The session's video, in ranges; `small` for slow lines, where there is one."""
        person, session = _playable(request, session_id)
        recording = recording_of(session)
        if recording is None or not recording.proxy_path:
            raise Http404
        _require_sound(person, session)
        note_viewing(person, session, now=timezone.now())
        is_small = request.query_params.get("size") == "small" and recording.small_path
        path = recording.small_path if is_small else recording.proxy_path
        return send_file(path, content_type="video/mp4", range_header=request.headers.get("Range", ""))


class Picture(APIView):
    @extend_schema(responses=_FILE)
    def get(self, request: Request, session_id: int) -> HttpResponseBase:
        """The session's video from a file without sound track, in ranges."""
        person, session = _playable(request, session_id)
        recording = recording_of(session)
        if recording is None or not recording.picture_only_path:
            raise Http404
        _require_picture(person, session)
        note_viewing(person, session, now=timezone.now())
        return send_file(
            recording.picture_only_path, content_type="video/mp4", range_header=request.headers.get("Range", "")
        )


class Thumbnails(APIView):
    @extend_schema(responses=_PICTURE)
    def get(self, request: Request, session_id: int) -> HttpResponseBase:
        """The sheet of thumbnails."""
        person, session = _playable(request, session_id)
        recording = recording_of(session)
        if recording is None or not recording.thumbnails:
            raise Http404
        _require_picture(person, session)
        return send_file(recording.thumbnails["path"], content_type="image/jpeg")


class Waveform(APIView):
    @extend_schema(responses={(200, "application/octet-stream"): OpenApiTypes.BINARY})
    def get(self, request: Request, session_id: int) -> HttpResponseBase:
        """The sound as signed bytes, lowest and highest in turn, `peaks_per_s` such pairs a second."""
        person, session = _playable(request, session_id)
        recording = recording_of(session)
        if recording is None or not recording.waveform_path:
            raise Http404
        _require_sound(person, session)
        return send_file(recording.waveform_path, content_type="application/octet-stream")


class FrameTable(APIView):
    @extend_schema(responses=FrameTableOutput)
    def get(self, request: Request, session_id: int) -> HttpResponseBase:
        """When each picture of the recording is shown, in media time."""
        person, session = _playable(request, session_id)
        recording = recording_of(session)
        if recording is None or not recording.frame_table_path:
            raise Http404
        _require_picture(person, session)
        return send_json(frame_table_json(files.absolute(recording.frame_table_path).read_bytes()))


class TurnFrame(APIView):
    @extend_schema(responses=_PICTURE)
    def get(self, request: Request, turn_id: UUID) -> HttpResponseBase:
        """The frame that stands for a client turn."""
        person = access.person(request)
        rows = Turn.objects.select_related("frame", "session__study")
        turn = access.one_of(access.turns_with_frames_for(person, rows, Session.objects.all()), pk=turn_id)
        frame = getattr(turn, "frame", None)
        if frame is None or not frame.path:
            raise Http404
        study = turn.session.study
        # An engineer who also rates is held to their passes, unless the study shows its engineers the frames.
        if not (study.engineers_see_frames and access.ENGINEER in access.roles_in(person, study)):
            _require_picture(person, turn.session)
        _require_consent(person, turn.session)
        return send_file(frame.path, content_type="image/png")


def _playable(request: Request, session_id: int) -> tuple[User, Session]:
    """The session, for whoever may open it, while everyone recorded agrees to be seen."""
    person = access.person(request)
    session = access.session_for(person, Session.objects.select_related("study", "recording"), session_id)
    _require_consent(person, session)
    return person, session


def _require_consent(person: User, session: Session) -> None:
    if why_not := why_not_play(person, session, now=timezone.now()):
        raise PermissionDenied(why_not)


def _require_sound(person: User, session: Session) -> None:
    if not access.channels_for(person, session).sound:
        raise PermissionDenied(_NOT_SHOWN)


def _require_picture(person: User, session: Session) -> None:
    if not access.channels_for(person, session).picture:
        raise PermissionDenied(_NOT_SHOWN)
