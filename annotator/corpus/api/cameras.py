"""A session's second camera: when it began on the session's clock."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access
from annotator.corpus.api.drafts import LONGEST_MS
from annotator.corpus.api.media import require_consent
from annotator.corpus.api.session_outputs import CounsellorRecordingOutput
from annotator.corpus.cameras import move_counsellor_camera
from annotator.corpus.models import Session
from annotator.corpus.shown import shown_to


class CounsellorRecordingInput(serializers.Serializer[Any]):
    offset_ms = serializers.IntegerField(
        min_value=-LONGEST_MS, max_value=LONGEST_MS, help_text="When it began on the session's clock."
    )


class CounsellorCamera(APIView):
    @extend_schema(request=CounsellorRecordingInput, responses=CounsellorRecordingOutput)
    def patch(self, request: Request, session_id: int) -> Response:
        """Move the counsellor's camera on the session's clock, where it was found to lie wrong."""
        person, now = access.person(request), timezone.now()
        rows = Session.objects.select_related("study")
        session = access.session_for(person, rows, session_id, roles=[access.LEAD])
        require_consent(person, session)  # Only whoever may see both pictures can tell how they lie.
        form = CounsellorRecordingInput(data=request.data)
        form.is_valid(raise_exception=True)
        recording = move_counsellor_camera(session=session, actor=person, now=now, **form.validated_data)
        context = {
            "shown": shown_to(person, session, recording),
            "sees_names": access.sees_names(person, session.study),
        }
        return Response(CounsellorRecordingOutput(recording, context=context).data)
