"""Importing: two files go up, what is in them comes back, and a confirmation makes them a session."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.fields.json import KeyTransform
from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access
from annotator.accounts.models import User
from annotator.api.parsing import whole_number
from annotator.audit.models import Entry
from annotator.corpus import discarding, draft_recordings, drafts
from annotator.corpus.api.draft_outputs import DraftOutput, DraftRowOutput
from annotator.corpus.api.reading import OptionsField, options_in_form
from annotator.corpus.api.session_outputs import SoundTrack
from annotator.corpus.counting import JsonArrayLength
from annotator.corpus.draft_sounds import choose_sounds
from annotator.corpus.files import TooLarge, Upload, shown_name
from annotator.corpus.formats import TRANSCRIPT_FORMATS, VIDEO_FORMATS
from annotator.corpus.models import Draft, RecordingUpload
from annotator.corpus.playback import note_reading
from annotator.corpus.reading import options_of
from annotator.corpus.sounds import choices_in
from annotator.corpus.uploads import most_bytes, room_bytes
from annotator.studies.models import Study

LONGEST_MS = 86_400_000
OPTIONS_HELP = "How to read the transcript, as JSON."
_FORM_BYTES = 100_000  # What a multipart form adds around its files.


class LimitsOutput(serializers.Serializer[Any]):
    max_video_bytes = serializers.IntegerField(help_text="As settings allow and as there is room for now.")
    room_bytes = serializers.IntegerField(help_text="Left on the disk for recordings.")
    max_transcript_bytes = serializers.IntegerField()
    transcript_formats = serializers.ListField(child=serializers.CharField())
    video_formats = serializers.ListField(child=serializers.CharField())


class DraftInput(serializers.Serializer[Any]):
    transcript = serializers.FileField(allow_empty_file=True)
    options = serializers.CharField(required=False, allow_blank=True, default="", help_text=OPTIONS_HELP)
    upload = serializers.UUIDField(
        required=False, help_text="The recording if there is one, sent beforehand or still on its way."
    )
    counsellor_upload = serializers.UUIDField(
        required=False,
        help_text="A second camera's, which filmed the counsellor; `upload` is the client's then, and both are here.",
    )


class RecordingInput(serializers.Serializer[Any]):
    upload = serializers.UUIDField()


class DraftChangeInput(serializers.Serializer[Any]):
    options = OptionsField(required=False)
    offset_ms = serializers.IntegerField(required=False, min_value=-LONGEST_MS, max_value=LONGEST_MS)
    camera_offset_ms = serializers.IntegerField(required=False, min_value=-LONGEST_MS, max_value=LONGEST_MS)
    sound_track = SoundTrack()
    camera_sound_track = SoundTrack()


class ImportLimits(APIView):
    @extend_schema(responses=LimitsOutput)
    def get(self, request: Request) -> Response:
        """What can be imported, so that a page can refuse a file before it is sent."""
        return Response(
            {
                "max_video_bytes": most_bytes(),
                "room_bytes": room_bytes(),
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
            raise TooLarge(f"This is larger than {most} MB, the most that a transcript may have.")
        super().initial(request, *args, **kwargs)

    @extend_schema(responses=DraftRowOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Imports of new sessions that were begun and not confirmed, newest first."""
        study = access.study_for(access.person(request), slug, roles=[access.LEAD])
        # Those that are to succeed a session's transcript are looked at beside it.
        return Response(draft_rows(study.drafts.filter(session=None)))

    @extend_schema(request={"multipart/form-data": DraftInput}, responses={201: DraftOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Send a transcript, name the recording sent beforehand if there is one, and see what would be imported."""
        person, now = access.person(request), timezone.now()
        study = access.study_for(person, slug, roles=[access.LEAD])
        form = DraftInput(data=request.data)
        form.is_valid(raise_exception=True)
        discarding.expire_drafts(now=now)
        draft = drafts.start_draft(
            study=study,
            transcript=upload_of(form.validated_data["transcript"]),
            video=_sent(person, study, form.validated_data.get("upload")),
            counsellor_video=_sent(person, study, form.validated_data.get("counsellor_upload")),
            options=options_in_form(form.validated_data["options"]),
            actor=person,
            now=now,
        )
        return Response(DraftOutput(draft).data, status=status.HTTP_201_CREATED)


class DraftDetail(APIView):
    @extend_schema(responses=DraftOutput)
    def get(self, request: Request, draft_id: int) -> Response:
        """What would be imported."""
        return Response(DraftOutput(draft_of(request, draft_id)).data)

    @extend_schema(request=DraftChangeInput, responses=DraftOutput)
    def patch(self, request: Request, draft_id: int) -> Response:
        """Read the transcript by other options, move its times or a second camera's, or say which sound is heard."""
        draft = draft_of(request, draft_id)
        form = DraftChangeInput(data=request.data)
        form.is_valid(raise_exception=True)
        told = form.validated_data
        options = options_of(told["options"]) if "options" in told else None
        with transaction.atomic():  # Where one wish is refused, none is granted.
            if choices := choices_in(told):
                choose_sounds(draft=draft, choices=choices, actor=access.person(request), now=timezone.now())
            changed = drafts.change_draft(
                draft=draft,
                options=options,
                offset_ms=told.get("offset_ms"),
                camera_offset_ms=told.get("camera_offset_ms"),
            )
        return Response(DraftOutput(changed).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, draft_id: int) -> Response:
        """Forget the import and its files."""
        draft = draft_of(request, draft_id)
        discarding.discard_draft(draft=draft, actor=access.person(request), now=timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)


class DraftRecording(APIView):
    @extend_schema(request=RecordingInput, responses=DraftOutput)
    def post(self, request: Request, draft_id: int) -> Response:
        """Put a recording that has arrived beside the transcript, which was read while it was sent."""
        person, draft = access.person(request), draft_of(request, draft_id)
        form = RecordingInput(data=request.data)
        form.is_valid(raise_exception=True)
        upload = _sent(person, draft.study, form.validated_data["upload"])
        if upload is None or draft.session_id is not None:
            raise Http404
        draft = draft_recordings.add_recording(draft=draft, upload=upload, actor=person, now=timezone.now())
        return Response(DraftOutput(draft).data)

    @extend_schema(responses={200: DraftOutput})
    def delete(self, request: Request, draft_id: int) -> Response:
        """Wait for no recording; what has arrived of it stays, for another import."""
        return Response(DraftOutput(draft_recordings.await_no_recording(draft=draft_of(request, draft_id))).data)


def draft_rows(drafts: QuerySet[Draft]) -> list[Any]:
    """The imports as lists show them, newest first."""
    counted = drafts.annotate(n_turns=JsonArrayLength(KeyTransform("turns", "reading"))).defer("reading", "probe")
    rows = counted.select_related("upload__looked_through_by").order_by("-pk")
    return list(DraftRowOutput(rows, many=True).data)


def draft_of(request: Request, draft_id: int) -> Draft:
    """The import, for the study's leads."""
    drafts_seen = Draft.objects.select_related("study", "session__study", "upload__looked_through_by", "listened_by")
    person = access.person(request)
    draft = access.one_of(access.narrow(person, drafts_seen, roles=[access.LEAD]), pk=draft_id)
    if draft.session:
        access.require_words(person, draft.session)
        note_reading(person, [draft.session], study_id=draft.study_id, now=timezone.now())
    return draft


def asked_ms(request: Request) -> int | None:
    """The moment of a recording that an address names; None without one. No media library takes any number."""
    at_ms = whole_number(request.query_params.get("at_ms", ""))
    return None if at_ms is None else min(at_ms, LONGEST_MS)


def draft_to_confirm(request: Request, draft_id: int) -> Draft:
    """The import, for the study's leads. Raises DraftGone where there was one and it was confirmed or discarded."""
    try:
        return draft_of(request, draft_id)
    except Http404:
        begun = Entry.objects.filter(action="draft.created", target_id=str(draft_id))
        if access.narrow(access.person(request), begun, roles=[access.LEAD]).exists():
            raise discarding.DraftGone from None
        raise


def _sent(person: User, study: Study, upload_id: UUID | None) -> RecordingUpload | None:
    """The recording that the person sent beforehand."""
    mine = study.uploads.filter(created_by=person).select_related("looked_through_by")
    return access.one_of(mine, pk=upload_id) if upload_id else None


def upload_of(file: "UploadedFile[bytes]") -> Upload:
    """The file as the corpus keeps it."""
    return Upload(name=shown_name(file.name or ""), pieces=file.chunks())
