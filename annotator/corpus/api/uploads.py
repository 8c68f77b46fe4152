"""Sending a recording so that it can break off and go on: the tus protocol 1.0, each body written as it comes.

Source: https://tus.io/protocols/resumable-upload, with its extensions creation, expiration, checksum, termination.
"""

import binascii
from base64 import b64decode
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.http import http_date
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import exceptions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access
from annotator.api.parsing import whole_number
from annotator.corpus import inspecting, uploads
from annotator.corpus.files import shown_name
from annotator.corpus.media.refusal import MediaRefused
from annotator.corpus.models import RecordingUpload
from annotator.corpus.reading import FileRefused
from annotator.corpus.uploads import Checksum
from annotator.errors import DomainError
from annotator.jobs.api import JobOutput

_VERSION = "1.0.0"
_BODY = "application/offset+octet-stream"


class WrongVersion(DomainError):
    code = "wrong_version"
    status = 412


class UploadOutput(serializers.ModelSerializer[RecordingUpload]):
    """A recording on its way."""

    arrived_bytes = serializers.SerializerMethodField()
    expires_at = serializers.SerializerMethodField()
    is_copied = serializers.SerializerMethodField(
        help_text="Whether the server copies it by itself at this moment; nothing is to be sent."
    )

    class Meta:
        model = RecordingUpload
        fields = ["id", "name", "bytes", "arrived_bytes", "created_at", "expires_at", "is_copied"]

    def get_arrived_bytes(self, upload: RecordingUpload) -> int:
        return uploads.arrived(upload)

    def get_is_copied(self, upload: RecordingUpload) -> bool:
        job = upload.looked_through_by
        return job is not None and not job.is_over and not uploads.is_finished(upload)

    def get_expires_at(self, upload: RecordingUpload) -> datetime:
        return uploads.expires_at(upload)


class _TusView(APIView):
    """What all addresses of the protocol have in common."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse clients of another version, but for those that ask which one this is."""
        super().initial(request, *args, **kwargs)
        if request.method in {"POST", "PATCH", "HEAD", "DELETE"} and request.headers.get("Tus-Resumable") != _VERSION:
            raise WrongVersion(f"Say in the header Tus-Resumable that you follow version {_VERSION} of the protocol.")

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Name the version in every answer."""
        response["Tus-Resumable"] = response["Tus-Version"] = _VERSION
        return super().finalize_response(request, response, *args, **kwargs)

    def options(self, request: HttpRequest, *_args: Any, **_kwargs: Any) -> Response:
        """What is supported, and the most that can be sent."""
        headers = {
            "Tus-Max-Size": str(uploads.most_bytes()),
            "Tus-Extension": "creation,expiration,checksum,termination",
            "Tus-Checksum-Algorithm": ",".join(uploads.CHECKSUMS),
        }
        return Response(status=status.HTTP_204_NO_CONTENT, headers=headers)


class Uploads(_TusView):
    @extend_schema(responses=UploadOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """One's own recordings on their way, newest first: after a crash the page can offer to go on."""
        person = access.person(request)
        study = access.study_for(person, slug, roles=[access.LEAD])
        mine = study.uploads.filter(created_by=person).select_related("looked_through_by").order_by("-created_at")
        return Response(UploadOutput(mine, many=True).data)

    @extend_schema(
        request=None,
        responses={201: None},
        parameters=[
            OpenApiParameter("Tus-Resumable", str, "header"),
            OpenApiParameter("Upload-Length", int, "header", description="Bytes of the whole file."),
            OpenApiParameter("Upload-Metadata", str, "header", description="`filename` and its name in Base64."),
        ],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Begin to send a recording; the header Location says where to."""
        person, now = access.person(request), timezone.now()
        study = access.study_for(person, slug, roles=[access.LEAD])
        n_bytes = _number_of(request, "Upload-Length")
        if n_bytes == 0:
            empty = MediaRefused("empty", "The file is empty.")
            raise FileRefused(empty, code="media_refused", field="video")
        name = _name_told(request.headers.get("Upload-Metadata", ""))
        upload = uploads.begin_upload(study=study, name=name, n_bytes=n_bytes, actor=person, now=now)
        location = reverse("upload", kwargs={"upload_id": upload.pk})
        headers = {"Location": location, "Upload-Offset": "0", **_expiry(upload)}
        return Response(status=status.HTTP_201_CREATED, headers=headers)


class UploadDetail(_TusView):
    def head(self, request: Request, upload_id: UUID) -> Response:
        """How much has arrived."""
        upload = _own(request, upload_id)
        headers = {
            "Upload-Offset": str(uploads.arrived(upload)),
            "Upload-Length": str(upload.bytes),
            "Cache-Control": "no-store",
            **_expiry(upload),
        }
        return Response(headers=headers)

    @extend_schema(
        request={_BODY: bytes},
        responses={204: None},
        parameters=[
            OpenApiParameter("Tus-Resumable", str, "header"),
            OpenApiParameter("Upload-Offset", int, "header", description="Where these bytes belong."),
            OpenApiParameter("Upload-Checksum", str, "header", description="`sha256` and the body's in Base64."),
        ],
    )
    def patch(self, request: Request, upload_id: UUID) -> Response:
        """Send the next bytes. Those that came before the line broke are kept."""
        upload = _own(request, upload_id)
        if request.content_type != _BODY:
            raise exceptions.UnsupportedMediaType(request.content_type, detail=f"Send the bytes as {_BODY}.")
        # Read from the connection piece by piece: `request.data` would take all of it into memory.
        offset = uploads.append(
            upload=upload,
            offset=_number_of(request, "Upload-Offset"),
            source=request._request,
            n_bytes=_number_of(request, "Content-Length"),
            checksum=_checksum_told(request.headers.get("Upload-Checksum", "")),
        )
        if offset == upload.bytes:
            inspecting.look_through(upload=upload, actor=access.person(request), now=timezone.now())
        headers = {"Upload-Offset": str(offset), **_expiry(upload)}
        return Response(status=status.HTTP_204_NO_CONTENT, headers=headers)

    @extend_schema(responses={204: None}, parameters=[OpenApiParameter("Tus-Resumable", str, "header")])
    def delete(self, request: Request, upload_id: UUID) -> Response:
        """Give up sending it; what has arrived is deleted."""
        uploads.discard_upload(upload=_own(request, upload_id), actor=access.person(request), now=timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)


class Inspection(APIView):
    @extend_schema(request=None, responses={202: JobOutput})
    def post(self, request: Request, upload_id: UUID) -> Response:
        """The job that looks through a recording that has arrived whole; a new one where the latest was cancelled."""
        job = inspecting.look_through(upload=_own(request, upload_id), actor=access.person(request), now=timezone.now())
        return Response(JobOutput(job).data, status=status.HTTP_202_ACCEPTED)


def _own(request: Request, upload_id: UUID) -> RecordingUpload:
    """An upload that the person began, in a study where they still may import."""
    person = access.person(request)
    mine = RecordingUpload.objects.select_related("study", "looked_through_by").filter(created_by=person)
    return access.one_of(access.narrow(person, mine, roles=[access.LEAD]), pk=upload_id)


def _number_of(request: Request, header: str) -> int:
    number = whole_number(request.headers.get(header, ""))
    if number is None:
        raise exceptions.ParseError(f"The header {header} must be a number of bytes.")
    return number


def _name_told(metadata: str) -> str:
    """The file's name out of `key base64,key base64`; what it says of folders is left out."""
    told = dict(pair.strip().partition(" ")[::2] for pair in metadata.split(","))
    try:
        name = b64decode(told.get("filename", ""), validate=True).decode()
    except (binascii.Error, UnicodeDecodeError) as error:
        raise exceptions.ParseError("The file's name in Upload-Metadata is not Base64 of UTF-8.") from error
    return shown_name(name.rpartition("/")[2].rpartition("\\")[2]) or "recording"


def _checksum_told(header: str) -> Checksum | None:
    if not header:
        return None
    algorithm, _, digest = header.partition(" ")
    if algorithm not in uploads.CHECKSUMS:
        raise exceptions.ParseError(f"Checksums are taken as {' or '.join(uploads.CHECKSUMS)}.")
    try:
        return Checksum(algorithm, b64decode(digest, validate=True))
    except binascii.Error as error:
        raise exceptions.ParseError("The checksum is not Base64.") from error


def _expiry(upload: RecordingUpload) -> dict[str, str]:
    return {"Upload-Expires": http_date(uploads.expires_at(upload).timestamp())}
