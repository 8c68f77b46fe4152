"""`read_transcript FILE`: what would be imported of a transcript, without importing it."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotator.corpus.reading import FileRefused, Json, transcript_json
from annotator.corpus.transcripts import Columns, ReadingOptions
from annotator.corpus.transcripts.clock import format_clock
from annotator.corpus.transcripts.options import JOIN_GAP_MS


class Command(BaseCommand):
    help = "Show what would be imported of a transcript. Exit status 2: it is refused, and why."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--json", action="store_true", help="as one JSON object instead of text")
        parser.add_argument(
            "--gap", type=float, default=JOIN_GAP_MS / 1000, metavar="S",
            help="join one speaker's cues over gaps of up to S seconds (%(default)g); 0 joins none",
        )  # fmt: skip
        parser.add_argument(
            "--columns", type=columns, metavar="text=3,speaker=1",
            help="of a table: which column, from 1, is text, speaker, start and end",
        )  # fmt: skip
        parser.add_argument("--no-header", action="store_true", help="with --columns: the first row is speech already")
        parser.add_argument("--tiers", nargs="+", metavar="TIER", help="of a file in tiers: those to read")
        parser.add_argument(
            "--backchannels-of", nargs="+", default=[], metavar="SPEAKER",
            help="whose short “mhm” inside another's turn is kept with it instead of splitting it",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        chosen_columns: Columns | None = options["columns"]
        chosen = ReadingOptions(
            gap_ms=round(options["gap"] * 1000),
            columns=chosen_columns and replace(chosen_columns, has_header=not options["no_header"]),
            tiers=tuple(options["tiers"]) if options["tiers"] else None,
            backchannels_of=tuple(options["backchannels_of"]),
        )
        try:
            reading = transcript_json(path.read_bytes(), name="", options=chosen)  # What is refused is named below.
        except OSError as error:
            raise CommandError(f"{path} can't be read: {error.strerror}.", returncode=2) from error
        except FileRefused as refusal:
            raise CommandError(f"{path.name}: {refusal.message}", returncode=2) from refusal
        if options["json"]:
            self.stdout.write(json.dumps(_as_told(reading), ensure_ascii=False))
        else:
            self._print(reading)

    def _print(self, reading: Json) -> None:
        names = ", ".join(each["name"] or "unknown speaker" for each in reading["speakers"])
        self.stdout.write(f"{reading['format']}: {len(reading['turns'])} turns by {names}")
        for turn in reading["turns"]:
            at = "" if turn["start_ms"] is None else format_clock(turn["start_ms"])
            self.stdout.write(f"{turn['position'] + 1:>5} {at:>12}  {turn['speaker'] or '?'}: {turn['text']}")
        for remark in reading["remarks"]:
            where = f" ({remark['where']})" if remark["where"] else ""
            self.stdout.write(f"{remark['severity']}{where}: {remark['message']}")


def columns(written: str) -> Columns:
    """The columns that "text=3,speaker=1" names."""
    pairs = [pair.partition("=") for pair in written.split(",")]
    if not all(value.isdecimal() and int(value) for _, _, value in pairs):
        raise ArgumentTypeError("write it as text=3,speaker=1,start=2,end=4, counting columns from 1")
    indices = {name.strip(): int(value) - 1 for name, _, value in pairs}
    if "text" not in indices or not set(indices) <= {"text", "speaker", "start", "end"}:
        raise ArgumentTypeError("name the column of the text, and of speaker, start and end where there are any")
    return Columns(indices["text"], indices.get("speaker"), indices.get("start"), indices.get("end"))


def _as_told(reading: Json) -> Json:
    """The interface that scripts rely on: speakers by name, unknown ones null."""
    return {
        "format": reading["format"],
        "speakers": [each["name"] for each in reading["speakers"] if each["name"]],
        "turns": [_turn(turn) for turn in reading["turns"]],
        "remarks": reading["remarks"],
    }


def _turn(turn: Json) -> Json:
    told = {key: turn[key] for key in ("position", "speaker", "start_ms", "end_ms", "text")}
    told["speaker"] = told["speaker"] or None
    if turn["backchannels"]:
        told["backchannels"] = turn["backchannels"]
    return told
