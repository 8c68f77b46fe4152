"""Which face is the client's: the faces of a recording, to choose among."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access
from annotator.corpus import files
from annotator.corpus.api.drafts import asked_ms, draft_of
from annotator.corpus.api.media import require_consent, require_picture
from annotator.corpus.api.session_outputs import ClientRegion
from annotator.corpus.media.refusal import MediaRefused
from annotator.corpus.models import Session
from annotator.corpus.playback import note_viewing
from annotator.corpus.reading import FileRefused
from annotator.corpus.selectors import recording_of
from annotator.corpus.shown import shown_to
from annotator.corpus.turn_frames import detector_for
from annotator.studies.models import FaceFinder, Study

if TYPE_CHECKING:
    from annotator.corpus.media.face_candidates import Fractions

NO_PICTURE = "There is no picture of it to look for faces in."
_AT_MS = OpenApiParameter("at_ms", int, description="Which moment; without it, the first of several that shows two.")


class CandidateOutput(serializers.Serializer[Any]):
    face = ClientRegion()
    region = ClientRegion(help_text="What to keep as the client's region where this is their face.")


class CandidatesOutput(serializers.Serializer[Any]):
    at_ms = serializers.IntegerField(help_text="The moment that shows them.")
    faces = CandidateOutput(many=True, help_text="From left to right.")


class DraftFaces(APIView):
    @extend_schema(parameters=[_AT_MS], responses=CandidatesOutput)
    def get(self, request: Request, draft_id: int) -> Response:
        """The faces in the draft's video, so that whoever imports it says which is the client's."""
        draft = draft_of(request, draft_id)
        if not draft.probe or not draft.probe["video_codec"]:
            raise serializers.ValidationError({"at_ms": [NO_PICTURE]})
        return _answer(request, draft.study, files.absolute(draft.video_path), duration_ms=draft.probe["duration_ms"])


class SessionFaces(APIView):
    @extend_schema(parameters=[_AT_MS], responses=CandidatesOutput)
    def get(self, request: Request, session_id: int) -> Response:
        """The faces in the session's recording, to say anew which is the client's."""
        person, now = access.person(request), timezone.now()
        rows = Session.objects.select_related("study", "recording__blurred_view")
        session = access.session_for(person, rows, session_id, roles=[access.LEAD])
        require_consent(person, session)
        require_picture(person, session)
        recording = recording_of(session)
        shown = shown_to(person, session, recording) if recording else None
        if recording is None or shown is None or not shown.video_path or not recording.has_picture:
            raise serializers.ValidationError({"at_ms": [NO_PICTURE]})
        note_viewing(person, session, is_blurred=shown.is_blurred, now=now)
        return _answer(request, session.study, files.absolute(shown.video_path), duration_ms=recording.duration_ms)


def _answer(request: Request, study: Study, path: Path, *, duration_ms: int) -> Response:
    from annotator.corpus.media.face_candidates import candidates

    fills_region = study.face_finder == FaceFinder.CLIENT_REGION
    at_ms = asked_ms(request)
    try:
        found = candidates(path, detector_for(study), duration_ms=duration_ms, at_ms=at_ms, fills_region=fills_region)
    except MediaRefused as refusal:
        raise FileRefused(refusal, code="media_refused", field="video") from refusal
    faces = [{"face": _region(each.face), "region": _region(each.region)} for each in found.faces]
    return Response({"at_ms": found.at_ms, "faces": faces})


def _region(fractions: "Fractions") -> dict[str, float]:
    """To a thousandth, so that it stays within the picture when it comes back."""
    x, y, w, h = fractions
    left, top = round(x, 3), round(y, 3)
    return {"x": left, "y": top, "w": round(min(w, 1 - left), 3), "h": round(min(h, 1 - top), 3)}
