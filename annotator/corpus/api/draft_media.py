"""The recording of an import, before it is a session's: to hear and see whether the transcript fits it."""

from typing import Any

from django.http import Http404, HttpResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from annotator.api.parsing import whole_number
from annotator.corpus import files
from annotator.corpus.api.drafts import asked_ms, draft_of
from annotator.corpus.draft_recordings import played_path
from annotator.corpus.models import Draft
from annotator.corpus.serving import send_file

Json = dict[str, Any]

_CAMERA = OpenApiParameter("camera", enum=["client", "counsellor"])
# Browsers play QuickTime and Matroska as what they are built like, and refuse them by their own names.
_PLAYED_AS = {"mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/mp4", "webm": "video/webm", "mkv": "video/webm"}


class Still(APIView):
    @extend_schema(
        parameters=[OpenApiParameter("at_ms", int), _CAMERA], responses={(200, "image/jpeg"): OpenApiTypes.BINARY}
    )
    def get(self, request: Request, draft_id: int) -> HttpResponseBase:
        """One picture of a draft's video: to draw the client's region on, or to lay two cameras over each other."""
        from annotator.corpus.media.still import still_at

        video = _video(draft_of(request, draft_id), request)
        at_ms = asked_ms(request) or 0
        has_picture = video and video["probe"] and video["probe"]["video_codec"]
        picture = still_at(files.absolute(video["path"]), at_ms=at_ms) if video and has_picture else None
        if picture is None:
            raise serializers.ValidationError({"at_ms": ["The video shows no picture there."]})
        return HttpResponse(picture, content_type="image/jpeg")


class Original(APIView):
    @extend_schema(
        parameters=[_CAMERA], responses={(200, "video/*"): OpenApiTypes.BINARY, (206, "video/*"): OpenApiTypes.BINARY}
    )
    def get(self, request: Request, draft_id: int) -> HttpResponseBase:
        """A draft's video as it was sent, to hear whether the transcript fits it; its clock begins with it.

        Nobody's consent is on record yet, so only the person who brought the video may see it.
        """
        draft = draft_of(request, draft_id)
        video = _video(draft, request)
        if draft.created_by != request.user or video is None:
            raise Http404
        content_type = _PLAYED_AS.get(video["name"].rpartition(".")[2].lower(), "application/octet-stream")
        return send_file(played_path(video), content_type=content_type, range_header=request.headers.get("Range", ""))


class Sound(APIView):
    @extend_schema(
        parameters=[
            OpenApiParameter("at_ms", int),
            OpenApiParameter("track", int, description="Counted from 0; all of them together without it."),
            _CAMERA,
        ],
        responses={(200, "audio/wav"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, draft_id: int) -> HttpResponseBase:
        """Some seconds of one of a recording's sound tracks, or of all; only whoever sent it hears them."""
        from annotator.corpus.media.sound_excerpt import sound_excerpt

        draft = draft_of(request, draft_id)
        video = _video(draft, request)
        if draft.created_by != request.user or video is None:
            raise Http404
        asked = request.query_params.get("track", "")
        at_ms, track = asked_ms(request) or 0, whole_number(asked)
        has_sound = bool(video["probe"] and video["probe"]["audio_codec"])
        is_asked_for = has_sound and (track is not None or not asked)
        heard = sound_excerpt(files.absolute(video["path"]), sound_track=track, at_ms=at_ms) if is_asked_for else None
        if heard is None:
            raise serializers.ValidationError({"track": ["The recording has no such sound track."]})
        return HttpResponse(heard, content_type="audio/wav")


def _video(draft: Draft, request: Request) -> Json | None:
    """{name, path, probe} of the camera asked for, if the draft has its recording."""
    if request.query_params.get("camera") == "counsellor":
        video: Json | None = draft.counsellor_video
        return video
    return {"name": draft.video_name, "path": draft.video_path, "probe": draft.probe} if draft.video_path else None
