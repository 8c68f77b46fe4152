"""Score replies by the four PCT metrics, with the guards that say how far to trust them."""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from metrics.commands.options import add_interval_arguments
from metrics.refusal import InputRefusedError
from metrics.replies.exchange import Reply, clients_of
from metrics.replies.report import score_replies


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        type=Path,
        metavar="FILE.jsonl",
        help="JSON lines: session, turn, client (what they said), reply[, reference][, history][, client_id (who they "
        "are)]",
    )
    parser.add_argument("--train", type=Path, help="the same of the training sessions: what is usual is fitted on them")
    add_interval_arguments(parser)


def run(arguments: argparse.Namespace) -> dict[str, Any]:
    replies = read_replies(arguments.file)
    return score_replies(
        replies,
        training=read_replies(arguments.train) if arguments.train else None,
        clients=clients_of(replies),
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
    if problems := problems or list(_unclear_clients(path, replies)):
        raise InputRefusedError(problems)
    return replies


def _unclear_clients(path: Path, replies: Sequence[Reply]) -> Iterator[str]:
    """Sessions of two clients; and sessions of nobody, where others name theirs."""
    names: dict[str, set[str | None]] = {}
    for line in replies:
        names.setdefault(line.session, set()).add(line.client_id)
    if {client for of_session in names.values() for client in of_session} == {None}:
        return
    for session, clients in names.items():
        if None in clients:
            yield f"{path}: session {session} lacks client_id, which other lines have; give it in all lines or in none."
        elif len(clients) > 1:
            yield f"{path}: session {session} is of more than one client_id: {', '.join(sorted(map(str, clients)))}."


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
        client_id=_identifier(fields, "client_id") if fields.get("client_id") is not None else None,
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
