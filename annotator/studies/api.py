"""Studies and their people. One study with its counts is answered by `overview`."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet, prefetch_related_objects
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access
from annotator.accounts import links
from annotator.accounts.models import User
from annotator.accounts.validators import LOG_IN_NAME, LOG_IN_NAME_RULE
from annotator.codebooks.services import default_codebook_version
from annotator.studies import restoring, services
from annotator.studies.models import OFFERED_ROLES, Membership, Rater, Role, Study
from annotator.time_zones import is_time_zone


class TimeZoneField(serializers.CharField):
    """A time zone by its name, `Europe/Berlin`."""

    default_error_messages = {"unknown": "There is no time zone {name}. They are named like Europe/Berlin."}

    def to_internal_value(self, data: Any) -> str:
        name = str(super().to_internal_value(data))
        if not is_time_zone(name):
            self.fail("unknown", name=name)
        return name


class StudyInput(serializers.Serializer[Study]):
    name = serializers.CharField(max_length=120)
    description = serializers.CharField(required=False, allow_blank=True)
    has_channel_passes = serializers.BooleanField(required=False)
    raters_per_turn = serializers.IntegerField(required=False, min_value=1, max_value=50)
    is_one_persons = serializers.BooleanField(required=False)
    time_zone = TimeZoneField(required=False)


class StudyOutput(serializers.ModelSerializer[Study]):
    class Meta:
        model = Study
        fields = [
            "slug",
            "name",
            "description",
            "is_demo",
            "has_channel_passes",
            "raters_per_turn",
            "is_one_persons",
            "created_at",
        ]


class MemberInput(serializers.Serializer[Membership]):
    username = serializers.RegexField(LOG_IN_NAME, error_messages={"invalid": LOG_IN_NAME_RULE})
    role = serializers.ChoiceField(choices=OFFERED_ROLES)
    display_name = serializers.CharField(max_length=120, required=False, allow_blank=True)


class MemberOutput(serializers.ModelSerializer[Membership]):
    """A person's role, as `context["user"]` sees it."""

    username = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.name")
    rater = serializers.SerializerMethodField()
    is_invited = serializers.BooleanField(source="user.is_invited", help_text="They have not set a password yet.")
    link_expires_at = serializers.DateTimeField(
        source="user.password_link.expires_at",
        default=None,
        allow_null=True,
        help_text="Until when their link to set a password works; null without one.",
    )
    why_no_link = serializers.SerializerMethodField(help_text="Why you can't make one; empty where you can.")

    class Meta:
        model = Membership
        fields = ["id", "username", "name", "role", "rater", "is_invited", "link_expires_at", "why_no_link"]

    def get_why_no_link(self, membership: Membership) -> str:
        return access.why_no_link(self.context["user"], membership.user)

    def get_rater(self, membership: Membership) -> str | None:
        """The pseudonym, for raters; withheld while leads are blind to who is who."""
        if membership.role != Role.RATER or membership.study.are_raters_blind:
            return None
        return next(
            (rater.pseudonym for rater in membership.user.raters.all() if rater.study_id == membership.study_id), None
        )


class NewLinkOutput(serializers.Serializer[links.NewLink]):
    token = serializers.CharField(help_text="The address is /set-password# and then this. It can't be read again.")
    expires_at = serializers.DateTimeField()


class NewMemberOutput(MemberOutput):
    link = NewLinkOutput(allow_null=True)

    class Meta(MemberOutput.Meta):
        fields = [*MemberOutput.Meta.fields, "link"]


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
        person = access.person(request)
        study = access.study_for(person, slug, roles=access.LOG_ROLES)
        members = _members(study).order_by("role", "user__username")
        prefetch_related_objects([person], "memberships")
        return Response(MemberOutput(members, many=True, context={"user": person}).data)

    @extend_schema(request=MemberInput, responses={201: NewMemberOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Give a person a role. The link with which a new one sets a password is in the answer and nowhere else."""
        person = access.person(request)
        study = access.study_for(person, slug, roles=access.LOG_ROLES)
        form = MemberInput(data=request.data)
        form.is_valid(raise_exception=True)
        access.require_appointer(person, study, form.validated_data["role"])
        added, link = services.add_member(study=study, actor=person, now=timezone.now(), **form.validated_data)
        body = MemberOutput(_members(study).get(pk=added.pk), context={"user": person}).data
        body["link"] = NewLinkOutput(link).data if link else None
        return Response(body, status=status.HTTP_201_CREATED)


class MemberDetail(APIView):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, member_id: int) -> Response:
        """Take a role away; what the person recorded stays."""
        person = access.person(request)
        study = access.study_for(person, slug, roles=access.LOG_ROLES)
        membership = access.one_of(_members(study), pk=member_id)
        access.require_appointer(person, study, membership.role)
        services.remove_member(membership=membership, actor=person, now=timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)


class MemberLink(APIView):
    @extend_schema(request=None, responses={201: NewLinkOutput})
    def post(self, request: Request, slug: str, member_id: int) -> Response:
        """Make a link with which the person sets a new password; an earlier one ends. It is in the answer alone."""
        person, study, membership = self._found(request, slug, member_id)
        link = links.make_link(user=membership.user, actor=person, now=timezone.now(), study=study)
        return Response(NewLinkOutput(link).data, status=status.HTTP_201_CREATED)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, member_id: int) -> Response:
        """End the person's link."""
        person, study, membership = self._found(request, slug, member_id)
        links.revoke_link(user=membership.user, actor=person, now=timezone.now(), study=study)
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _found(self, request: Request, slug: str, member_id: int) -> tuple[User, Study, Membership]:
        person = access.person(request)
        study = access.study_for(person, slug, roles=access.LOG_ROLES)
        membership = access.one_of(_members(study), pk=member_id)
        if reason := access.why_no_link(person, membership.user):
            raise PermissionDenied(reason)
        return person, study, membership


class RestorationInput(serializers.Serializer[Any]):
    leaving = serializers.ListField(
        child=serializers.IntegerField(), default=list, help_text="Memberships that ended after the backup was made."
    )


class Restoration(APIView):
    @extend_schema(request=RestorationInput, responses={204: None})
    def post(self, request: Request, slug: str) -> Response:
        """Confirm what a backup gave back, so that everybody who still belongs to the study can open it again."""
        person = access.person(request)
        study = access.study_for(person, slug, roles=access.LOG_ROLES)
        form = RestorationInput(data=request.data)
        form.is_valid(raise_exception=True)
        restoring.confirm_restored(study=study, actor=person, now=timezone.now(), **form.validated_data)
        return Response(status=status.HTTP_204_NO_CONTENT)


class Raters(APIView):
    @extend_schema(responses=RaterOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The study's raters by pseudonym, with names where the study is not blind."""
        study = access.study_for(access.person(request), slug, roles=access.LOG_ROLES)
        raters = Rater.objects.filter(study=study).select_related("study", "user")
        return Response(_in_order(raters))

    @extend_schema(request=None, responses={201: RaterOutput(many=True)})
    def post(self, request: Request, slug: str) -> Response:
        """Draw numbers for all raters who have none yet; assigning does so by itself. The answer has all raters."""
        person = access.person(request)
        study = access.study_for(person, slug, roles=[access.LEAD])
        services.draw_numbers(study=study, actor=person, now=timezone.now())
        raters = Rater.objects.filter(study=study).select_related("study", "user")
        return Response(_in_order(raters), status=status.HTTP_201_CREATED)


def _in_order(raters: QuerySet[Rater]) -> Any:
    """By their numbers: the order of joining would tell who is who."""
    in_order = sorted(raters, key=lambda rater: (len(rater.pseudonym), rater.pseudonym))
    return RaterOutput(in_order, many=True).data


def _members(study: Study) -> QuerySet[Membership]:
    members = Membership.objects.filter(study=study).select_related("user__password_link", "study")
    return members.prefetch_related("user__raters", "user__memberships")
