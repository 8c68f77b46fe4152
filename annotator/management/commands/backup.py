"""`backup FILE`: everything of this installation in one file, while Attune goes on."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from annotator.backups.services import full_message, make_backup
from annotator.errors import DomainError
from annotator.management.telling import Telling
from training.disk import is_full


class Command(BaseCommand):
    help = "Write database, media, releases and runs to one file. Attune may go on. Exit status 2: refused, and why."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"].absolute()
        telling = Telling(self.stdout)
        try:
            n_files = make_backup(file, now=timezone.now(), on_progress=telling.add)
        except DomainError as refusal:
            raise CommandError(refusal.message, returncode=2) from refusal
        except FileNotFoundError as error:
            raise CommandError(
                f"There is no folder {file.parent}. Make it, then back up again.", returncode=2
            ) from error
        except Exception as error:
            if is_full(error):  # The system says so, or the database while it copies itself.
                raise CommandError(full_message(file), returncode=2) from error
            if not isinstance(error, OSError):
                raise
            raise CommandError(f"{file} can't be written: {error.strerror}.", returncode=2) from error
        self.stdout.write(
            f"{file} holds {n_files} files, {telling.amount}: what people said, people's passwords as digests, and no "
            "key of this installation. Keep it where only those may read it who may read the study."
        )
