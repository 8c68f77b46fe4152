"""`password_link USERNAME`: a link with which a person who forgot their password sets a new one."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from annotator.accounts.links import make_link
from annotator.accounts.models import User
from annotator.management.links import add_site_argument, tell_link


class Command(BaseCommand):
    help = "Print a link with which the person sets a new password, once. Exit status 2: there is no such person."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        add_site_argument(parser)

    def handle(self, *_args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["username"]).first()
        if user is None:
            raise CommandError(f"Nobody has the user name {options['username']}.", returncode=2)
        link = make_link(user=user, actor=None, now=timezone.now())
        tell_link(self.stdout, link, user=user, site=options["site"])
