"""What a person may choose before a transcript is read; what is not chosen is guessed, and the guess is stated."""

from dataclasses import dataclass

from annotator.corpus.transcripts.columns import Columns

JOIN_GAP_MS = 2000


@dataclass(frozen=True)
class ReadingOptions:
    """Choices for one reading; those that don't concern the file's format are left aside."""

    gap_ms: int = JOIN_GAP_MS
    """Cues of one speaker at most this far apart become one turn; 0 joins none."""
    columns: Columns | None = None
    """Of a table: which column is what. None guesses."""
    tiers: tuple[str, ...] | None = None
    """Of a file in tiers: the names of those to read. None lets the reader choose."""
    backchannels_of: tuple[str, ...] = ()
    """Speakers, usually the counsellor, whose short "mhm" inside another's turn is kept with it instead of splitting
    it."""
    part: int | None = None
    """Of a file whose clock begins anew: the one part to read, 0 for the first. None reads them one after the other."""
    part_starts_ms: tuple[int, ...] | None = None
    """Where the second part's clock begins on that of the first, and so on. None lets each follow the one before."""
    is_one_clock: bool = False
    """Whether the times belong to one clock, though they go back: all cues are sorted by them."""
    left_out: tuple[str, ...] = ()
    """Of stretches that nobody can have said: the `where` of each that is left out."""


DEFAULTS = ReadingOptions()
