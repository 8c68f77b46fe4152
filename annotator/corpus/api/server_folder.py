"""Recordings on the server: what there is for a study, and taking one into an import."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access
from annotator.corpus.api.uploads import UploadOutput
from annotator.corpus.server_folder import folder_for, recordings_in_folder, take_from_folder

_MOST_SHOWN = 100


class ServerFileOutput(serializers.Serializer[Any]):
    """A recording in the study's folder on the server."""

    name = serializers.CharField(help_text="Its path within the study's folder.")
    bytes = serializers.IntegerField()
    modified_at = serializers.DateTimeField()


class ServerFolderOutput(serializers.Serializer[Any]):
    """What there is on the server for a study."""

    is_there = serializers.BooleanField(help_text="Whether the server has a folder for the study.")
    n_recordings = serializers.IntegerField(help_text="That match the search.")
    recordings = ServerFileOutput(many=True, help_text="The first hundred of them, those changed last first.")


class ServerFileInput(serializers.Serializer[Any]):
    name = serializers.CharField()


class ServerFolder(APIView):
    @extend_schema(responses=ServerFolderOutput, parameters=[OpenApiParameter("search")])
    def get(self, request: Request, slug: str) -> Response:
        """The recordings in the study's folder on the server, those changed last first."""
        study = access.study_for(access.person(request), slug, roles=[access.LEAD])
        words = request.query_params.get("search", "").casefold()
        found = [each for each in recordings_in_folder(study) if words in each.name.casefold()]
        shown = {
            "is_there": folder_for(study) is not None,
            "n_recordings": len(found),
            "recordings": found[:_MOST_SHOWN],
        }
        return Response(ServerFolderOutput(shown).data)

    @extend_schema(request=ServerFileInput, responses={201: UploadOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Begin to copy one of them; from then on it is a recording on its way as those are that a browser sends."""
        person = access.person(request)
        study = access.study_for(person, slug, roles=[access.LEAD])
        form = ServerFileInput(data=request.data)
        form.is_valid(raise_exception=True)
        upload = take_from_folder(study=study, name=form.validated_data["name"], actor=person, now=timezone.now())
        return Response(UploadOutput(upload).data, status=status.HTTP_201_CREATED)
