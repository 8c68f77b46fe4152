"""The child process of a run: started in a group of its own, followed by the lines it writes, ended with its memory."""

import json
import math
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

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
    def read(cls, text: str) -> "ProgressLine | None":
        """The line; None where it is none: whoever wrote it was killed in the middle of it, or the disk was full.

        A figure that is not finite is left out, since JSON has no word for it.
        """
        try:
            line = json.loads(text)
        except ValueError:
            return None
        if not isinstance(line, dict) or not isinstance(line.get("stage"), str):
            return None
        step, faults = line.get("step"), line.get("faults")
        return cls(
            stage=line["stage"],
            message=str(line.get("message") or ""),
            progress=_finite(line.get("progress")),
            step=step if type(step) is int else None,
            loss=_finite(line.get("loss")),
            faults=tuple(map(str, faults)) if isinstance(faults, list) else (),
        )


def read_progress(path: Path) -> list[ProgressLine]:
    """Every whole line of a progress file so far; none where there is no file."""
    return _lines(path.read_bytes()) if path.exists() else []


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
        return _lines(whole)


def _lines(content: bytes) -> list[ProgressLine]:
    # By newline alone: other marks that end a line may stand in a message.
    lines = (ProgressLine.read(text) for text in content.decode(errors="replace").split("\n"))
    return [line for line in lines if line is not None]


def _finite(value: object) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and math.isfinite(value) else None  # type: ignore[arg-type]  # It is a number.


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
