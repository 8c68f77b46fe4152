"""Attune's addresses, and the plain view that saving an annotation is compared with."""

from django.urls import path
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


urlpatterns = [path("plain/", WriteOneRow.as_view()), *addresses]
