"""Progress of a command as JSON lines, for whoever started it."""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, Literal

Stage = Literal["preflight", "base", "training", "predicting", "evaluating", "done", "failed"]


@dataclass(frozen=True)
class Progress:
    """Appends one line a report to `path`; `start` and `end` are this part's share of the whole command."""

    path: Path
    stage: Stage = "preflight"
    start: float = 0.0
    end: float = 1.0

    def part(self, stage: Stage, start: float, end: float) -> "Progress":
        """A stage that fills the share from `start` to `end` of this part."""
        width = self.end - self.start
        return Progress(self.path, stage, self.start + start * width, self.start + end * width)

    def report(
        self,
        fraction: float,
        message: str = "",
        *,
        step: int | None = None,
        of: int | None = None,
        loss: float | None = None,
    ) -> None:
        """Say how much of this part is done, 0 to 1."""
        share = self.start + min(max(fraction, 0.0), 1.0) * (self.end - self.start)
        self._write(self.stage, share, {"step": step, "of": of, "loss": loss, "message": message})

    def done(self, message: str) -> None:
        self._write("done", 1.0, {"step": None, "of": None, "loss": None, "message": message})

    def failed(self, message: str, faults: list[str]) -> None:
        self._write("failed", self.start, {"message": message, "faults": faults})

    def _write(self, stage: Stage, share: float, rest: dict[str, object]) -> None:
        line = {"at": datetime.now(UTC).isoformat(), "stage": stage, "progress": round(share, 4), **rest}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(line, ensure_ascii=False) + "\n"
        with self.path.open("ab+") as file:
            file.write((b"" if _ends_a_line(file) else b"\n") + text.encode())


def _ends_a_line(file: BinaryIO) -> bool:
    """Whether the next line begins anew: not so where an earlier process was killed in the middle of one."""
    if file.seek(0, os.SEEK_END) == 0:
        return True
    file.seek(-1, os.SEEK_END)
    return file.read(1) == b"\n"


Report = Callable[[float, str], None]
"""What a long helper calls with its own share done and a few words."""
