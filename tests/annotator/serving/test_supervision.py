"""What ends is started again, and the pages go on answering: `serve` with all its children, and one child by itself."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from django.conf import settings

from annotator.jobs import ending
from annotator.serving.children import Child, start_command, start_module
from annotator.serving.supervision import KEEPS_ENDING, PAUSES_S, SETTLED_AFTER_S, Watched

pytestmark = pytest.mark.one_database

KINDS = ("web server", "worker", "media worker", "training worker", "timer")
LATEST_S = 60  # A busy machine's; else it is a second or two.


class Serve:
    """A running `manage.py serve`, and what it has said."""

    def __init__(self, process: subprocess.Popen[bytes], address: str, output: Path) -> None:
        self.process, self.address, self._output = process, address, output

    @property
    def said(self) -> str:
        return self._output.read_text()

    def children(self) -> list[int]:
        """Those that run, in the order of their start."""
        told = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(child) for child in told if _state_of(int(child)) not in {"Z", ""}]

    def has_another_for(self, ended: int) -> bool:
        """Whether all children run, and that one is not among them."""
        return len(self.children()) == len(KINDS) and ended not in self.children()

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/api/v1/me/", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False


@contextmanager
def _serving(folder: Path) -> Iterator[Serve]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {"DATA_DIR": str(folder), "PORT": str(port), "HOST": "127.0.0.1", "PATH": os.environ["PATH"]}
    environment["PYTHONFAULTHANDLER"] = "1"
    output = folder / "said"
    command = [sys.executable, "manage.py", "serve", "--without-demo"]
    with (
        output.open("wb") as log,
        subprocess.Popen(command, cwd=settings.BASE_DIR, env=environment, stdout=log, stderr=log) as process,
    ):
        serve = Serve(process, f"http://127.0.0.1:{port}", output)
        try:
            assert _in_time(lambda: "Attune is ready" in serve.said), serve.said
            yield serve
        except AssertionError as failure:
            process.send_signal(signal.SIGABRT)  # So that the output tells where it was.
            process.wait(timeout=40)
            failure.add_note(output.read_text())
            raise
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=40)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the children of a process")
def test_whatever_child_ends_is_started_again_and_ctrl_c_ends_all(tmp_path: Path) -> None:
    with _serving(tmp_path) as serve:
        for place, kind in enumerate(KINDS):
            assert _in_time(lambda: len(serve.children()) == len(KINDS)), serve.said
            first = serve.children()[0]  # The one that was started first; what takes its place becomes the last.

            os.kill(first, signal.SIGKILL if place % 2 else signal.SIGTERM)

            assert _in_time(partial(serve.has_another_for, first)), (kind, serve.said)
            assert f"The {kind} ended by itself" in serve.said
            assert _in_time(serve.answers), kind
        left = serve.children()

    assert serve.process.returncode == 0
    assert serve.said.endswith("Ended.\n")
    assert not [child for child in left if _state_of(child) not in {"Z", ""}]


@pytest.mark.skipif(sys.platform != "linux", reason="only the Linux kernel ends the children of a killed process")
def test_nothing_outlives_a_serve_that_is_killed_and_the_next_one_starts(tmp_path: Path) -> None:
    with _serving(tmp_path) as serve:
        children = serve.children()
        serve.process.kill()
        assert _in_time(lambda: all(_state_of(child) in {"Z", ""} for child in children))

    with _serving(tmp_path) as again:
        assert again.answers()


def test_what_keeps_ending_is_told_with_the_place_of_its_log_and_tried_after_growing_pauses(tmp_path: Path) -> None:
    said: list[str] = []
    watched = Watched(_start_what_ends_at_once, tmp_path)
    now, pauses = time.monotonic(), []

    for _ in range(len(PAUSES_S) + 1):
        child = watched.child
        assert _in_time(child.has_ended)
        watched.look(now, tell=said.append)
        pauses.append(next(pause for pause in PAUSES_S if _starts_again(watched, child, now + pause, said)))
        now += pauses[-1]

    watched.child.process.wait()
    assert pauses == [*PAUSES_S, PAUSES_S[-1]]
    assert (tmp_path / "log").read_text() == "".join(f"{line}\n" for line in said)
    assert said[0] == "The sleeper ended by itself (exit code 3) and is started again. Nothing that was saved is lost."
    assert re.match(rf"The sleeper keeps ending \({KEEPS_ENDING} times, exit code 3\)", said[KEEPS_ENDING - 1])
    assert said[KEEPS_ENDING - 1].endswith(f"Its log says why: {tmp_path / 'log'}")


def test_a_child_that_lived_long_is_started_again_at_once(tmp_path: Path) -> None:
    said: list[str] = []
    watched = Watched(_start_what_ends_at_once, tmp_path)
    now = time.monotonic()
    for _ in range(3):
        assert _in_time(watched.child.has_ended)
        now += SETTLED_AFTER_S + 1
        watched.look(now, tell=said.append)
        watched.look(now + PAUSES_S[0], tell=said.append)

    watched.child.process.wait()
    assert len(said) == 3
    assert all("is started again. Nothing that was saved is lost." in line for line in said)


def test_a_fork_has_a_log_a_session_and_signals_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "shows.py").write_text(
        "import os, signal, sys; print(os.getsid(0) == os.getpid(), sys.argv[1], int(signal.getsignal(signal.SIGTERM)))"
    )
    log = tmp_path / "log"
    before = signal.signal(signal.SIGTERM, lambda *_: None)
    sys.path.insert(0, str(tmp_path))
    try:
        child = start_module("one", ["shows", "word"], log)
    finally:
        sys.path.remove(str(tmp_path))
        signal.signal(signal.SIGTERM, before)

    assert _in_time(child.has_ended)
    assert (log.read_text(), child.process.returncode) == ("True word 0\n", 0)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing is started as a fork")
def test_a_fork_that_hears_no_signal_ends_after_its_starter(tmp_path: Path) -> None:
    (tmp_path / "deaf.py").write_text("import time; print('began'); time.sleep(600)")
    log = tmp_path / "log"
    script = (
        "import os, signal, sys, time; from pathlib import Path; import django; django.setup();"
        "from annotator.serving import children;"
        "children.OUTLIVES_AT_MOST_S = 1; sys.path.insert(0, sys.argv[1]);"
        f"log = Path({str(log)!r});"
        # No signal is 0: as if the kernel's had been lost.
        "child = children.start_module('deaf', ['deaf'], log, ended_by=0);"
        "print(child.process.pid, flush=True);"
        "[time.sleep(0.1) for _ in range(300) if 'began' not in log.read_text()];"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "annotator.settings"}
    told = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], cwd=settings.BASE_DIR, env=environment, capture_output=True
    )

    assert log.read_text() == "began\n", told.stderr
    assert _in_time(lambda: _state_of(int(told.stdout)) in {"Z", ""})


def test_a_worker_that_ends_does_not_end_the_work_of_those_forked_beside_it() -> None:
    ending.ask()

    ending.begin()

    assert not ending.is_asked()


def _start_what_ends_at_once(folder: Path) -> Child:
    return start_command("sleeper", [sys.executable, "-c", "raise SystemExit(3)"], folder / "log")


def _starts_again(watched: Watched, before: Child, now: float, said: list[str]) -> bool:
    watched.look(now, tell=said.append)
    return watched.child is not before


def _state_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return ""


def _in_time(is_so: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + LATEST_S
    while not is_so() and time.monotonic() < deadline:
        time.sleep(0.1)
    return is_so()
