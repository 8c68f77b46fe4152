"""`changepassword` is Django's, and would let one person set and know another's password."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Refused: nobody sets another's password. See password_link."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", nargs="?", default="USERNAME")

    def handle(self, *_args: Any, **options: Any) -> None:
        raise CommandError(
            "People set their own passwords. Make a link for that: manage.py password_link " + options["username"],
            returncode=2,
        )
