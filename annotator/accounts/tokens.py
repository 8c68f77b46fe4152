"""Bearer tokens: made once, shown once, kept as a digest, and gone after their day."""

import hashlib
import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from annotator.accounts.models import ApiToken, User
from annotator.errors import DomainError
from annotator.locks import locked

USED_EVERY = timedelta(minutes=1)  # How exactly `latest_used_at` is kept; a write per request would be waste.


class PasswordChanged(DomainError):
    code = "password_changed"


@transaction.atomic
def make_token(*, user: User, label: str, days: int, now: datetime) -> tuple[ApiToken, str]:
    """The row and the token itself, which nobody can read again.

    Raises:
        PasswordChanged: since whoever asks logged in; the change ends all tokens, and this one would stay.
    """
    if locked(User.objects.all(), user).password != user.password:
        raise PasswordChanged("Your password was changed a moment ago. Log in again, then make the token.")
    token = f"attune_{secrets.token_urlsafe(32)}"
    row = ApiToken.objects.create(
        user=user, label=label, digest=digest_of(token), created_at=now, expires_at=now + timedelta(days=days)
    )
    return row, token


class BearerTokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer attune_…`."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _, token = get_authorization_header(request).decode("latin-1").partition(" ")
        if scheme.lower() != "bearer":
            return None
        now = timezone.now()
        row = ApiToken.objects.select_related("user").filter(digest=digest_of(token), expires_at__gt=now).first()
        if row is None or not row.user.is_active:
            raise AuthenticationFailed("This token is unknown or has expired; make a new one on your account page.")
        stale = Q(latest_used_at__isnull=True) | Q(latest_used_at__lt=now - USED_EVERY)
        ApiToken.objects.filter(stale, pk=row.pk).update(latest_used_at=now)
        return row.user, row

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class BearerTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # Registers itself, untyped.
    """How the API's schema tells of the tokens."""

    target_class = BearerTokenAuthentication
    name = "bearerToken"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


def digest_of(token: str) -> str:
    """What the database keeps of a token or link."""
    # A fast hash is enough: the token is 256 random bits, not a password somebody chose.
    return hashlib.sha256(token.encode()).hexdigest()
