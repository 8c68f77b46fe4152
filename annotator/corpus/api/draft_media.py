"""The recording of an import, before it is a session's: to hear and see whether the transcript fits it."""

from django.http import Http404, HttpResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from annotator.api.parsing import whole_number
from annotator.corpus import files
from annotator.corpus.api.drafts import draft_of
from annotator.corpus.media.still import still_at
from annotator.corpus.serving import send_file

# Browsers play QuickTime and Matroska as what they are built like, and refuse them by their own names.
_PLAYED_AS = {"mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/mp4", "webm": "video/webm", "mkv": "video/webm"}


class Still(APIView):
    @extend_schema(parameters=[OpenApiParameter("at_ms", int)], responses={(200, "image/jpeg"): OpenApiTypes.BINARY})
    def get(self, request: Request, draft_id: int) -> HttpResponseBase:
        """One picture of the draft's video, to draw the client's region on."""
        draft = draft_of(request, draft_id)
        at_ms = whole_number(request.query_params.get("at_ms", "")) or 0
        has_picture = draft.probe and draft.probe["video_codec"]
        picture = still_at(files.absolute(draft.video_path), at_ms=at_ms) if has_picture else None
        if picture is None:
            raise serializers.ValidationError({"at_ms": ["The video shows no picture there."]})
        return HttpResponse(picture, content_type="image/jpeg")


class Original(APIView):
    @extend_schema(responses={(200, "video/*"): OpenApiTypes.BINARY, (206, "video/*"): OpenApiTypes.BINARY})
    def get(self, request: Request, draft_id: int) -> HttpResponseBase:
        """The draft's video as it was sent, to hear whether the transcript fits it.

        Nobody's consent is on record yet, so only the person who brought the video may see it.
        """
        draft = draft_of(request, draft_id)
        if draft.created_by != request.user or not draft.video_path:
            raise Http404
        content_type = _PLAYED_AS.get(draft.video_name.rpartition(".")[2].lower(), "application/octet-stream")
        return send_file(draft.video_path, content_type=content_type, range_header=request.headers.get("Range", ""))
