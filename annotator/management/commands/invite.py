"""`invite USERNAME`: a new log-in, or a role for one that is there; and the link with which they set a password."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import RegexValidator
from django.db import transaction
from django.utils import timezone

from annotator.accounts.links import invite
from annotator.accounts.models import User
from annotator.accounts.validators import LOG_IN_NAME, LOG_IN_NAME_RULE
from annotator.errors import DomainError
from annotator.management.links import add_site_argument, tell_link
from annotator.studies.models import OFFERED_ROLES, Study
from annotator.studies.services import add_member


class Command(BaseCommand):
    help = (
        "Make a log-in and print the link with which the person sets their own password. With --study and --role, "
        "give them the role, also a person who has a log-in. Exit status 2: refused, and why."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--name", default="", help="how the person is called on pages")
        parser.add_argument("--study", help="the study, named as in its address")
        parser.add_argument("--role", choices=[value for value, _ in OFFERED_ROLES])
        parser.add_argument("--may-create-studies", action="store_true", help="they look after this installation")
        add_site_argument(parser)

    @transaction.atomic
    def handle(self, *_args: Any, **options: Any) -> None:
        username, now = options["username"], timezone.now()
        if bool(options["study"]) != bool(options["role"]):
            raise CommandError("Give both --study and --role, or neither.", returncode=2)
        try:
            RegexValidator(LOG_IN_NAME)(username)
        except ValidationError as error:
            raise CommandError(LOG_IN_NAME_RULE, returncode=2) from error
        user, link = User.objects.filter(username=username).first(), None
        if user is None:
            user, link = invite(
                username=username,
                display_name=options["name"],
                may_create_studies=options["may_create_studies"],
                actor=None,
                now=now,
            )
        elif not options["study"]:
            raise CommandError(
                f"{username} has a log-in already. For a new password: manage.py password_link {username}", returncode=2
            )
        if options["study"]:
            link = self._add(username, options, link)
        if link:
            tell_link(self.stdout, link, user=user, site=options["site"])

    def _add(self, username: str, options: dict[str, Any], link: Any) -> Any:
        study = Study.objects.filter(slug=options["study"]).first()
        if study is None:
            raise CommandError(f"There is no study {options['study']}.", returncode=2)
        try:
            _, newer = add_member(study=study, username=username, role=options["role"], actor=None, now=timezone.now())
        except DomainError as refusal:
            raise CommandError(refusal.message, returncode=2) from refusal
        self.stdout.write(f"{username} is {options['role']} of {study}.")
        return newer or link
