"""Reading the log: a page and a file, for leads and stewards."""

from itertools import chain

from django.db.models import Q, QuerySet
from django.http import StreamingHttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from annotator import access
from annotator.api.tables import csv_stream
from annotator.audit.models import Entry

COLUMNS = ["at", "actor_name", "action", "target_kind", "target_id", "text"]


class EntryOutput(serializers.ModelSerializer[Entry]):
    actor = serializers.CharField(source="actor_name")

    class Meta:
        model = Entry
        fields = ["id", "at", "actor", "action", "target_kind", "target_id", "text"]


def _entries(request: Request, slug: str) -> QuerySet[Entry]:
    study = access.study_for(access.person(request), slug, roles=access.LOG_ROLES)
    entries = Entry.objects.filter(study_id=study.pk).order_by("-pk")
    if action := request.query_params.get("action"):
        entries = entries.filter(action=action)
    if words := request.query_params.get("search"):
        entries = entries.filter(Q(text__icontains=words) | Q(actor_name__icontains=words))
    return entries


class StudyLog(generics.ListAPIView[Entry]):
    """Who did, saw or downloaded what in the study, newest first."""

    serializer_class = EntryOutput

    def get_queryset(self) -> QuerySet[Entry]:
        return _entries(self.request, self.kwargs["slug"])


class StudyLogFile(APIView):
    @extend_schema(responses={(200, "text/csv"): str})
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        """The same as CSV, times in UTC."""
        rows = _entries(request, slug).values_list(*COLUMNS).iterator()
        header = ["at_utc", "actor", *COLUMNS[2:]]
        return csv_stream(chain([header], ([at.isoformat(), *rest] for at, *rest in rows)), name=f"{slug}-log.csv")
