"""Logging in and out, the password, and tokens."""

from django.conf import settings
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect, ensure_csrf_cookie
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access
from annotator.accounts import links, services
from annotator.accounts.models import ApiToken, User
from annotator.accounts.tokens import make_token


class PersonOutput(serializers.Serializer[User]):
    username = serializers.CharField()
    name = serializers.CharField()
    may_create_studies = serializers.BooleanField(source="is_superuser")
    is_demo = serializers.BooleanField()


class StudyName(serializers.Serializer[object]):
    slug = serializers.CharField()
    name = serializers.CharField()
    is_demo = serializers.BooleanField()


class StudyRoles(serializers.Serializer[object]):
    study = StudyName()
    roles = serializers.ListField(child=serializers.ChoiceField(choices=access.role_choices()))


class HeldBackStudy(serializers.Serializer[object]):
    name = serializers.CharField()
    restored_as_of = serializers.DateTimeField()


class MeOutput(serializers.Serializer[object]):
    user = PersonOutput(allow_null=True)
    memberships = StudyRoles(many=True)
    held_back = HeldBackStudy(many=True, help_text="Restored from a backup, and closed until a steward confirms it.")


class LogInInput(serializers.Serializer[object]):
    username = serializers.CharField()
    password = serializers.CharField(trim_whitespace=False)


class PasswordInput(serializers.Serializer[object]):
    old_password = serializers.CharField(trim_whitespace=False)
    new_password = serializers.CharField(trim_whitespace=False)


class LinkInput(serializers.Serializer[object]):
    token = serializers.CharField(max_length=100, help_text="What follows the # in the link's address.")


class LinkOutput(serializers.Serializer[object]):
    username = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.name")
    is_invitation = serializers.BooleanField(source="user.is_invited", help_text="The person has no password yet.")
    expires_at = serializers.DateTimeField()


class NewPasswordInput(LinkInput):
    password = serializers.CharField(trim_whitespace=False)


class TokenInput(serializers.ModelSerializer[ApiToken]):
    days = serializers.IntegerField(min_value=1, max_value=365, default=settings.API_TOKEN_DAYS)

    class Meta:
        model = ApiToken
        fields = ["label", "days"]


class TokenOutput(serializers.ModelSerializer[ApiToken]):
    class Meta:
        model = ApiToken
        fields = ["id", "label", "created_at", "expires_at", "latest_used_at"]


class NewTokenOutput(TokenOutput):
    token = serializers.CharField()

    class Meta(TokenOutput.Meta):
        fields = [*TokenOutput.Meta.fields, "token"]


def _me(user: object) -> Response:
    person = user if isinstance(user, User) else None
    memberships = access.memberships_of(person) if person else []
    held_back = access.held_back_from(person).order_by("name") if person else []
    return Response(MeOutput({"user": person, "memberships": memberships, "held_back": held_back}).data)


@method_decorator(ensure_csrf_cookie, name="dispatch")
class Me(APIView):
    """Who is logged in, and their roles. Also sets the cookie that every later write must echo."""

    permission_classes = [AllowAny]

    @extend_schema(responses=MeOutput)
    def get(self, request: Request) -> Response:
        return _me(request.user)


@method_decorator(csrf_protect, name="dispatch")
class LogIn(APIView):
    permission_classes = [AllowAny]

    @extend_schema(request=LogInInput, responses=MeOutput)
    def post(self, request: Request) -> Response:
        """Begin a login with a name and a password."""
        form = LogInInput(data=request.data)
        form.is_valid(raise_exception=True)
        return _me(services.log_in(request=request._request, now=timezone.now(), **form.validated_data))


class LogOut(APIView):
    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request) -> Response:
        """End this login."""
        services.log_out(request=request._request, now=timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)


class Password(APIView):
    @extend_schema(request=PasswordInput, responses={204: None})
    def post(self, request: Request) -> Response:
        """Change the password. Tokens and all other logins end."""
        form = PasswordInput(data=request.data)
        form.is_valid(raise_exception=True)
        services.change_password(
            request=request._request,
            user=access.person(request),
            old=form.validated_data["old_password"],
            new=form.validated_data["new_password"],
            now=timezone.now(),
        )
        return Response(status=status.HTTP_204_NO_CONTENT)


@method_decorator(csrf_protect, name="dispatch")
class OpenPasswordLink(APIView):
    permission_classes = [AllowAny]

    @extend_schema(request=LinkInput, responses=LinkOutput)
    def post(self, request: Request) -> Response:
        """Whose password a link sets. Not a GET, so that the token stands in no address."""
        form = LinkInput(data=request.data)
        form.is_valid(raise_exception=True)
        return Response(LinkOutput(links.open_link(now=timezone.now(), **form.validated_data)).data)


@method_decorator(csrf_protect, name="dispatch")
class UsePasswordLink(APIView):
    permission_classes = [AllowAny]

    @extend_schema(request=NewPasswordInput, responses=MeOutput)
    def post(self, request: Request) -> Response:
        """Set the password of the link's person and log them in. The link then works no more."""
        form = NewPasswordInput(data=request.data)
        form.is_valid(raise_exception=True)
        return _me(links.use_link(request=request._request, now=timezone.now(), **form.validated_data))


class Tokens(APIView):
    @extend_schema(responses=TokenOutput(many=True))
    def get(self, request: Request) -> Response:
        """The person's tokens, newest first."""
        return Response(
            TokenOutput(ApiToken.objects.filter(user=access.person(request)).order_by("-pk"), many=True).data
        )

    @extend_schema(request=TokenInput, responses={201: NewTokenOutput})
    def post(self, request: Request) -> Response:
        """Make a token. The answer is the only place where it can be read."""
        if isinstance(request.auth, ApiToken):
            raise PermissionDenied("A token can't make another. Log in with your password to make one.")
        form = TokenInput(data=request.data)
        form.is_valid(raise_exception=True)
        row, token = make_token(user=access.person(request), now=timezone.now(), **form.validated_data)
        return Response({**TokenOutput(row).data, "token": token}, status=status.HTTP_201_CREATED)


class TokenDetail(APIView):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, token_id: int) -> Response:
        """End a token at once."""
        access.one_of(ApiToken.objects.filter(user=access.person(request)), pk=token_id).delete()
        return Response(status=status.HTTP_204_NO_CONTENT)
