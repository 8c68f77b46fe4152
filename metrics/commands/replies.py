"""Score replies by the four PCT metrics, with the guards that say how far to trust them."""

import argparse
import json
from pathlib import Path
from typing import Any

from metrics.intervals import DEFAULT_BOOTSTRAP
from metrics.refusal import InputRefusedError
from metrics.replies.exchange import Reply
from metrics.replies.report import score_replies


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="JSON lines: session, turn, client, reply[, reference][, history]")
    parser.add_argument("--train", type=Path, help="the same of the training sessions: what is usual is fitted on them")
    parser.add_argument("--bootstrap", type=int, default=DEFAULT_BOOTSTRAP, help="draws of sessions for each interval")
    parser.add_argument("--seed", type=int, default=0)


def run(arguments: argparse.Namespace) -> dict[str, Any]:
    return score_replies(
        read_replies(arguments.file),
        training=read_replies(arguments.train) if arguments.train else None,
        bootstrap=arguments.bootstrap,
        seed=arguments.seed,
    ).to_json()


def read_replies(path: Path) -> list[Reply]:
    """The replies of a JSON lines file.

    Raises:
        InputRefusedError: the file is absent or any line is not a reply; every bad line is named.
    """
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputRefusedError([f"{path}: cannot be read as UTF-8 text ({error})."]) from error
    replies, problems = [], []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                replies.append(_reply(line))
            except ValueError as error:
                problems.append(f"{path}:{number}: {error}")
    if problems:
        raise InputRefusedError(problems)
    return replies


def _reply(line: str) -> Reply:
    """One line. A reply that is null or absent is an empty reply; a reference that is null is none."""
    try:
        fields = json.loads(line)
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON ({error.msg} at character {error.pos + 1}).") from error
    if not isinstance(fields, dict):
        raise ValueError("not a JSON object.")
    if missing := [name for name in ("session", "turn", "client", "reply") if name not in fields]:
        raise ValueError(f"{', '.join(missing)} missing.")
    history = fields.get("history")
    if history is not None and not (isinstance(history, list) and all(isinstance(turn, str) for turn in history)):
        raise ValueError("history is not a list of texts.")
    return Reply(
        session=_identifier(fields, "session"),
        turn=_identifier(fields, "turn"),
        client=_text(fields, "client") or "",
        reply=_text(fields, "reply") or "",
        reference=_text(fields, "reference"),
        history=None if history is None else tuple(history),
    )


def _identifier(fields: dict[str, Any], name: str) -> str:
    """Text or a whole number; a number is read as its digits."""
    value = fields[name]
    if isinstance(value, bool) or not isinstance(value, str | int) or value == "":
        raise ValueError(f"{name} is not a name or a number.")
    return str(value)


def _text(fields: dict[str, Any], name: str) -> str | None:
    value = fields.get(name)
    if value is not None and not isinstance(value, str):
        raise ValueError(f"{name} is not a text.")
    return value
