"""Logging in and out, and changing a password."""

import ipaddress
from datetime import datetime

from django.contrib import auth
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest

from annotator.accounts.models import ApiToken, PasswordLink, User
from annotator.audit.services import record
from annotator.errors import DomainError


class WrongCredentials(DomainError):
    code = "wrong_credentials"
    status = 400


class LockedOut(DomainError):
    code = "locked_out"
    status = 429


class DemoOnLoopbackOnly(DomainError):
    code = "demo_on_loopback_only"
    status = 403


class UnfitPassword(DomainError):
    code = "unfit_password"
    status = 400


def log_in(*, request: HttpRequest, username: str, password: str, now: datetime) -> User:
    """Begin a login. Too many wrong passwords lock the name for this address for a quarter of an hour."""
    user = _authenticated(request, username=username, password=password)
    if user is None:
        raise WrongCredentials("The name or the password is not right.")
    refuse_demo_from_elsewhere(user, request)
    begin_login(request=request, user=user, now=now)
    return user


def begin_login(*, request: HttpRequest, user: User, now: datetime) -> None:
    """Log in a person who has shown who they are."""
    auth.login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    record(actor=user, action="login.begun", text=f"{user.username} logged in", at=now)


def log_out(*, request: HttpRequest, now: datetime) -> None:
    if isinstance(request.user, User):
        record(actor=request.user, action="login.ended", text=f"{request.user.username} logged out", at=now)
    auth.logout(request)


def change_password(*, request: HttpRequest, user: User, old: str, new: str, now: datetime) -> None:
    """Set a new password; the person's tokens and other logins end, this one stays.

    Raises:
        WrongCredentials: `old` is not the password; it counts as a wrong password of a log-in does.
        LockedOut: that were too many.
        UnfitPassword: `new` is short, common, or made of the person's name.
    """
    if _authenticated(request, username=user.username, password=old) is None:
        raise WrongCredentials("The present password is not right.", fields={"old_password": ["Not right."]})
    prepare_password(user=user, password=new, field="new_password")
    with transaction.atomic():  # After the count of wrong passwords, which must outlast a refusal.
        store_password(user)
        auth.update_session_auth_hash(request, user)
        record(actor=user, action="password.changed", text=f"{user.username} changed their password", at=now)


def prepare_password(*, user: User, password: str, field: str) -> None:
    """Give `user` the password, which `store_password` then keeps: hashing takes too long for a transaction.

    Args:
        field: the input that it came in.

    Raises:
        UnfitPassword: it is short, common, or made of the person's name.
    """
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise UnfitPassword(" ".join(error.messages), fields={field: error.messages}) from error
    user.set_password(password)


def store_password(user: User) -> None:
    """Keep the new password. All that was given under the old one ends: logins, tokens, a link to set another."""
    user.save(update_fields=["password"])  # Each login holds a digest of it, and is none any more.
    ApiToken.objects.filter(user=user).delete()
    PasswordLink.objects.filter(user=user).delete()


def refuse_demo_from_elsewhere(user: User, request: HttpRequest) -> None:
    """Raises DemoOnLoopbackOnly where a demo log-in is used from another computer."""
    if user.is_demo and not _is_loopback(request):
        raise DemoOnLoopbackOnly("The demo log-ins work on this computer only. Ask for a log-in of your own.")


def _authenticated(request: HttpRequest, *, username: str, password: str) -> User | None:
    """The person whose password this is. Each wrong one counts, by person and address."""
    user = auth.authenticate(request, username=username, password=password)
    if getattr(request, "axes_locked_out", False):
        raise LockedOut("Too many wrong passwords. Wait 15 minutes and try again.")
    return user if isinstance(user, User) else None


def _is_loopback(request: HttpRequest) -> bool:
    # Behind a proxy every request comes from loopback; the header then tells that somebody else is behind it.
    if "HTTP_X_FORWARDED_FOR" in request.META:
        return False
    return ipaddress.ip_address(request.META.get("REMOTE_ADDR") or "0.0.0.0").is_loopback  # noqa: S104
