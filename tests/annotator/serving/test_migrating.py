"""Two that bring one database up to date at the same moment, as two servers that start together do."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection


@contextmanager
def _new_database(folder: Path) -> Iterator[str]:
    """The address of an empty database beside this test's."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{folder / 'attune.sqlite3'}"
        return
    name, told = f"attune_{uuid4().hex}", connection.settings_dict
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
    try:
        yield f"postgresql://{told['USER']}:{told['PASSWORD']}@:{told['PORT']}/{name}?host={told['HOST']}"
    finally:
        with connection._nodb_cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.django_db(transaction=True)
def test_of_two_migrations_at_once_the_second_waits_and_finds_nothing_to_do(tmp_path: Path) -> None:
    with _new_database(tmp_path) as address:
        environment = {**os.environ, "DATA_DIR": str(tmp_path), "DATABASE_URL": address}
        both = [
            subprocess.Popen(
                [sys.executable, "manage.py", "migrate", "--noinput"],
                cwd=settings.BASE_DIR,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            for _ in range(2)
        ]
        said = [process.communicate(timeout=300)[0] for process in both]

    assert [process.returncode for process in both] == [0, 0], said
    assert sorted("No migrations to apply" in each for each in said) == [False, True]
