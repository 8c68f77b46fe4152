"""The end of an import: what a person decides of it, and the session that it becomes."""

from datetime import date
from typing import Any

from django.core.validators import MaxValueValidator
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access
from annotator.corpus import services
from annotator.corpus.api.drafts import LONGEST_MS, draft_to_confirm
from annotator.corpus.api.session_outputs import ClientRegion, SessionOutput
from annotator.corpus.models import Consent, Turn
from annotator.corpus.selectors import sessions_for

LATEST_DAY = date(2999, 12, 31)
"""Of the last day that a calendar knows, no end could be told in another time zone."""


class OfferedScope(serializers.ChoiceField):
    """A scope that something asks for."""

    def __init__(self) -> None:
        super().__init__(choices=Consent.OFFERED)


class ConsentInput(serializers.Serializer[Any]):
    scopes = serializers.ListField(child=OfferedScope())
    basis = serializers.CharField(max_length=200, allow_blank=True, default="")
    expires_on = serializers.DateField(
        allow_null=True,
        default=None,
        validators=[MaxValueValidator(LATEST_DAY, "Give a day before the year 3000, or none where it holds for good.")],
        help_text="The last day on which it holds, to its end where the study is.",
    )


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
    offset_ms = serializers.IntegerField(allow_null=True, default=None, min_value=-LONGEST_MS, max_value=LONGEST_MS)
    camera_offset_ms = serializers.IntegerField(
        allow_null=True, default=None, min_value=-LONGEST_MS, max_value=LONGEST_MS, help_text="Of a second camera."
    )
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


class Confirmation(APIView):
    @extend_schema(request=ConfirmationInput, responses={201: SessionOutput})
    def post(self, request: Request, draft_id: int) -> Response:
        """Make the draft a session."""
        person, now = access.person(request), timezone.now()
        draft = draft_to_confirm(request, draft_id)
        form = ConfirmationInput(data=request.data)
        form.is_valid(raise_exception=True)
        session = services.confirm_draft(draft=draft, plan=form.plan(), actor=person, now=now)
        shown = access.one_of(sessions_for(person, now=now), pk=session.pk)
        return Response(SessionOutput(shown).data, status=status.HTTP_201_CREATED)


def _consent(told: dict[str, Any] | None) -> services.ConsentGiven | None:
    if told is None:
        return None
    return services.ConsentGiven(tuple(told["scopes"]), told["basis"], told["expires_on"])
