"""Recordings and pictures, to whoever may see them and to nobody else, checked at every request."""

from collections.abc import Callable
from typing import Any, Literal
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
from annotator.corpus.models import Recording, Session, Turn
from annotator.corpus.playback import note_viewing, why_not_play
from annotator.corpus.selectors import recording_of
from annotator.corpus.serving import send_file, send_json

_VIDEO = "video/mp4"
_FILE = {(200, _VIDEO): OpenApiTypes.BINARY, (206, _VIDEO): OpenApiTypes.BINARY}
_PICTURE = {(200, "image/*"): OpenApiTypes.BINARY}
_NOT_SHOWN = "Your pass does not show this."

_Channel = Literal["picture", "sound"]


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
        is_small = request.query_params.get("size") == "small"

        def path_of(recording: Recording) -> str:
            return (is_small and recording.small_path) or recording.proxy_path

        return _send(request, session_id, path_of, channel="sound")


class Picture(APIView):
    @extend_schema(responses=_FILE)
    def get(self, request: Request, session_id: int) -> HttpResponseBase:
        """The session's video from a file without sound track, in ranges."""
        return _send(request, session_id, lambda recording: recording.picture_only_path, channel="picture")


class Thumbnails(APIView):
    @extend_schema(responses=_PICTURE)
    def get(self, request: Request, session_id: int) -> HttpResponseBase:
        """The sheet of thumbnails."""
        return _send(request, session_id, _thumbnails_path, channel="picture", content_type="image/jpeg")


class Waveform(APIView):
    @extend_schema(responses={(200, "application/octet-stream"): OpenApiTypes.BINARY})
    def get(self, request: Request, session_id: int) -> HttpResponseBase:
        """The sound as signed bytes, lowest and highest in turn, `peaks_per_s` such pairs a second."""
        waveform, content_type = (lambda recording: recording.waveform_path), "application/octet-stream"
        return _send(request, session_id, waveform, channel="sound", content_type=content_type)


class FrameTable(APIView):
    @extend_schema(responses=FrameTableOutput)
    def get(self, request: Request, session_id: int) -> HttpResponseBase:
        """When each picture of the recording is shown, in media time."""
        path = _permitted_path(request, session_id, lambda recording: recording.frame_table_path, channel="picture")
        return send_json(frame_table_json(files.absolute(path).read_bytes()))


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


def _send(
    request: Request,
    session_id: int,
    path_of: Callable[[Recording], str],
    *,
    channel: _Channel,
    content_type: str = _VIDEO,
) -> HttpResponseBase:
    """One file of a session's recording, in ranges. Who watches a video is noted."""
    path = _permitted_path(request, session_id, path_of, channel=channel, is_viewing=content_type == _VIDEO)
    return send_file(path, content_type=content_type, range_header=request.headers.get("Range", ""))


def _permitted_path(
    request: Request,
    session_id: int,
    path_of: Callable[[Recording], str],
    *,
    channel: _Channel,
    is_viewing: bool = False,
) -> str:
    """Where the file lies, for whoever may open `channel`, while everyone recorded agrees to be seen."""
    person = access.person(request)
    session = access.session_for(person, Session.objects.select_related("study", "recording"), session_id)
    _require_consent(person, session)
    recording = recording_of(session)
    path = path_of(recording) if recording else ""
    if not path:
        raise Http404
    if not getattr(access.channels_for(person, session), channel):
        raise PermissionDenied(_NOT_SHOWN)
    if is_viewing:
        note_viewing(person, session, now=timezone.now())
    return path


def _thumbnails_path(recording: Recording) -> str:
    return recording.thumbnails["path"] if recording.thumbnails else ""


def _require_consent(person: User, session: Session) -> None:
    if why_not := why_not_play(person, session, now=timezone.now()):
        raise PermissionDenied(why_not)


def _require_picture(person: User, session: Session) -> None:
    if not access.channels_for(person, session).picture:
        raise PermissionDenied(_NOT_SHOWN)
