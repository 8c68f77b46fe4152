"""Start everything on this machine and stay until Ctrl-C."""

import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from annotator.demonstration.log_ins import log_ins_file
from annotator.jobs.models import Job, JobState
from annotator.serving import checks, database, processes
from annotator.serving.children import Child
from annotator.serving.supervision import Supervisor
from annotator.studies.models import Study

START_WITHIN_S = 60


class Command(BaseCommand):
    help = "Bring the database up to date, make the demo study where there is none, and serve until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--without-demo", action="store_true", help="do not make the demo study")

    # They are for developers, and would load every address here as well: a second of each start.
    requires_system_checks = []

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            with checks.only_start(settings.DATA_DIR, address=_address()):
                checks.require_free_port(settings.HOST, settings.PORT)
                checks.require_free_disk(settings.DATA_DIR)
                database.bring_up_to_date()
                self._make_demo_study(is_wanted=not options["without_demo"])
                self._serve()
        except checks.CannotStart as refusal:
            raise CommandError(refusal.message) from refusal

    def _make_demo_study(self, *, is_wanted: bool) -> None:
        if is_wanted and not Study.objects.exists():
            self.stdout.write("Making the demo study (a minute or two, this once)")
            self.stdout.flush()
            # In a process of its own: what draws pictures has threads, and this process is forked later on.
            made = subprocess.run([sys.executable, "manage.py", "make_demo_study"], cwd=settings.BASE_DIR)
            if made.returncode:
                raise CommandError("The demo study could not be made. Start without it: manage.py serve --without-demo")

    def _serve(self) -> None:
        # SIGINT too: a shell that starts this in the background has it ignored, and Python keeps it so.
        for ending in (signal.SIGINT, signal.SIGTERM):
            signal.signal(ending, _interrupt)
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # As nohup leaves it.
            signal.signal(signal.SIGHUP, _interrupt)  # The terminal was closed.
        supervisor = Supervisor(settings.DATA_DIR / "logs", tell=self._tell)
        try:
            web = supervisor.start(processes.start_web_server)
            processes.load_what_workers_share()  # Now, since there is nothing to do but wait.
            self._wait_until_it_answers(web)
            for start in processes.AFTER_THE_WEB_SERVER:
                supervisor.start(start)
            self._say_ready()
            self._watch(supervisor)
        except KeyboardInterrupt:
            self._say_ending()
        finally:
            # An impatient second Ctrl-C would leave what the first has not ended yet.
            for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(ending, signal.SIG_IGN)
            supervisor.end()
        self._tell("Ended.")

    def _wait_until_it_answers(self, web: Child) -> None:
        deadline = time.monotonic() + START_WITHIN_S
        while time.monotonic() < deadline and not web.has_ended():
            try:
                with urllib.request.urlopen(f"{_address()}/api/v1/me/", timeout=5):  # noqa: S310  # Our own address.
                    return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.1)
        raise CommandError(f"The web server did not start. Its log: {web.log}")

    def _say_ready(self) -> None:
        self.stdout.write(f"\nAttune is ready: {_address()}")
        log_ins = log_ins_file()
        if log_ins.is_file():
            self.stdout.write("Demo log-ins (they work on this computer only):")
            self.stdout.write(log_ins.read_text())
        self.stdout.write("Ctrl-C ends it.\n")
        self.stdout.flush()

    def _say_ending(self) -> None:
        self._tell("\nEnding (a few seconds)")
        try:
            titles = list(Job.objects.filter(state=JobState.RUNNING).values_list("title", flat=True))
        except DatabaseError:  # Gone with its disk, say; that must not keep the children alive.
            titles = []
        for title in titles:
            self._tell(f"  {title}: stops here, and goes on from its last step at the next start")

    def _tell(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()

    def _watch(self, supervisor: Supervisor) -> None:
        began_with = database.file_now()
        while True:
            time.sleep(0.5)
            if database.is_replaced(began_with):
                raise CommandError(
                    "The database's file was moved or replaced while Attune ran, so what people save now would be "
                    "lost; Attune ends. Put the file back or leave the new one, then start again with: make run"
                )
            supervisor.look()


def _address() -> str:
    host = f"[{settings.HOST}]" if ":" in settings.HOST else settings.HOST
    return f"http://{'127.0.0.1' if host in {'0.0.0.0', '[::]'} else host}:{settings.PORT}"  # noqa: S104


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
