"""Fit the SENSE-7 judge on conversations and their ratings, one CSV a rater, and write its rules and its quality."""

import argparse
import json
import re
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import numpy as np

from metrics.arrays import FloatArray
from metrics.commands.options import add_interval_arguments
from metrics.commands.tables import Row, read_table, to_rating
from metrics.refusal import InputRefusedError
from metrics.sense7.dialogue import Dialogue, DialogueTurn
from metrics.sense7.fit import fit_judge
from metrics.sense7.judge import JUDGE_FILE

ID, CONVERSATION, PERSON = "conversation_id", "full_conversation", "person"
_SPEAKER = re.compile(r"^(Seeker|Supporter):", re.MULTILINE)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--conversations",
        type=Path,
        required=True,
        help=f"columns {ID}, {CONVERSATION} ('Seeker:' and 'Supporter:')[, {PERSON} (the supporter)]",
    )
    parser.add_argument(
        "--ratings", type=Path, nargs="+", required=True, help=f"column {ID}, then a behaviour a column, 1 to 5"
    )
    parser.add_argument("--credit", required=True, help="whose conversations and ratings these are, and their licence")
    parser.add_argument("--out", type=Path, default=JUDGE_FILE)
    add_interval_arguments(parser, drawn=f"conversations, or of persons where a column {PERSON} names them")


def run(arguments: argparse.Namespace) -> dict[str, object]:
    """Fits, writes the judge's file, and answers with its quality."""
    conversations = read_table(arguments.conversations, ID, CONVERSATION)
    dialogues = {row.cells[ID]: _dialogue(row.cells[CONVERSATION]) for row in conversations}
    record = fit_judge(
        list(dialogues.values()),
        _ratings(arguments.ratings, list(dialogues)),
        credit=arguments.credit,
        persons=_persons(conversations),
        seed=arguments.seed,
        bootstrap=arguments.bootstrap,
    )
    arguments.out.write_text(json.dumps(record, allow_nan=False) + "\n", "utf-8")
    return {scale: rule["quality"] for scale, rule in record["scales"].items()}


def _persons(conversations: Sequence[Row]) -> list[str] | None:
    """Who the supporter of each conversation is; None where the table does not say.

    Raises:
        InputRefusedError: it says so of some only.
    """
    if PERSON not in conversations[0].cells:
        return None
    if problems := [f"{row.where}: {PERSON} is empty" for row in conversations if not row.cells[PERSON].strip()]:
        raise InputRefusedError(problems)
    return [row.cells[PERSON].strip() for row in conversations]


def _dialogue(conversation: str) -> Dialogue:
    """The turns, those of one speaker in a row put together."""
    _, *parts = _SPEAKER.split(conversation)
    spoken = zip(parts[::2], parts[1::2], strict=True)
    return [
        DialogueTurn("client" if speaker == "Seeker" else "counsellor", " ".join(text.strip() for _, text in stretch))
        for speaker, stretch in groupby(spoken, key=lambda part: part[0])
    ]


def _ratings(paths: Sequence[Path], conversations: Sequence[str]) -> dict[str, FloatArray]:
    """For each behaviour of the first table: shape (n_raters, n_conversations), NaN where a rater skipped one.

    Raises:
        InputRefusedError: a table lacks a behaviour, or a cell is no rating; every bad cell is named.
    """
    first, *_ = read_table(paths[0], ID)
    behaviours = [name for name in first.cells if name not in ("", ID)]
    ratings = {name: np.full((len(paths), len(conversations)), np.nan) for name in behaviours}
    place = {conversation: number for number, conversation in enumerate(conversations)}
    problems = []
    for rater, path in enumerate(paths):
        for row in read_table(path, ID, *behaviours):
            for name in behaviours:
                try:
                    if row.cells[name]:
                        ratings[name][rater, place[row.cells[ID]]] = to_rating(row.cells[name])
                except KeyError:
                    problems.append(f"{row.where}: there is no conversation {row.cells[ID]}")
                except ValueError as error:
                    problems.append(f"{row.where}: {name}: {error}")
    if problems:
        raise InputRefusedError(problems)
    return ratings
