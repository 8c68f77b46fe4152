"""Importing: two files go up, what is in them comes back, and a confirmation makes them a session."""

from datetime import UTC, datetime, time
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse, HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access
from annotator.accounts.models import User
from annotator.api.parsing import whole_number
from annotator.corpus import drafts, files, services
from annotator.corpus.api.sessions import ClientRegion, RemarkOutput, SessionOutput
from annotator.corpus.files import TooLarge, Upload
from annotator.corpus.media.still import still_at
from annotator.corpus.models import Consent, Draft, RecordingUpload, Turn
from annotator.corpus.reading import past_end_remarks
from annotator.corpus.selectors import sessions_for
from annotator.corpus.uploads import most_bytes
from annotator.studies.models import Study

TRANSCRIPT_FORMATS = ["vtt", "srt", "json", "csv", "tsv", "txt"]
VIDEO_FORMATS = [
    *["mp4", "m4v", "mov", "mkv", "webm", "avi", "mpg", "mpeg", "mts", "ts", "wmv", "flv"],
    *["m4a", "wav", "mp3", "flac", "ogg"],  # Sound alone.
]
_FORM_BYTES = 100_000  # What a multipart form adds around its files.


class LimitsOutput(serializers.Serializer[Any]):
    max_video_bytes = serializers.IntegerField()
    max_transcript_bytes = serializers.IntegerField()
    transcript_formats = serializers.ListField(child=serializers.CharField())
    video_formats = serializers.ListField(child=serializers.CharField())


class DraftInput(serializers.Serializer[Any]):
    transcript = serializers.FileField(allow_empty_file=True)
    upload = serializers.UUIDField(required=False, help_text="The recording, which is sent beforehand.")


class SpeakerOutput(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="As the file names them; empty where it does not.")
    n_turns = serializers.IntegerField()
    sample = serializers.CharField()
    guessed_role = serializers.ChoiceField(choices=Turn.Role.choices, allow_null=True)


class DraftTurnOutput(serializers.Serializer[Any]):
    position = serializers.IntegerField()
    speaker = serializers.CharField()
    start_ms = serializers.IntegerField(allow_null=True)
    end_ms = serializers.IntegerField(allow_null=True)
    text = serializers.CharField()


class ReadingOutput(serializers.Serializer[Any]):
    format = serializers.CharField()
    speakers = SpeakerOutput(many=True)
    turns = DraftTurnOutput(many=True)
    remarks = RemarkOutput(many=True)


class SoundOutput(serializers.Serializer[Any]):
    codec = serializers.CharField()
    channels = serializers.IntegerField()
    layout = serializers.CharField()
    sample_rate = serializers.IntegerField()
    start_ms = serializers.IntegerField()


class ProbeOutput(serializers.Serializer[Any]):
    container = serializers.CharField(default="")
    duration_ms = serializers.IntegerField()
    width = serializers.IntegerField(allow_null=True, help_text="Null where there is no picture.")
    height = serializers.IntegerField(allow_null=True)
    video_codec = serializers.CharField(allow_null=True)
    pixel_format = serializers.CharField(allow_null=True, default=None)
    audio_codec = serializers.CharField(allow_null=True)
    sounds = SoundOutput(many=True, default=list)
    rate_mode = serializers.ChoiceField(choices=["constant", "variable"])
    rotation = serializers.IntegerField()
    is_interlaced = serializers.BooleanField(default=False)
    start_ms = serializers.IntegerField()
    n_frames = serializers.IntegerField()
    n_hidden_frames = serializers.IntegerField(default=0, help_text="Cut away in the file by an edit, and never shown.")
    remarks = RemarkOutput(many=True)


class DraftOutput(serializers.ModelSerializer[Draft]):
    reading = serializers.SerializerMethodField()
    probe = ProbeOutput(allow_null=True)

    class Meta:
        model = Draft
        fields = ["id", "transcript_name", "video_name", "created_at", "reading", "probe"]

    @extend_schema_field(ReadingOutput)
    def get_reading(self, draft: Draft) -> dict[str, Any]:
        """What was found in the transcript, and how it fits the video."""
        duration_ms = draft.probe["duration_ms"] if draft.probe else None
        late = past_end_remarks(draft.reading["turns"], duration_ms=duration_ms)
        return {**draft.reading, "remarks": [*draft.reading["remarks"], *late]}


class ConsentInput(serializers.Serializer[Any]):
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=Consent.Scope.choices))
    basis = serializers.CharField(max_length=200, allow_blank=True, default="")
    expires_on = serializers.DateField(allow_null=True, default=None)

    def validate_expires_on(self, value: Any) -> datetime | None:
        """Consent holds to the end of its last day."""
        return None if value is None else datetime.combine(value, time.max, tzinfo=UTC)


class ConsentsInput(serializers.Serializer[Any]):
    client = ConsentInput(required=False, allow_null=True)
    counsellor = ConsentInput(required=False, allow_null=True)


class ConfirmationInput(serializers.Serializer[Any]):
    title = serializers.CharField(max_length=120, allow_blank=True, default="")
    roles = serializers.DictField(child=serializers.ChoiceField(choices=Turn.Role.choices))
    client = serializers.CharField(max_length=40)
    counsellor = serializers.CharField(max_length=40, allow_null=True, default=None)
    consent = ConsentsInput(required=False)
    client_region = ClientRegion(allow_null=True, default=None)
    offset_ms = serializers.IntegerField(default=0, min_value=-86_400_000, max_value=86_400_000)
    two_clients_are_one = serializers.BooleanField(default=False)

    def plan(self) -> services.ImportPlan:
        """The input as the service takes it."""
        told = dict(self.validated_data)
        consents = told.pop("consent", {})
        return services.ImportPlan(
            **told,
            client_consent=_consent(consents.get("client")),
            counsellor_consent=_consent(consents.get("counsellor")),
        )


class ImportLimits(APIView):
    @extend_schema(responses=LimitsOutput)
    def get(self, request: Request) -> Response:
        """What can be imported, so that a page can refuse a file before it is sent."""
        return Response(
            {
                "max_video_bytes": most_bytes(),
                "max_transcript_bytes": settings.MAX_TRANSCRIPT_BYTES,
                "transcript_formats": TRANSCRIPT_FORMATS,
                "video_formats": VIDEO_FORMATS,
            }
        )


class Drafts(APIView):
    parser_classes = [MultiPartParser]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse what is too large before any of it is read, which checking the log-in would do."""
        n_bytes = int(request.META.get("CONTENT_LENGTH") or 0)
        if n_bytes > settings.MAX_TRANSCRIPT_BYTES + _FORM_BYTES:
            most = settings.MAX_TRANSCRIPT_BYTES // 1_000_000
            raise TooLarge(f"This is larger than {most} MB, the most that a transcript has. A recording is sent apart.")
        super().initial(request, *args, **kwargs)

    @extend_schema(responses=DraftOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Imports that were begun and not confirmed, newest first."""
        study = access.study_for(access.person(request), slug, roles=[access.LEAD])
        return Response(DraftOutput(study.drafts.order_by("-pk"), many=True).data)

    @extend_schema(request={"multipart/form-data": DraftInput}, responses={201: DraftOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Send a transcript, name the upload of its recording if there is one, and see what would be imported."""
        person, now = access.person(request), timezone.now()
        study = access.study_for(person, slug, roles=[access.LEAD])
        form = DraftInput(data=request.data)
        form.is_valid(raise_exception=True)
        drafts.expire_drafts(now=now)
        draft = drafts.start_draft(
            study=study,
            transcript=_upload(form.validated_data["transcript"]),
            video=_recording(person, study, form.validated_data.get("upload")),
            actor=person,
            now=now,
        )
        return Response(DraftOutput(draft).data, status=status.HTTP_201_CREATED)


class DraftDetail(APIView):
    @extend_schema(responses=DraftOutput)
    def get(self, request: Request, draft_id: int) -> Response:
        """What would be imported."""
        return Response(DraftOutput(_draft(request, draft_id)).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, draft_id: int) -> Response:
        """Forget the import and its files."""
        draft = _draft(request, draft_id)
        drafts.discard_draft(draft=draft, actor=access.person(request), now=timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)


class Confirmation(APIView):
    @extend_schema(request=ConfirmationInput, responses={201: SessionOutput})
    def post(self, request: Request, draft_id: int) -> Response:
        """Make the draft a session."""
        person, now = access.person(request), timezone.now()
        draft = _draft(request, draft_id)
        form = ConfirmationInput(data=request.data)
        form.is_valid(raise_exception=True)
        session = services.confirm_draft(draft=draft, plan=form.plan(), actor=person, now=now)
        shown = access.one_of(sessions_for(person, now=now), pk=session.pk)
        return Response(SessionOutput(shown).data, status=status.HTTP_201_CREATED)


class Still(APIView):
    @extend_schema(parameters=[OpenApiParameter("at_ms", int)], responses={(200, "image/jpeg"): OpenApiTypes.BINARY})
    def get(self, request: Request, draft_id: int) -> HttpResponseBase:
        """One picture of the draft's video, to draw the client's region on."""
        draft = _draft(request, draft_id)
        at_ms = whole_number(request.query_params.get("at_ms", "")) or 0
        has_picture = draft.probe and draft.probe["video_codec"]
        picture = still_at(files.absolute(draft.video_path), at_ms=at_ms) if has_picture else None
        if picture is None:
            raise serializers.ValidationError({"at_ms": ["The video shows no picture there."]})
        return HttpResponse(picture, content_type="image/jpeg")


def _draft(request: Request, draft_id: int) -> Draft:
    mine = access.narrow(access.person(request), Draft.objects.select_related("study"), roles=[access.LEAD])
    return access.one_of(mine, pk=draft_id)


def _recording(person: User, study: Study, upload_id: UUID | None) -> RecordingUpload | None:
    return access.one_of(study.uploads.filter(created_by=person), pk=upload_id) if upload_id else None


def _upload(file: "UploadedFile[bytes]") -> Upload:
    return Upload(name=(file.name or "")[-255:], pieces=file.chunks())


def _consent(told: dict[str, Any] | None) -> services.ConsentGiven | None:
    if told is None:
        return None
    return services.ConsentGiven(tuple(told["scopes"]), told["basis"], told["expires_on"])
