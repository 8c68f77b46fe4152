"""Hold the trained SENSE-7 judge against people: the quality of its scores, beside baselines and people themselves."""

import argparse
from collections.abc import Collection
from pathlib import Path
from typing import Any

from metrics.commands.options import add_interval_arguments
from metrics.commands.replies import read_replies
from metrics.commands.tables import read_table, to_rating
from metrics.refusal import InputRefusedError
from metrics.replies.exchange import clients_of
from metrics.sense7.against import SessionRating, judge_against
from metrics.sense7.dialogue import dialogues_of
from metrics.sense7.judge import DIMENSIONS, TrainedJudge


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", type=Path, metavar="FILE.jsonl", help="session, turn, client, reply[, client_id] a line"
    )
    parser.add_argument(
        "--against",
        type=Path,
        required=True,
        metavar="ratings.csv",
        help="columns session, rater, dimension, value (1-5)",
    )
    add_interval_arguments(parser)


def run(arguments: argparse.Namespace) -> dict[str, Any]:
    """The judge's quality.

    Raises:
        InputRefusedError: with everything that is wrong with the files.
    """
    judge = TrainedJudge.load()
    replies = read_replies(arguments.file)
    dialogues = dialogues_of(replies)
    ratings = _ratings(arguments.against, sessions=dialogues, dimensions=[*DIMENSIONS, *judge.quality])
    return judge_against(
        judge,
        dialogues,
        ratings,
        clients=clients_of(replies),
        bootstrap=arguments.bootstrap,
        seed=arguments.seed,
    )


def _ratings(path: Path, *, sessions: Collection[str], dimensions: Collection[str]) -> list[SessionRating]:
    """The ratings of a table; an empty value is a rating not given."""
    ratings: dict[tuple[str, str, str], SessionRating] = {}
    problems = []
    for row in read_table(path, "session", "rater", "dimension", "value"):
        session, rater, dimension, value = (
            row.cells[name].strip() for name in ("session", "rater", "dimension", "value")
        )
        if session not in sessions:
            problems.append(f"{row.where}: session {session} has no line in the replies file")
        elif dimension not in dimensions:
            problems.append(f"{row.where}: dimension {dimension} is none of {', '.join(dimensions)}")
        elif (session, rater, dimension) in ratings:
            problems.append(f"{row.where}: {rater} has rated {dimension} of session {session} before")
        elif value:
            try:
                ratings[session, rater, dimension] = SessionRating(session, rater, dimension, to_rating(value))
            except ValueError as error:
                problems.append(f"{row.where}: {error}")
    if problems := problems or ([] if ratings else [f"{path}: there is no rating below the header"]):
        raise InputRefusedError(problems)
    return list(ratings.values())
