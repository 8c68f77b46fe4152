"""Recordings and pictures, to whoever may see them and to nobody else, checked at every request."""

from django.http import Http404, HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.views import APIView

from annotator import access
from annotator.accounts.models import User
from annotator.corpus.models import Session
from annotator.corpus.playback import note_viewing, why_not_play
from annotator.corpus.selectors import recording_of
from annotator.corpus.serving import send_file
from annotator.corpus.shown import NOT_BLURRED_YET, Shown, shown_to

NOT_SHOWN = "Your pass does not show this."
_FILE = {(200, "video/mp4"): OpenApiTypes.BINARY, (206, "video/mp4"): OpenApiTypes.BINARY}
_PICTURE = {(200, "image/*"): OpenApiTypes.BINARY}


class Video(APIView):
    @extend_schema(responses=_FILE)
    def get(self, request: Request, session_id: int) -> HttpResponseBase:
        """The session's video, in ranges; with blurred faces for roles that the study lists."""
        person, session, shown = _playable(request, session_id)
        if not access.channels_for(person, session).sound:
            raise PermissionDenied(NOT_SHOWN)
        return _sent(request, person, session, shown, path=shown.video_path)


class Picture(APIView):
    @extend_schema(responses=_FILE)
    def get(self, request: Request, session_id: int) -> HttpResponseBase:
        """The session's video from a file without sound track, in ranges."""
        person, session, shown = _playable(request, session_id)
        require_picture(person, session)
        return _sent(request, person, session, shown, path=shown.picture_only_path)


class Thumbnails(APIView):
    @extend_schema(responses=_PICTURE)
    def get(self, request: Request, session_id: int) -> HttpResponseBase:
        """The sheet of thumbnails."""
        person, session, shown = _playable(request, session_id)
        require_picture(person, session)
        path = (shown.thumbnails or {}).get("path", "")
        return _sent(request, person, session, shown, path=path, content_type="image/jpeg")


def require_consent(person: User, session: Session) -> None:
    """Refuse unless everyone recorded agrees to be seen at this moment."""
    if why_not := why_not_play(person, session, now=timezone.now()):
        raise PermissionDenied(why_not)


def require_picture(person: User, session: Session) -> None:
    """Refuse a rater whose passes show no picture."""
    if not access.channels_for(person, session).picture:
        raise PermissionDenied(NOT_SHOWN)


def _playable(request: Request, session_id: int) -> tuple[User, Session, Shown]:
    """The session and its view, for whoever may open it, while everyone recorded agrees to be seen."""
    person = access.person(request)
    rows = Session.objects.select_related("study", "recording__blurred_view")
    session = access.session_for(person, rows, session_id)
    require_consent(person, session)
    recording = recording_of(session)
    if recording is None:
        raise Http404
    return person, session, shown_to(person, session, recording)


def _sent(
    request: Request, person: User, session: Session, shown: Shown, *, path: str, content_type: str = "video/mp4"
) -> HttpResponseBase:
    if shown.is_missing:
        raise PermissionDenied(NOT_BLURRED_YET)
    if not path:
        raise Http404
    note_viewing(person, session, is_blurred=shown.is_blurred, now=timezone.now())
    return send_file(path, content_type=content_type, range_header=request.headers.get("Range", ""))
