"""Logging in and out, and changing a password."""

import ipaddress
from datetime import datetime

from django.contrib import auth
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from annotator.accounts.models import User
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
    user = auth.authenticate(request, username=username, password=password)
    if getattr(request, "axes_locked_out", False):
        raise LockedOut("Too many wrong passwords. Wait 15 minutes and try again.")
    if not isinstance(user, User):
        raise WrongCredentials("The name or the password is not right.")
    if user.is_demo and not _is_loopback(request):
        raise DemoOnLoopbackOnly("The demo log-ins work on this computer only. Ask for a log-in of your own.")
    auth.login(request, user)
    record(actor=user, action="login.begun", text=f"{user.username} logged in", at=now)
    return user


def log_out(*, request: HttpRequest, now: datetime) -> None:
    if isinstance(request.user, User):
        record(actor=request.user, action="login.ended", text=f"{request.user.username} logged out", at=now)
    auth.logout(request)


def change_password(*, request: HttpRequest, user: User, old: str, new: str, now: datetime) -> None:
    """Set a new password; other logins of the person end, this one stays."""
    if not user.check_password(old):
        raise WrongCredentials("The present password is not right.", fields={"old_password": ["Not right."]})
    try:
        validate_password(new, user)
    except ValidationError as error:
        raise UnfitPassword(" ".join(error.messages), fields={"new_password": error.messages}) from error
    user.set_password(new)
    user.save(update_fields=["password"])
    auth.update_session_auth_hash(request, user)
    record(actor=user, action="password.changed", text=f"{user.username} changed their password", at=now)


def _is_loopback(request: HttpRequest) -> bool:
    # Behind a proxy every request comes from loopback; the header then tells that somebody else is behind it.
    if "HTTP_X_FORWARDED_FOR" in request.META:
        return False
    return ipaddress.ip_address(request.META.get("REMOTE_ADDR") or "0.0.0.0").is_loopback  # noqa: S104
