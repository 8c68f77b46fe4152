"""`make_demo_study`: the demo study, made where it is missing."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from annotator.demonstration.study import SEED, SESSIONS, TURNS, make_demo_study


class Command(BaseCommand):
    help = "Make the demo study, or what is missing of it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--sessions", type=int, default=SESSIONS)
        parser.add_argument("--turns", type=int, default=TURNS, help="client turns of each session")
        parser.add_argument("--seed", type=int, default=SEED)

    def handle(self, *_args: Any, **options: Any) -> None:
        call_command("migrate", verbosity=0, interactive=False)
        study = make_demo_study(
            sessions=options["sessions"],
            turns=options["turns"],
            seed=options["seed"],
            tell=lambda line: self.stdout.write(f"  {line}"),
        )
        self.stdout.write(f"{study} is there.")
