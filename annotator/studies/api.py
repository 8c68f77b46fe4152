"""Studies and their people. One study with its counts is answered by `overview`."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access
from annotator.codebooks.services import default_codebook_version
from annotator.studies import services
from annotator.studies.models import Membership, Rater, Role, Study


class StudyInput(serializers.Serializer[Study]):
    name = serializers.CharField(max_length=120)
    description = serializers.CharField(required=False, allow_blank=True)
    has_channel_passes = serializers.BooleanField(required=False)
    raters_per_turn = serializers.IntegerField(required=False, min_value=1, max_value=50)


class StudyOutput(serializers.ModelSerializer[Study]):
    class Meta:
        model = Study
        fields = ["slug", "name", "description", "is_demo", "has_channel_passes", "raters_per_turn", "created_at"]


class MemberInput(serializers.Serializer[Membership]):
    username = serializers.RegexField(r"^[\w.@+-]{2,150}$")
    role = serializers.ChoiceField(choices=Role.choices)
    display_name = serializers.CharField(max_length=120, required=False, allow_blank=True)


class MemberOutput(serializers.ModelSerializer[Membership]):
    username = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.name")
    rater = serializers.SerializerMethodField()

    class Meta:
        model = Membership
        fields = ["id", "username", "name", "role", "rater"]

    def get_rater(self, membership: Membership) -> str | None:
        """The pseudonym, for raters; withheld while leads are blind to who is who."""
        if membership.role != Role.RATER or membership.study.are_raters_blind:
            return None
        return next(
            (rater.pseudonym for rater in membership.user.raters.all() if rater.study_id == membership.study_id), None
        )


class NewMemberOutput(MemberOutput):
    first_password = serializers.CharField(allow_null=True)

    class Meta(MemberOutput.Meta):
        fields = [*MemberOutput.Meta.fields, "first_password"]


class RaterOutput(serializers.ModelSerializer[Rater]):
    name = serializers.SerializerMethodField()

    class Meta:
        model = Rater
        fields = ["pseudonym", "kind", "name"]

    def get_name(self, rater: Rater) -> str | None:
        """Who it is, once the study is no longer blind."""
        return None if rater.study.are_raters_blind or rater.user is None else rater.user.name


class Studies(generics.ListAPIView[Study]):
    """The studies in which the person has a role."""

    serializer_class = StudyOutput

    def get_queryset(self) -> QuerySet[Study]:
        return access.studies_for(access.person(self.request))

    @extend_schema(request=StudyInput, responses={201: StudyOutput})
    def post(self, request: Request, *_args: Any, **_kwargs: Any) -> Response:
        """Create a study; its creator becomes its lead."""
        person = access.person(request)
        access.require_creator(person)
        form = StudyInput(data=request.data)
        form.is_valid(raise_exception=True)
        now = timezone.now()
        study = services.create_study(
            codebook_version=default_codebook_version(now=now),
            creator=person,
            now=now,
            **form.validated_data,
        )
        return Response(StudyOutput(study).data, status=status.HTTP_201_CREATED)


class Members(APIView):
    @extend_schema(responses=MemberOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The study's people and their roles."""
        study = access.study_for(access.person(request), slug, roles=access.LOG_ROLES)
        members = study.memberships.select_related("user", "study").prefetch_related("user__raters")
        return Response(MemberOutput(members.order_by("role", "user__username"), many=True).data)

    @extend_schema(request=MemberInput, responses={201: NewMemberOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Give a person a role. A new log-in's first password is in the answer and nowhere else."""
        study = access.study_for(access.person(request), slug, roles=[access.LEAD])
        form = MemberInput(data=request.data)
        form.is_valid(raise_exception=True)
        membership, password = services.add_member(
            study=study, actor=access.person(request), now=timezone.now(), **form.validated_data
        )
        body = {**MemberOutput(membership).data, "first_password": password}
        return Response(body, status=status.HTTP_201_CREATED)


class MemberDetail(APIView):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, member_id: int) -> Response:
        """Take a role away; what the person recorded stays."""
        study = access.study_for(access.person(request), slug, roles=[access.LEAD])
        membership = access.one_of(study.memberships.all(), pk=member_id)
        services.remove_member(membership=membership, actor=access.person(request), now=timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)


class Raters(APIView):
    @extend_schema(responses=RaterOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The study's raters by pseudonym, with names where the study is not blind."""
        study = access.study_for(access.person(request), slug, roles=access.LOG_ROLES)
        raters = Rater.objects.filter(study=study).select_related("study", "user").order_by("pk")
        return Response(RaterOutput(raters, many=True).data)
