"""`restore FILE`: an empty installation becomes what the backup holds."""

from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from annotator.backups.services import restore_backup
from annotator.errors import DomainError
from annotator.management.telling import Telling


class Command(BaseCommand):
    help = "Fill an empty installation from a backup. Exit status 2: it is refused, and why; then nothing was written."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--new-passwords",
            action="store_true",
            help="let none of its passwords work: each person sets a new one, by a link",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        telling = Telling(self.stdout)
        try:
            contents = restore_backup(
                file, now=timezone.now(), ends_passwords=options["new_passwords"], on_progress=telling.add
            )
        except DomainError as refusal:
            raise CommandError(refusal.message, returncode=2) from refusal
        except OSError as error:
            raise CommandError(f"{file} can't be restored: {error.strerror}.", returncode=2) from error
        made_at = datetime.fromisoformat(contents.made_at)
        self.stdout.write(
            f"{settings.DATA_DIR} now holds what was backed up at {made_at:%Y-%m-%d %H:%M} UTC, {telling.amount}."
        )
        for held in contents.held:
            who = ", ".join(held.confirming) or "nobody; make somebody a steward with manage.py invite"
            self.stdout.write(f"{held.study} is closed until it is confirmed under People by one of: {who}.")
        if contents.held:
            self.stdout.write(
                "Nobody knows here what happened after the backup was made: consents withdrawn since are valid again, "
                "people removed since are members again, and passwords are what they were then. Whoever confirms "
                "enters these withdrawals and removals first. API tokens have all been ended."
            )
        if options["new_passwords"]:
            self.stdout.write("No password works any more. Give the first person a link: manage.py password_link NAME.")
        elif contents.held:
            self.stdout.write(
                "If a password may have been changed because others knew it, restore with --new-passwords instead."
            )
        if contents.secrets:
            self.stdout.write(
                f"A backup holds no secret's value. Where it was made there were: {', '.join(contents.secrets)}. What "
                "you set in the environment or .env, set here too; other keys are made anew. Everybody logs in again."
            )
