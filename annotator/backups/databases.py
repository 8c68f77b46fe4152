"""The database as files and back, each kind its own way, while the app goes on.

SQLite copies itself; of PostgreSQL each table is copied as it stood at one moment, and migrations make the tables
again. Log-in sessions and links to set a password stay behind: whoever holds one is in, and one that was used since the
backup would work again.
"""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader

_LEFT_BEHIND = ("django_session", "annotator_passwordlink")
_SQLITE = "attune.sqlite3"


def applied_migrations() -> list[str]:
    """The migrations of the database, as `app.name`; empty before the first start."""
    return sorted(".".join(key) for key in MigrationLoader(connection).applied_migrations)


def known_migrations() -> list[str]:
    """The migrations that this version of Attune brings."""
    return sorted(".".join(key) for key in MigrationLoader(None).disk_migrations)


def has_content() -> bool:
    """Whether anybody has an account or a study in this database."""
    if connection.vendor == "sqlite" and not _sqlite_path().exists():
        return False
    tables = connection.introspection.table_names()
    kept = [apps.get_model("annotator", name) for name in ("User", "Study")]
    return any(model._meta.db_table in tables and model._default_manager.exists() for model in kept)


def dump(folder: Path) -> None:
    """Write the database as it stands at one moment into an empty folder."""
    if connection.vendor == "sqlite":
        _dump_sqlite(folder / _SQLITE)
    else:
        _dump_tables(folder)


def load(folder: Path) -> None:
    """Make the database what `dump` wrote. Whoever calls has seen that it holds nothing, and that it is of the kind."""
    if connection.vendor == "sqlite":
        connection.close()
        path = _sqlite_path()
        path.parent.mkdir(parents=True, exist_ok=True)
        for beside in ("-wal", "-shm"):
            path.with_name(path.name + beside).unlink(missing_ok=True)
        shutil.move(folder / _SQLITE, path)
    else:
        call_command("migrate", verbosity=0, interactive=False)
        _load_tables(folder)


def _sqlite_path() -> Path:
    return Path(connection.settings_dict["NAME"])


def _dump_sqlite(target: Path) -> None:
    connection.ensure_connection()
    with closing(sqlite3.connect(target)) as copy:
        connection.connection.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # One file, without a log beside it.
        copy.execute("PRAGMA secure_delete=ON")
        for table in _LEFT_BEHIND:
            copy.execute(f"DELETE FROM {table}")  # noqa: S608  # A name of our own.
        copy.commit()


def _dump_tables(folder: Path) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        for table in _tables():
            with (folder / table).open("wb") as file, cursor.copy(f"COPY {_with_columns(table)} TO STDOUT") as rows:
                for row in rows:
                    file.write(row)


def _load_tables(folder: Path) -> None:
    tables = list(_tables())
    with transaction.atomic(), connection.cursor() as cursor:
        # What the migrations put in is in the backup too.
        cursor.execute(f"TRUNCATE {', '.join(map(_quoted, [*tables, *_LEFT_BEHIND]))} RESTART IDENTITY CASCADE")
        # Keys between tables are checked at the end of the transaction, so that their order is free.
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        for table in tables:
            with (folder / table).open("rb") as file, cursor.copy(f"COPY {_with_columns(table)} FROM STDIN") as rows:
                shutil.copyfileobj(file, _Writer(rows), 1_000_000)
        for statement in connection.ops.sequence_reset_sql(no_style(), apps.get_models(include_auto_created=True)):
            cursor.execute(statement)


def _tables() -> Iterator[str]:
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return (name for name in sorted(names) if name not in _LEFT_BEHIND)


def _with_columns(table: str) -> str:
    """The table with its columns by name, whose order a later migration may have made another."""
    with connection.cursor() as cursor:
        columns = sorted(each.name for each in connection.introspection.get_table_description(cursor, table))
    return f"{_quoted(table)} ({', '.join(map(_quoted, columns))})"


def _quoted(name: str) -> str:
    return str(connection.ops.quote_name(name))


class _Writer:
    """psycopg's copy as something that files can be copied into."""

    def __init__(self, rows: Any) -> None:
        self._rows = rows

    def write(self, piece: bytes) -> None:
        self._rows.write(piece)
