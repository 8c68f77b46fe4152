"""`restore FILE`: an empty installation becomes what the backup holds."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from annotator.backups.services import restore_backup
from annotator.errors import DomainError
from annotator.management.telling import Telling


class Command(BaseCommand):
    help = "Fill an empty installation from a backup. Exit status 2: it is refused, and why; then nothing was written."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        telling = Telling(self.stdout)
        try:
            contents = restore_backup(file, on_progress=telling.add)
        except DomainError as refusal:
            raise CommandError(refusal.message, returncode=2) from refusal
        except OSError as error:
            raise CommandError(f"{file} can't be restored: {error.strerror}.", returncode=2) from error
        self.stdout.write(f"{settings.DATA_DIR} is what it was at {contents.made_at}, {telling.amount}.")
        if contents.secrets:
            self.stdout.write(
                f"A backup holds no secret's value. Where it was made there were: {', '.join(contents.secrets)}. What "
                "you set in the environment or .env, set here too; other keys are made anew. Everybody logs in again."
            )
