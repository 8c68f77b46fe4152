"""Reading the log: a page and a file, for leads and stewards."""

from itertools import chain

from django.db.models import Case, CharField, F, Q, QuerySet, Value, When
from django.http import StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from annotator import access
from annotator.api.tables import csv_stream
from annotator.audit.models import Entry
from annotator.audit.services import record

COLUMNS = ["at", "shown_actor", "action", "target_kind", "target_id", "text"]
A_RATER = "a rater"


class EntryOutput(serializers.ModelSerializer[Entry]):
    actor = serializers.CharField(source="shown_actor")

    class Meta:
        model = Entry
        fields = ["id", "at", "actor", "action", "target_kind", "target_id", "text"]


def _entries(request: Request, slug: str) -> QuerySet[Entry]:
    """The study's entries. A lead who is blind to who is who sees what raters did, and not which of them."""
    person = access.person(request)
    study = access.study_for(person, slug, roles=access.LOG_ROLES)
    hidden = When(actor__in=access.raters_hidden_from(person, study), then=Value(A_RATER))
    shown_actor = Case(hidden, default=F("actor_name"), output_field=CharField())
    entries = Entry.objects.filter(study_id=study.pk).annotate(shown_actor=shown_actor).order_by("-pk")
    if action := request.query_params.get("action"):
        entries = entries.filter(action=action)
    if words := request.query_params.get("search"):
        entries = entries.filter(Q(text__icontains=words) | Q(shown_actor__icontains=words))
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
        entries = _entries(request, slug)
        study = access.study_for(access.person(request), slug)
        record(
            actor=access.person(request),
            action="log.downloaded",
            text="The log was downloaded",
            study=study,
            target=study,
            at=timezone.now(),
        )
        rows = entries.values_list(*COLUMNS).iterator()
        header = ["at_utc", "actor", *COLUMNS[2:]]
        return csv_stream(chain([header], ([at.isoformat(), *rest] for at, *rest in rows)), name=f"{slug}-log.csv")
