"""`read_transcript FILE`: what would be imported of a transcript, without importing it."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotator.corpus.reading import FileRefused, Json, transcript_json
from annotator.corpus.transcripts.clock import format_clock
from annotator.management.reading_arguments import add_reading_arguments, reading_options


class Command(BaseCommand):
    help = "Show what would be imported of a transcript. Exit status 2: it is refused, and why."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--json", action="store_true", help="as one JSON object instead of text")
        add_reading_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        chosen = reading_options(options)
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
