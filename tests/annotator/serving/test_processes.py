"""The processes of `serve` end with it, whatever ends it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings

from annotator.celery import app
from annotator.jobs.registry import work_of
from annotator.serving import processes
from annotator.serving.children import start_command

# What `serve` does with a child, without the minute that a web server and two workers take to start.
PARENT = """
import sys, time
from pathlib import Path
import django
django.setup()
from annotator.serving.children import start_command
child = start_command("sleeper", [sys.executable, "-c", "import time; time.sleep(600)"], Path(sys.argv[1]))
print(child.process.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only the Linux kernel ends the children of a killed process")
def test_no_process_outlives_a_serve_that_is_killed(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, str(tmp_path / "log")],
        cwd=settings.BASE_DIR,
        env={"DJANGO_SETTINGS_MODULE": "annotator.settings", "DATA_DIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
    ) as serve:
        assert serve.stdout is not None
        child = Path(f"/proc/{serve.stdout.readline().strip()}/stat")
        assert _runs(child)

        serve.send_signal(signal.SIGKILL)

        deadline = time.monotonic() + 10
        while _runs(child) and time.monotonic() < deadline:
            time.sleep(0.05)
    assert not _runs(child)


def _runs(stat: Path) -> bool:
    try:
        return stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


# A main process with a worker that outlives it, as a web server's does that is killed.
MAIN = """
import subprocess, sys, time
worker = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print(worker.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="without it, nobody knows whose number a group's is by then")
@pytest.mark.parametrize("is_noticed", [True, False])
def test_what_a_killed_child_leaves_behind_is_ended_with_it(is_noticed: bool, tmp_path: Path) -> None:
    log = tmp_path / "log"
    child = start_command("web server", [sys.executable, "-c", MAIN], log)
    worker = _first_line(log)
    child.process.send_signal(signal.SIGKILL)

    if is_noticed:
        assert _in_time(child.has_ended)
    else:
        processes.end([child], tell=str)

    assert child.process.returncode == -signal.SIGKILL
    assert _in_time(lambda: not _runs(Path(f"/proc/{worker}/stat")))


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="without it, nobody knows whose number a group's is by then")
def test_a_child_that_ends_when_asked_leaves_nothing_behind(tmp_path: Path) -> None:
    log = tmp_path / "log"
    child = start_command("web server", [sys.executable, "-c", MAIN], log)
    worker = _first_line(log)

    processes.end([child], tell=str)

    assert child.process.returncode == -signal.SIGTERM
    assert _in_time(lambda: not _runs(Path(f"/proc/{worker}/stat")))


def test_a_group_is_ended_only_while_its_number_is_nobody_elses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    child = start_command("web server", [sys.executable, "-c", ""], tmp_path / "log")
    child.process.wait()  # From here on, its number may be given to another process.
    killed: list[int] = []
    monkeypatch.setattr(os, "killpg", lambda group, _signal: killed.append(group))

    processes.end([child], tell=str)

    assert child.has_ended()
    assert killed == []


def _first_line(log: Path) -> str:
    assert _in_time(lambda: "\n" in log.read_text())
    return log.read_text().split()[0]


def _in_time(is_so: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 10
    while not is_so() and time.monotonic() < deadline:
        time.sleep(0.05)
    return is_so()


def test_each_queue_has_a_worker_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A recording that was sent is looked through, and a lost job found, however many preparations there are."""
    monkeypatch.setattr(processes, "start_module", lambda name, module, log, **_how: module)

    commands = [start(tmp_path) for start in processes.AFTER_THE_WEB_SERVER]

    queues = [command[command.index("--queues") + 1] for command in commands if "--queues" in command]
    assert sorted(queues) == sorted(queue.name for queue in app.conf.task_queues)
    waited_for = ("look_through_recording", "copy_recording", "find_camera_offset", "freeze_release")
    assert {work_of(kind).queue for kind in waited_for}.isdisjoint({work_of("prepare_session").queue})


def test_what_does_not_end_is_named_and_then_made_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "END_WITHIN_S", 2)
    monkeypatch.setattr(processes, "TELL_EVERY_S", 0.5)
    deaf = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); time.sleep(60)"
    )
    log = tmp_path / "log"
    children = [
        start_command("listener", [sys.executable, "-c", "import time; time.sleep(60)"], log),
        start_command("deaf one", [sys.executable, "-c", deaf], log),
    ]
    told: list[str] = []
    while "deaf" not in log.read_text():
        time.sleep(0.05)

    processes.end(children, tell=told.append)

    assert [child.process.returncode for child in children] == [-signal.SIGTERM, -signal.SIGKILL]
    assert any(line.startswith("Waiting for ") and "the deaf one to end" in line for line in told)
    assert told[-1] == "Stopping the deaf one now; nothing that was saved is lost."
