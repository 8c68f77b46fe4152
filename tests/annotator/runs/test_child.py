"""The child process of a run: followed line by line, and ended with all that it started."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.conf import settings

from annotator.runs import child

# A child that does not end when asked, with a child of its own; it writes both process ids.
STUBBORN = """
import os, signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
inner = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
open(sys.argv[1], "w").write(f"{os.getpid()} {inner.pid}\\n")
time.sleep(600)
"""


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


def wait_until(condition, within_s=20):
    deadline = time.monotonic() + within_s
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.05)
    return condition()


def pids_in(path):
    assert wait_until(lambda: path.exists() and path.read_text().endswith("\n"))
    return [int(pid) for pid in path.read_text().split()]


def test_a_child_that_does_not_listen_is_ended_with_its_own_children(tmp_path, monkeypatch):
    monkeypatch.setattr(child, "END_WITHIN_S", 0.5)

    with child.started(["-c", STUBBORN, str(tmp_path / "pids")], out=tmp_path):
        pids = pids_in(tmp_path / "pids")
        assert all(is_alive(pid) for pid in pids)

    assert wait_until(lambda: not any(is_alive(pid) for pid in pids))


@pytest.mark.skipif(sys.platform != "linux", reason="only the Linux kernel ends the children of a killed process")
def test_a_child_does_not_outlive_a_worker_that_is_killed(tmp_path):
    start = (
        "import subprocess, sys, time; from annotator.leash import on_leash; "
        "subprocess.Popen(on_leash(sys.argv[1:])); time.sleep(600)"
    )
    command = [sys.executable, "-c", start, sys.executable, "-c", STUBBORN, str(tmp_path / "pids")]
    worker = subprocess.Popen(command, cwd=settings.BASE_DIR)
    outer, inner = pids_in(tmp_path / "pids")

    worker.send_signal(signal.SIGKILL)
    worker.wait()

    assert wait_until(lambda: not is_alive(outer))
    os.kill(inner, signal.SIGKILL)


def test_lines_are_given_once_and_only_when_whole(tmp_path):
    path = tmp_path / "progress.jsonl"
    path.write_text('{"stage": "training", "message": "of an earlier attempt"}\n')
    lines = child.ProgressFile(path)

    with path.open("a") as file:
        file.write(
            '{"stage": "training", "message": "one", "progress": 0.5, "step": 3, "of": 9, "loss": 1.5}\n{"stage"'
        )
        file.flush()
        first = lines.new_lines()
        file.write(': "done", "message": "two", "progress": 1.0}\n')
        file.flush()
        second = lines.new_lines()

    assert [(line.message, line.step, line.loss) for line in first] == [("one", 3, 1.5)]
    assert [line.stage for line in second] == ["done"]
    assert lines.new_lines() == []


def test_a_line_that_is_none_does_not_end_the_run_that_is_followed(tmp_path):
    path = tmp_path / "progress.jsonl"
    lines = child.ProgressFile(path)

    path.write_bytes(b'{"stage": "tra{"stage"\n\xff\n{"stage": "training", "loss": NaN, "message": null}\n')

    assert lines.new_lines() == [child.ProgressLine(stage="training", message="")]


def test_neither_web_nor_worker_imports_torch():
    code = (
        "import sys, django; django.setup(); import annotator.urls, annotator.celery; "
        "from annotator.jobs.registry import work_of; work_of('execute_run'), work_of('freeze_release'); "
        "print(sorted({'torch', 'transformers', 'peft'} & set(sys.modules)))"
    )
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "annotator.settings"}

    told = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True, cwd=settings.BASE_DIR
    )

    assert told.stdout.strip() == "[]"
