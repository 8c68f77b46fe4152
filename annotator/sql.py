"""SQL that is written by hand: values as each database takes and gives them, and several statements in one go.

Only what raters wait for at each save is asked so: putting such a query together from models takes several times as
long as running it, and each way to PostgreSQL and back as long as the query itself.
"""

import json
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import count
from typing import Any, NamedTuple
from uuid import UUID
from weakref import WeakKeyDictionary

from django.db import connection, transaction
from django.utils import timezone


class Statement(NamedTuple):
    """SQL with `%s` for each parameter."""

    text: str
    parameters: Sequence[object]


def run_together(*statements: Statement) -> list[list[Any]]:
    """The rows of each statement, in order; none of those that give none.

    PostgreSQL gets all of them in one go, prepared at the first use, and with them the transaction's beginning where
    they are its first. They stay statements of their own: each sees what those before it have changed, and what others
    have committed by the time that those before it got their locks.
    """
    if not statements:
        return []
    if connection.vendor == "postgresql":
        return _in_one_go(statements)
    return [_run(each) for each in statements]


@contextmanager
def whole() -> Iterator[None]:
    """A transaction, of which PostgreSQL gets the last statements and the end in one go.

    Nothing may be read between `run_last` and the end. Inside another transaction it is a part of that one.
    """
    ends_here = connection.vendor == "postgresql" and not connection.in_atomic_block
    with transaction.atomic():
        if not ends_here:
            yield
            return
        _last.statements = []
        try:
            yield
            # Django's own commit then finds nothing left to do, and goes nowhere.
            _in_one_go(_last.statements, commits=True)
        finally:
            _last.statements = None


def run_last(*statements: Statement) -> None:
    """Run what a transaction ends with: at the end of `whole`, elsewhere at once."""
    if _last.statements is None:
        run_together(*statements)
    else:
        _last.statements.extend(statements)


class _Last(threading.local):
    statements: list[Statement] | None = None


_last = _Last()

_MOST_PREPARED = 100  # On one connection.
_number = count()
_prepared: WeakKeyDictionary[Any, dict[str, str]] = WeakKeyDictionary()
"""By connection, the names of its prepared statements by their text."""


def _in_one_go(statements: Sequence[Statement], *, commits: bool = False) -> list[list[Any]]:
    """One text that calls each by its name, since psycopg's pipeline sends each on its own as soon as it is given."""
    from psycopg import ClientCursor  # Only where there is a PostgreSQL to talk to.
    from psycopg.pq import TransactionStatus

    connection.ensure_connection()
    if connection.queries_logged:  # In tests, which Django's own cursors tell otherwise.
        connection.queries_log.extend({"sql": each.text, "time": "0"} for each in statements)
    own = connection.connection
    with connection.wrap_database_errors:
        begins = not own.autocommit and own.info.transaction_status == TransactionStatus.IDLE
        if begins:
            # Else psycopg begins the transaction by itself, on a way of its own. Django sets it back at the end.
            own.autocommit = True
        names = _prepare(own, {each.text for each in statements})
        calls = [_call(names[each.text], len(each.parameters)) for each in statements]
        text = "; ".join(["BEGIN"] * begins + calls + ["COMMIT"] * commits)
        cursor = ClientCursor(own)
        cursor.execute(text, [parameter for each in statements for parameter in each.parameters])
        # Not by its `description`, which is made anew of every column.
        answers = [each.fetchall() if each.pgresult and each.pgresult.nfields else [] for each in cursor.results()]
    return answers[begins : begins + len(statements)]


def _call(name: str, n_parameters: int) -> str:
    places = ", ".join(["%s"] * n_parameters)
    return f"EXECUTE {name} ({places})" if places else f"EXECUTE {name}"


def _prepare(own: Any, texts: Collection[str]) -> dict[str, str]:
    """The names under which the connection runs these texts; PostgreSQL plans each other text anew."""
    names = _prepared.setdefault(own, {})
    if len(names.keys() | texts) > _MOST_PREPARED:
        own.execute("DEALLOCATE ALL")
        names.clear()
    for text in texts:
        if text not in names:
            name = f"attune_{next(_number)}"  # Never the same again, also where one is given up halfway.
            own.execute(f"PREPARE {name} AS {text % tuple(f'${n}' for n in range(1, text.count('%s') + 1))}")
            names[text] = name
    return names


def _run(statement: Statement) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement.text, statement.parameters)  # type: ignore[arg-type]  # As each database takes them.
        return cursor.fetchall() if cursor.description else []


def spread(text: str, rows: int, *, columns: int = 0) -> str:
    """The text with a place for each value in the place of its `LIST`: so many values, or so many rows of values."""
    row = f"({', '.join(['%s'] * columns)})" if columns else "%s"
    return text.replace("LIST", ", ".join([row] * rows) or "NULL")


def uuid_parameter(value: UUID) -> UUID | str:
    """The identifier as a parameter."""
    return value if connection.features.has_native_uuid_field else value.hex


def uuid_read(value: UUID | str) -> UUID:
    """The identifier that a row gives."""
    return value if isinstance(value, UUID) else UUID(value)


def moment_parameter(moment: datetime) -> str | datetime | None:
    """The moment as a parameter."""
    return connection.ops.adapt_datetimefield_value(moment)


def json_parameter(value: object) -> str | None:
    """What is stored as JSON, as a parameter."""
    return None if value is None else json.dumps(value)


def moment_read(value: datetime) -> datetime:
    """The moment that a row gives; SQLite keeps its time zone apart."""
    return value if timezone.is_aware(value) else timezone.make_aware(value, connection.timezone)


def json_read(value: str | None) -> Any:
    """What was stored as JSON; both databases give its text."""
    return None if value is None else json.loads(value)
