"""Say of each part of this installation that it is fine, or what to do."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from annotator.serving.doctor import findings


class Command(BaseCommand):
    help = "Database, data folder, broker, workers, ffmpeg, disk, GPU: each fine, or what to do. Exit 1 if not all are."
    requires_system_checks = []
    requires_migrations_checks = False

    def handle(self, *_args: Any, **_options: Any) -> None:
        is_well = True
        for finding in findings():
            mark = "needs you" if finding.advice else "fine"
            is_well = is_well and not finding.advice
            told = f"{finding.found}. {finding.advice}" if finding.advice else finding.found
            self.stdout.write(f"{finding.part:<11} {mark:<10} {told}")
        if not is_well:
            sys.exit(1)
