"""Recordings and pictures, to whoever may see them and to nobody else, checked at every request."""

from collections.abc import Callable
from typing import Any, Literal

from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
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
from annotator.corpus.cameras import counsellor_recording_of
from annotator.corpus.grants import Grant, grounds_of
from annotator.corpus.media.frame_table import frame_table_json
from annotator.corpus.models import RecordedFile, Session
from annotator.corpus.playback import note_viewing, why_not_play
from annotator.corpus.selectors import recording_of
from annotator.corpus.serving import send_file, send_json
from annotator.corpus.shown import NOT_BLURRED_YET, Shown, shown_to
from annotator.corpus.together import note_all_shown

NOT_SHOWN = "Your pass does not show this."
_VIDEO = "video/mp4"
_FILE = {(200, _VIDEO): OpenApiTypes.BINARY, (206, _VIDEO): OpenApiTypes.BINARY}
_PICTURE = {(200, "image/*"): OpenApiTypes.BINARY}

_Channel = Literal["picture", "sound"]
_CAMERA = OpenApiParameter(
    "camera", enum=["client", "counsellor"], description="Whose, where there were two; the client's unless told."
)


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


class _RangedFile(APIView):
    """What a player asks for in many ranges."""

    granted: Grant | None = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Ask who it is and what they may, unless just that was permitted a moment ago."""
        self.granted = Grant.held(request._request, kwargs["session_id"], now=timezone.now())
        if self.granted is None:
            super().initial(request, *args, **kwargs)

    def send(
        self, request: Request, session_id: int, path_of: Callable[[Shown], str], *, channel: _Channel
    ) -> HttpResponseBase:
        """The file, in ranges."""
        granted = self.granted or _grant(request, session_id, path_of, channel=channel)

        def may_go_on() -> bool:
            is_unchanged = grounds_of(granted.person_id, session_id, now=timezone.now()) == granted.grounds
            return is_unchanged or _path_now(request, session_id, path_of, channel=channel) == granted.path

        return send_file(
            granted.path,
            content_type=_VIDEO,
            range_header=request.headers.get("Range", ""),
            may_go_on=may_go_on,
        )


class Video(_RangedFile):
    @extend_schema(parameters=[OpenApiParameter("size", enum=["large", "small"]), _CAMERA], responses=_FILE)
    def get(self, request: Request, session_id: int) -> HttpResponseBase:
        """The session's video, in ranges; with blurred faces for roles that the study lists.

        `small` for slow lines, where there is one.
        """
        is_small = request.query_params.get("size") == "small"
        return self.send(
            request, session_id, lambda shown: (is_small and shown.small_path) or shown.video_path, channel="sound"
        )


class Picture(_RangedFile):
    @extend_schema(parameters=[_CAMERA], responses=_FILE)
    def get(self, request: Request, session_id: int) -> HttpResponseBase:
        """The session's video from a file without sound track, in ranges."""
        return self.send(request, session_id, lambda shown: shown.picture_only_path, channel="picture")


class Thumbnails(APIView):
    @extend_schema(parameters=[_CAMERA], responses=_PICTURE)
    def get(self, request: Request, session_id: int) -> HttpResponseBase:
        """The sheet of thumbnails."""
        return _send(request, session_id, _thumbnails_path, channel="picture", content_type="image/jpeg")


class Waveform(APIView):
    @extend_schema(responses={(200, "application/octet-stream"): OpenApiTypes.BINARY})
    def get(self, request: Request, session_id: int) -> HttpResponseBase:
        """The sound as signed bytes, lowest and highest in turn, `peaks_per_s` such pairs a second."""
        content_type = "application/octet-stream"
        return _send(request, session_id, lambda shown: shown.waveform_path, channel="sound", content_type=content_type)


class FrameTable(APIView):
    @extend_schema(responses=FrameTableOutput)
    def get(self, request: Request, session_id: int) -> HttpResponseBase:
        """When each picture of the recording is shown, in media time."""
        path, _ = _permitted_path(request, session_id, lambda shown: shown.frame_table_path, channel="picture")
        return send_json(frame_table_json(files.absolute(path).read_bytes()))


def require_consent(person: User, session: Session) -> None:
    """Refuse unless everyone recorded agrees to be seen at this moment."""
    if why_not := why_not_play(person, session, now=timezone.now()):
        raise PermissionDenied(why_not)


def require_picture(person: User, session: Session) -> None:
    """Refuse a rater whose passes show no picture."""
    if not access.channels_for(person, session).picture:
        raise PermissionDenied(NOT_SHOWN)


def _send(
    request: Request, session_id: int, path_of: Callable[[Shown], str], *, channel: _Channel, content_type: str
) -> HttpResponseBase:
    """One small file of a session's recording."""
    path, _ = _permitted_path(request, session_id, path_of, channel=channel)
    return send_file(path, content_type=content_type, range_header=request.headers.get("Range", ""))


def _grant(request: Request, session_id: int, path_of: Callable[[Shown], str], *, channel: _Channel) -> Grant:
    """Permit one file, for as long as nothing changes that decides about it. Raises as `_permitted_path` does."""
    now, person = timezone.now(), access.person(request)
    # Before it is decided: what changes meanwhile then ends the permission.
    grounds = grounds_of(person.pk, session_id, now=now)
    path, _ = _permitted_path(request, session_id, path_of, channel=channel)
    grant = Grant.of(request._request, path, person_id=person.pk, grounds=grounds)
    grant.hold(request._request, now=now)
    return grant


def _path_now(request: Request, session_id: int, path_of: Callable[[Shown], str], *, channel: _Channel) -> str:
    """Where the file lies that would be sent by now; empty for none."""
    person = access.person(request)
    person.refresh_from_db()
    try:
        return _permitted_path(request, session_id, path_of, channel=channel)[0] if person.is_active else ""
    except (PermissionDenied, DjangoPermissionDenied, Http404):
        return ""


def _permitted_path(
    request: Request, session_id: int, path_of: Callable[[Shown], str], *, channel: _Channel
) -> tuple[str, Session]:
    """Where the file lies and its session, for whoever may open `channel` while everyone agrees to be seen; noted."""
    person = access.person(request)
    rows = Session.objects.select_related("study", "recording__blurred_view", "counsellor_recording__blurred_view")
    session = access.session_for(person, rows, session_id)
    require_consent(person, session)
    recording: RecordedFile | None = recording_of(session)
    if request.query_params.get("camera") == "counsellor":
        # A pass through the client's face alone shows nobody else, who might tell what was said.
        recording, channel = counsellor_recording_of(session), "sound"
    if recording is None:
        raise Http404
    if not getattr(access.channels_for(person, session), channel):
        raise PermissionDenied(NOT_SHOWN)
    shown = shown_to(person, session, recording)
    if shown.is_missing:
        raise PermissionDenied(NOT_BLURRED_YET)
    path = path_of(shown)
    if not path:
        raise Http404
    if channel == "sound":  # Which plays with the picture: no pass through one channel shows it.
        note_all_shown(person, session, now=timezone.now())
    note_viewing(person, session, is_blurred=shown.is_blurred, now=timezone.now())
    return path, session


def _thumbnails_path(shown: Shown) -> str:
    return shown.thumbnails["path"] if shown.thumbnails else ""
