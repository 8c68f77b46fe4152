"""Attune's addresses, and the plain views that saving an annotation and sending a recording are compared with."""

import tempfile

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from rest_framework import generics, serializers

from annotator.audit.models import Entry
from annotator.urls import urlpatterns as addresses


class PlainRow(serializers.ModelSerializer[Entry]):
    class Meta:
        model = Entry
        fields = ["at", "action", "text"]


class WriteOneRow(generics.CreateAPIView[Entry]):
    """A logged-in view that checks its input and writes one row, as REST framework's guide has it."""

    queryset = Entry.objects.all()
    serializer_class = PlainRow


@csrf_exempt
def stream_to_disk(request: HttpRequest) -> HttpResponse:
    """The least that keeps what a request brings."""
    with tempfile.TemporaryFile(dir=settings.DATA_DIR) as file:
        while piece := request.read(1_000_000):
            file.write(piece)
    return HttpResponse(status=204)


urlpatterns = [path("plain/", WriteOneRow.as_view()), path("api/v1/uploads/plain/", stream_to_disk), *addresses]
