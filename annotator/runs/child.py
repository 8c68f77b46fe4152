"""The child process of a run: started in a group of its own, followed by the lines it writes, ended with its memory."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings

from annotator.leash import on_leash

LOG = "child.log"
PROGRESS = "progress.jsonl"
END_WITHIN_S = 5


@dataclass(frozen=True)
class ProgressLine:
    """One line of `progress.jsonl`."""

    stage: str
    message: str
    progress: float | None = None
    step: int | None = None
    loss: float | None = None
    faults: tuple[str, ...] = ()

    @classmethod
    def read(cls, text: str) -> "ProgressLine":
        line: dict[str, Any] = json.loads(text)
        known = {name: line[name] for name in ("stage", "message", "progress", "step", "loss") if name in line}
        return cls(**known, faults=tuple(line.get("faults", ())))


class ProgressFile:
    """The lines that a child adds to its progress file, each given once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._offset = path.stat().st_size if path.exists() else 0

    def new_lines(self) -> list[ProgressLine]:
        """The whole lines added since the last call."""
        if not self._path.exists():
            return []
        with self._path.open("rb") as file:
            file.seek(self._offset)
            whole, newline, _ = file.read().rpartition(b"\n")
        self._offset += len(whole) + len(newline)
        return [ProgressLine.read(text) for text in whole.decode().splitlines()]


@contextmanager
def started(arguments: Sequence[str], *, out: Path) -> Iterator[subprocess.Popen[bytes]]:
    """`python ARGUMENTS` as a child whose output goes to a log in `out`; whatever happens, it is ended at the end."""
    with (out / LOG).open("ab") as log:
        process = subprocess.Popen(
            on_leash([sys.executable, *arguments]),
            cwd=settings.BASE_DIR,
            env={"HF_HUB_OFFLINE": "1", "ATTUNE_CACHE_DIR": str(settings.DATA_DIR / "cache"), **os.environ},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ask the child and its own children to end, and make them where they do not."""
    for ask in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):  # All of the group have ended.
            os.killpg(process.pid, ask)
        try:
            process.wait(END_WITHIN_S)
        except subprocess.TimeoutExpired:
            continue
        return
