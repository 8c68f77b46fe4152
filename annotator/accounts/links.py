"""Links with which people set their own passwords, once: new people, and who has forgotten theirs.

Nobody knows or sets another's password. The token stands in the fragment of the page's address, which no browser
sends, so that no log of a server or proxy holds it.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Model
from django.http import HttpRequest

from annotator import locks
from annotator.accounts import services
from annotator.accounts.models import PasswordLink, User
from annotator.accounts.tokens import digest_of
from annotator.audit.services import record
from annotator.errors import DomainError

PAGE = "/set-password"


class LinkNotValid(DomainError):
    code = "link_not_valid"
    status = 410


@dataclass(frozen=True)
class NewLink:
    """What whoever asked for the link passes on. Nobody can read it again."""

    token: str
    expires_at: datetime

    def address(self, site: str) -> str:
        """The page to open; `site` is where Attune answers, `https://attune.example.org`."""
        return f"{site.rstrip('/')}{PAGE}#{self.token}"


@transaction.atomic
def invite(
    *,
    username: str,
    actor: User | None,
    now: datetime,
    display_name: str = "",
    study: Model | None = None,
    may_create_studies: bool = False,
) -> tuple[User, NewLink]:
    """Make a log-in without a password, and the link that sets the first one."""
    user = User(username=username, display_name=display_name, is_superuser=may_create_studies)
    user.set_unusable_password()
    user.save(force_insert=True)
    record(actor=actor, action="person.added", text=f"Log-in {username} was made", study=study, target=user, at=now)
    return user, make_link(user=user, actor=actor, now=now, study=study)


@transaction.atomic
def make_link(*, user: User, actor: User | None, now: datetime, study: Model | None = None) -> NewLink:
    """A link for the person, whose earlier one ends. Their password stays until the link is used."""
    token = secrets.token_urlsafe(32)
    expires_at = now + timedelta(days=settings.PASSWORD_LINK_DAYS)
    PasswordLink.objects.update_or_create(
        user=user,
        defaults={"digest": digest_of(token), "made_at": now, "expires_at": expires_at, "made_by": actor},
    )
    text = f"A link was made with which {user.username} sets a password"
    record(actor=actor, action="password_link.made", text=text, study=study, target=user, at=now)
    return NewLink(token=token, expires_at=expires_at)


@transaction.atomic
def revoke_link(*, user: User, actor: User | None, now: datetime, study: Model | None = None) -> None:
    """End the person's link, if there is one."""
    n, _ = PasswordLink.objects.filter(user=user).delete()
    if n:
        text = f"The link with which {user.username} sets a password was revoked"
        record(actor=actor, action="password_link.revoked", text=text, study=study, target=user, at=now)


def open_link(*, token: str, now: datetime, lock: bool = False) -> PasswordLink:
    """The link of this token, which stays.

    Raises:
        LinkNotValid: it was used, replaced, revoked, has expired, or never was.
    """
    links = PasswordLink.objects.select_related("user")
    if lock:
        links = locks.lock(links)
    link = links.filter(digest=digest_of(token), expires_at__gt=now, user__is_active=True).first()
    if link is None:
        raise LinkNotValid(
            "This link no longer works: it was used, has expired, or was replaced by a newer one. Ask whoever sent it "
            "for a new link."
        )
    return link


def use_link(*, request: HttpRequest, token: str, password: str, now: datetime) -> User:
    """Set the password of the link's person, and log them in. Of two who use it at once, one does.

    Raises:
        LinkNotValid: see `open_link`.
        UnfitPassword: the link can be used again, with a better one.
    """
    user = open_link(token=token, now=now).user
    is_invitation = user.is_invited
    services.refuse_demo_from_elsewhere(user, request)
    services.prepare_password(user=user, password=password, field="password")
    with transaction.atomic():
        link = open_link(token=token, now=now, lock=True)
        services.store_password(user)
        if not is_invitation:
            user.reset_by = link.made_by
            user.save(update_fields=["reset_by"])
        record(actor=user, action="password.changed", text=f"{user.username} set their password by a link", at=now)
        services.begin_login(request=request, user=user, now=now)
    return user
