"""What keeps Attune from starting is told in words with the way out, and never by a traceback."""

import os
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from annotator.serving import checks, database


def test_a_second_start_on_the_same_data_is_refused_and_told_where_the_first_is(tmp_path: Path) -> None:
    with checks.only_start(tmp_path / "new", address="http://127.0.0.1:8000"):
        with (
            pytest.raises(checks.CannotStart, match=r"open http://127.0.0.1:8000 in a browser"),
            checks.only_start(tmp_path / "new", address="http://127.0.0.1:8010"),
        ):
            pass
        with checks.only_start(tmp_path / "other", address="http://127.0.0.1:8010"):
            pass
    with checks.only_start(tmp_path / "new", address="http://127.0.0.1:8010"):
        assert (tmp_path / "new" / "serving").read_text() == "http://127.0.0.1:8010"


def test_a_folder_that_cannot_be_written_to_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with (
        pytest.raises(checks.CannotStart, match=r"Nothing can be written to .*DATA_DIR=/another/folder make run"),
        checks.only_start(tmp_path / "file" / "data", address=""),
    ):
        pass


def test_a_taken_port_is_refused_with_another_one(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        with pytest.raises(checks.CannotStart, match=f"Port {port} .* is not free .* PORT={port + 1} make run"):
            checks.require_free_port("127.0.0.1", port)


@pytest.mark.one_database
def test_a_damaged_database_is_refused_with_the_way_to_a_backup(tmp_path: Path) -> None:
    (tmp_path / "attune.sqlite3").write_text("This was a database once." * 100)

    told = _serve(tmp_path)

    assert told.startswith("CommandError: The database can't be used: file is not a database.")
    assert "manage.py restore FILE" in told
    assert str(tmp_path / "attune.sqlite3") in told


@pytest.mark.one_database
def test_a_newer_attune_s_database_is_refused_and_not_touched(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "attune.sqlite3")) as made:
        made.execute("CREATE TABLE django_migrations (id INTEGER PRIMARY KEY, app TEXT, name TEXT, applied TEXT)")
        made.execute("INSERT INTO django_migrations VALUES (1, 'annotator', '9999_later', '2030-01-01')")
        made.commit()

    told = _serve(tmp_path)

    assert told.startswith("CommandError: The database was last used by a newer Attune")
    with closing(sqlite3.connect(tmp_path / "attune.sqlite3")) as kept:
        assert kept.execute("SELECT name FROM sqlite_master").fetchall() == [("django_migrations",)]


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ({"PORT": "abc"}, "Attune can't start: PORT=abc is not a whole number of 1 to 65535"),
        ({"DATA_DIR": "/proc/attune"}, "Attune can't start: DATA_DIR=/proc/attune can't be used"),
    ],
)
def test_a_senseless_setting_says_so_in_one_line(setting: dict[str, str], told: str, tmp_path: Path) -> None:
    assert _serve(tmp_path, **setting).startswith(told)


def test_a_database_file_put_in_place_of_ours_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "attune.sqlite3"
    file.touch()
    monkeypatch.setattr(database, "_file", lambda: file)
    began_with = database.file_now()

    assert not database.is_replaced(began_with)
    (tmp_path / "other").touch()
    (tmp_path / "other").replace(file)
    assert database.is_replaced(began_with)
    file.unlink()
    assert database.is_replaced(began_with)


def test_the_system_checks_that_a_start_leaves_out_find_nothing() -> None:
    call_command("check", fail_level="WARNING")


def _serve(folder: Path, **setting: str) -> str:
    """What a start that is refused says, without what is only a warning."""
    environment = {"DATA_DIR": str(folder), "PORT": "1024", "PATH": os.environ["PATH"], **setting}
    command = [sys.executable, "manage.py", "serve"]
    ended = subprocess.run(command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, timeout=120)
    assert ended.returncode == 1
    return ended.stderr
