"""Printing a link with which somebody sets a password."""

from argparse import ArgumentParser

from django.conf import settings
from django.core.management.base import OutputWrapper
from django.utils import timezone

from annotator.accounts.links import NewLink
from annotator.accounts.models import User


def add_site_argument(parser: ArgumentParser) -> None:
    """Where people reach Attune: by the name that the settings give it, as far as they do."""
    parser.add_argument("--site", default=_site(), help="where people open Attune (default: %(default)s)")


def tell_link(out: OutputWrapper, link: NewLink, *, user: User, site: str) -> None:
    """Print the link alone on its line."""
    until = timezone.localtime(link.expires_at)
    out.write(
        f"With this link {user.username} sets a password, once, until {until:%d %B %Y, %H:%M} UTC. Whoever opens it "
        "first can log in, so send it to nobody else:"
    )
    out.write(link.address(site))


def _site() -> str:
    named = [host for host in settings.ALLOWED_HOSTS if host not in {"127.0.0.1", "localhost", "[::1]"}]
    if settings.HTTPS and named:
        return f"https://{named[0]}"
    trusted = settings.CSRF_TRUSTED_ORIGINS
    return str(trusted[0]) if trusted else f"http://127.0.0.1:{settings.PORT}"
