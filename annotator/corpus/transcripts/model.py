"""What a transcript is made of, before and after its cues are joined into turns."""

from dataclasses import dataclass
from typing import Literal

from annotator.corpus.transcripts.columns import Columns

Severity = Literal["info", "warning", "error"]


class TranscriptRefused(Exception):
    """The file can't be imported at all; `message` says why and what would do, in words for a person.

    `table` is set where it would do to say which column is what.
    """

    def __init__(self, code: str, message: str, *, table: "Table | None" = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.table = table


@dataclass(frozen=True)
class Remark:
    """Something a person should know about how the file was read."""

    severity: Severity
    """info: read as the format says; warning: guessed or repaired; error: part of the file could not be kept."""
    where: str
    """A line ("line 12"), a time ("0:01:02.500"), an entry ("segment 3"), or "" for the whole file."""
    message: str


@dataclass(frozen=True)
class Table:
    """The beginning of a table, so that a person can say which column is what."""

    header: tuple[str, ...]
    """Empty where the table has none."""
    rows: tuple[tuple[str, ...], ...]
    """The first few below the header."""
    columns: Columns | None
    """As chosen, or else as guessed; None where no guess could be made."""


@dataclass(frozen=True)
class Tier:
    """One of several layers of a file, so that a person can say which to read."""

    name: str
    n_cues: int
    sample: str
    """What it says first; "" for an empty one."""
    is_read: bool
    speaker: str | None = None
    """Whose it is, where the file says so."""


@dataclass(frozen=True)
class Part:
    """One of several stretches of a file, each on a clock of its own."""

    where: str
    """Its first cue."""
    n_cues: int
    first_ms: int
    """On its own clock, as the file has it; so is `latest_ms`."""
    latest_ms: int
    starts_ms: int
    """Where its clock begins on that of the first part: what was added to its times."""
    sample: str
    """What it says first."""
    is_read: bool


@dataclass(frozen=True)
class Implausible:
    """A stretch of a file that nobody can have said, so that a person can leave it out."""

    where: str
    """Its first cue, by which it is chosen."""
    kind: Literal["fast", "repeated"]
    n_cues: int
    n_words: int
    start_ms: int | None
    end_ms: int | None
    sample: str
    is_read: bool


@dataclass(frozen=True)
class Backchannel:
    """A listener's short "mhm" while another speaks on."""

    speaker: str
    start_ms: int
    end_ms: int | None
    text: str


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
    """The speaker's own words; what is in `backchannels` stands nowhere else."""
    backchannels: tuple[Backchannel, ...] = ()
    """In order of time."""


@dataclass(frozen=True)
class Transcript:
    """A file as it would be imported."""

    format: str
    speakers: tuple[str, ...]
    """In order of first appearance."""
    turns: tuple[Turn, ...]
    remarks: tuple[Remark, ...]
    table: Table | None = None
    tiers: tuple[Tier, ...] = ()
    parts: tuple[Part, ...] = ()
    """Where the file's clock begins anew; empty where it doesn't."""
    implausible: tuple[Implausible, ...] = ()
    """Those that were left out among them."""


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
    table: Table | None = None
    """Where the format is a table."""
    tiers: tuple[Tier, ...] = ()
    """Where the format has them, those that were not read among them."""
