"""What a transcript is made of, before and after its cues are joined into turns."""

from dataclasses import dataclass
from typing import Literal

Severity = Literal["info", "warning", "error"]


class TranscriptRefused(Exception):
    """The file can't be imported at all; `message` says why and what would do, in words for a person."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True)
class Remark:
    """Something a person should know about how the file was read."""

    severity: Severity
    """info: read as the format says; warning: guessed or repaired; error: part of the file could not be kept."""
    where: str
    """A line ("line 12"), a time ("0:01:02.500"), an entry ("segment 3"), or "" for the whole file."""
    message: str


@dataclass(frozen=True)
class Turn:
    """One speaker's uninterrupted stretch."""

    position: int
    """0 for the first turn of the session."""
    speaker: str | None
    """As the file names them; None where it doesn't say."""
    start_ms: int | None
    end_ms: int | None
    text: str


@dataclass(frozen=True)
class Transcript:
    """A file as it would be imported."""

    format: str
    speakers: tuple[str, ...]
    """In order of first appearance."""
    turns: tuple[Turn, ...]
    remarks: tuple[Remark, ...]


@dataclass(frozen=True)
class Cue:
    """The smallest stretch of speech that a file marks off: a caption, a segment, a row."""

    lines: tuple[str, ...]
    start_ms: int | None
    end_ms: int | None
    where: str
    speaker: str | None = None

    @property
    def text(self) -> str:
        return " ".join(line for line in self.lines if line.strip())


@dataclass(frozen=True)
class Reading:
    """What a reader of one format returns: the file's cues in its own order, and its remarks."""

    format: str
    cues: tuple[Cue, ...]
    remarks: tuple[Remark, ...]
