"""Recorded people and what they agreed to."""

from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access
from annotator.corpus import consent
from annotator.corpus.api.confirming import ConsentInput, OfferedScope
from annotator.corpus.models import Consent, Person, Session
from annotator.corpus.withdrawals import affected

_ROLES = [access.LEAD, access.STEWARD]


class ConsentOutput(serializers.ModelSerializer[Consent]):
    class Meta:
        model = Consent
        fields = ["scope", "basis", "given_at", "last_day", "expires_at", "withdrawn_at", "replaced_at"]


class RecordedPersonOutput(serializers.ModelSerializer[Person]):
    sessions = serializers.SerializerMethodField()
    consents = ConsentOutput(many=True)

    class Meta:
        model = Person
        fields = ["id", "pseudonym", "role", "sessions", "consents"]

    def get_sessions(self, person: Person) -> list[str]:
        """The keys of the sessions in which the person was recorded."""
        rows = [*person.sessions_as_client.all(), *person.sessions_as_counsellor.all()]
        return [session.key for session in rows]


class GivenInput(ConsentInput):
    scopes = serializers.ListField(child=OfferedScope(), allow_empty=False)


class WithdrawalInput(serializers.Serializer[Any]):
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=Consent.Scope.choices), allow_null=True, allow_empty=False, default=None
    )
    note = serializers.CharField(max_length=300, allow_blank=True, default="")


class DownloadOutput(serializers.Serializer[Any]):
    by = serializers.CharField()
    at = serializers.DateTimeField()


class AffectedOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    downloads = DownloadOutput(many=True)


class WithdrawalOutput(serializers.Serializer[Any]):
    person = RecordedPersonOutput()
    affected_releases = AffectedOutput(many=True)
    affected_runs = AffectedOutput(many=True, help_text="Trained on such a release, or scored with it.")
    affected_answers = AffectedOutput(
        many=True, help_text="Sessions of which copies of the raters' answers hold comments and quoted words."
    )


class Persons(APIView):
    @extend_schema(responses=RecordedPersonOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The study's recorded people with all their consents, those that have ended too."""
        study = access.study_for(access.person(request), slug, roles=_ROLES)
        rows = _with_sessions().filter(study=study).order_by("role", "pseudonym")
        return Response(RecordedPersonOutput(rows, many=True).data)


class Consents(APIView):
    @extend_schema(request=GivenInput, responses={201: RecordedPersonOutput})
    def post(self, request: Request, person_id: int) -> Response:
        """Record what a person agreed to."""
        recorded = _recorded_person(request, person_id)
        form = GivenInput(data=request.data)
        form.is_valid(raise_exception=True)
        told = form.validated_data
        consent.give(
            person=recorded,
            scopes=told["scopes"],
            basis=told["basis"],
            last_day=told["expires_on"],
            actor=access.person(request),
            now=timezone.now(),
        )
        return Response(RecordedPersonOutput(_recorded_person(request, person_id)).data, status=status.HTTP_201_CREATED)


class Withdrawal(APIView):
    @extend_schema(request=WithdrawalInput, responses=WithdrawalOutput)
    def post(self, request: Request, person_id: int) -> Response:
        """End a person's consent, at once; the answer lists what holds their turns, and who took copies."""
        recorded = _recorded_person(request, person_id)
        form = WithdrawalInput(data=request.data)
        form.is_valid(raise_exception=True)
        actor, now = access.person(request), timezone.now()
        consent.withdraw(person=recorded, actor=actor, now=now, **form.validated_data)
        body = {
            "person": _recorded_person(request, person_id),
            "affected_releases": affected("releases", recorded),
            "affected_runs": affected("runs", recorded),
            "affected_answers": affected("answers", recorded),
        }
        return Response(WithdrawalOutput(body).data)


def _recorded_person(request: Request, person_id: int) -> Person:
    return access.one_of(access.narrow(access.person(request), _with_sessions(), roles=_ROLES), pk=person_id)


def _with_sessions() -> QuerySet[Person]:
    sessions = Session.objects.order_by("number")
    return Person.objects.select_related("study").prefetch_related(
        Prefetch("sessions_as_client", sessions),
        Prefetch("sessions_as_counsellor", sessions),
        Prefetch("consents", Consent.objects.order_by("pk")),
    )
