"""`demo`: the whole chain on the demo study, from recordings to a report of scored runs."""

import json
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from annotator.demonstration.chain import run_chain
from annotator.demonstration.study import SEED, SESSIONS, TURNS
from annotator.errors import DomainError
from annotator.wording import bounds, coefficient


class Command(BaseCommand):
    help = "Do everything on the demo study that people and workers would; write report.json and report.html."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--sessions", type=int, default=SESSIONS)
        parser.add_argument("--turns", type=int, default=TURNS, help="client turns of each session")
        parser.add_argument("--seed", type=int, default=SEED)

    def handle(self, *_args: Any, **options: Any) -> None:
        began = time.monotonic()
        call_command("migrate", verbosity=0, interactive=False)

        def tell(line: str) -> None:
            self.stdout.write(f"{time.monotonic() - began:5.0f} s  {line}")
            self.stdout.flush()

        try:
            folder = run_chain(sessions=options["sessions"], turns=options["turns"], seed=options["seed"], tell=tell)
        except DomainError as refusal:
            raise CommandError(refusal.message) from refusal
        for system, estimates in json.loads((folder / "report.json").read_text())["detection"].items():
            auroc = estimates.get("auroc")
            if auroc and auroc["value"] is not None:
                interval = auroc["why_no_interval"] or bounds(auroc["low"], auroc["high"])
                self.stdout.write(f"  {system:<16} AUROC {coefficient(auroc['value'])} ({interval})")
        tell(f"wrote {folder / 'report.html'} and report.json")
