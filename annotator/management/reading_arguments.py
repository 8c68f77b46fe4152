"""How a transcript is to be read, as arguments of a command."""

from argparse import ArgumentParser, ArgumentTypeError, _ArgumentGroup
from dataclasses import replace
from typing import Any

from annotator.corpus.transcripts import Columns, ReadingOptions
from annotator.corpus.transcripts.options import JOIN_GAP_MS

_FIELDS = ("text", "speaker", "start", "end", "conversation")


def add_reading_arguments(parser: ArgumentParser | _ArgumentGroup) -> None:
    """What is not told is guessed, and the guess is stated."""
    parser.add_argument(
        "--gap", type=float, default=JOIN_GAP_MS / 1000, metavar="S",
        help="join one speaker's cues over gaps of up to S seconds (%(default)g); 0 joins none",
    )  # fmt: skip
    parser.add_argument(
        "--columns", type=columns, metavar="text=3,speaker=1",
        help="of a table: which column, from 1, is text, speaker, start, end and conversation",
    )  # fmt: skip
    parser.add_argument("--no-header", action="store_true", help="with --columns: the first row is speech already")
    parser.add_argument(
        "--tiers", nargs="+", metavar="TIER", help="of a file in tiers, or of several conversations: those to read"
    )
    parser.add_argument(
        "--backchannels-of", nargs="+", default=[], metavar="SPEAKER",
        help="whose short “mhm” inside another's turn is kept with it instead of splitting it",
    )  # fmt: skip
    parser.add_argument(
        "--part", type=int, metavar="N", help="of a file whose clock begins anew: read this part alone, from 1"
    )
    parser.add_argument(
        "--part-starts", nargs="+", type=float, metavar="S",
        help="at which second of the first part the second one's clock begins, and so on; else each follows at once",
    )  # fmt: skip
    parser.add_argument(
        "--one-clock", action="store_true", help="though times go back they belong to one clock: sort all by them"
    )
    parser.add_argument(
        "--leave-out", nargs="+", default=[], metavar="WHERE",
        help="what nobody can have said: leave it out, named as in the warning, such as “segment 2”",
    )  # fmt: skip


def reading_options(told: dict[str, Any]) -> ReadingOptions:
    """The options that the arguments say."""
    chosen: Columns | None = told["columns"]
    starts: list[float] | None = told["part_starts"]
    return ReadingOptions(
        gap_ms=round(told["gap"] * 1000),
        columns=chosen and replace(chosen, has_header=not told["no_header"]),
        tiers=tuple(told["tiers"]) if told["tiers"] else None,
        backchannels_of=tuple(told["backchannels_of"]),
        part=None if told["part"] is None else told["part"] - 1,
        part_starts_ms=tuple(round(start * 1000) for start in starts) if starts else None,
        is_one_clock=told["one_clock"],
        left_out=tuple(told["leave_out"]),
    )


def columns(written: str) -> Columns:
    """The columns that "text=3,speaker=1" names."""
    pairs = [pair.partition("=") for pair in written.split(",")]
    if not all(value.isdecimal() and int(value) for _, _, value in pairs):
        raise ArgumentTypeError("write it as text=3,speaker=1,start=2,end=4, counting columns from 1")
    indices = {name.strip(): int(value) - 1 for name, _, value in pairs}
    if "text" not in indices or not set(indices) <= set(_FIELDS):
        raise ArgumentTypeError(
            "name the column of the text, and of speaker, start, end, conversation if there are any"
        )
    text, *others = (indices.get(field) for field in _FIELDS)
    speaker, start, end, conversation = others
    return Columns(text or 0, speaker, start, end, conversation=conversation)
