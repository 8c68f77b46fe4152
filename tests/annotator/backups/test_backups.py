"""Backups by their commands: an empty installation becomes the same study, and nothing else is ever written."""

import io
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.accounts.links import make_link
from annotator.accounts.models import PasswordLink, User
from annotator.audit.append_only import protect, unprotect
from annotator.backups import archive, databases
from tests.full_disk import tiny_disk

ROOT = Path(__file__).parents[3]
FOLDERS = ["database", "media", "releases", "runs"]

# One for each process of the tests, since they share a server.
ELSEWHERE = f"elsewhere_{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of an empty installation, with a database of its own of the same kind."""
    folder = tmp_path / "elsewhere"
    url = f"sqlite:///{folder / 'attune.sqlite3'}"
    if connection.vendor == "sqlite":
        yield {**os.environ, "DATA_DIR": str(folder), "DATABASE_URL": url}
        return
    told = connection.settings_dict
    with psycopg.connect(**_address("postgres"), autocommit=True) as server:
        server.execute(f"DROP DATABASE IF EXISTS {ELSEWHERE}")
        server.execute(f"CREATE DATABASE {ELSEWHERE}")
        yield {
            **os.environ,
            "DATA_DIR": str(folder),
            "DATABASE_URL": f"postgresql://{told['USER']}@/{ELSEWHERE}?host={told['HOST']}",
        }
        server.execute(f"DROP DATABASE {ELSEWHERE} WITH (FORCE)")


def _address(database: str) -> dict[str, Any]:
    told = connection.settings_dict
    return {"dbname": database, "user": told["USER"], "host": told["HOST"], "password": told["PASSWORD"] or None}


def manage(*arguments: str, environment: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(ROOT / "manage.py"), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True)


def rows_here() -> dict[str, list[str]]:
    """Every row of this database, as text, by table."""
    with connection.cursor() as cursor:
        tables = {name for name in connection.introspection.table_names(cursor) if name != "django_session"}
        if connection.vendor == "sqlite":
            with closing(sqlite3.connect(connection.settings_dict["NAME"])) as here:
                return {table: _sqlite_rows(here, table) for table in tables}
        return {table: _postgresql_rows(cursor, table) for table in tables}


def rows_elsewhere(environment: dict[str, str]) -> dict[str, list[str]]:
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(Path(environment["DATA_DIR"]) / "attune.sqlite3")) as there:
            return {table: _sqlite_rows(there, table) for table in rows_here()}
    with psycopg.connect(**_address(ELSEWHERE)) as server, server.cursor() as cursor:
        return {table: _postgresql_rows(cursor, table) for table in rows_here()}


def _sqlite_rows(database: sqlite3.Connection, table: str) -> list[str]:
    return sorted(map(str, database.execute(f"SELECT * FROM {table}")))


def _postgresql_rows(cursor: Any, table: str) -> list[str]:
    cursor.execute(f"SELECT each::text FROM {table} each")
    # The applied migrations of another database were applied at another time.
    return [] if table == "django_migrations" else sorted(row[0] for row in cursor.fetchall())


def files_below(folder: Path) -> dict[str, bytes]:
    return {
        f"{name}/{path.relative_to(folder / name)}": path.read_bytes()
        for name in FOLDERS[1:]
        for path in (folder / name).rglob("*")
        if path.is_file()
    }


@contextmanager
def append_only() -> Iterator[None]:
    """As in every real database; tests that empty all tables go without."""
    with connection.schema_editor() as editor:
        protect(editor)
    yield
    with connection.schema_editor() as editor:
        unprotect(editor)


@pytest.mark.django_db(transaction=True)
def test_an_empty_folder_becomes_the_same_study(
    frozen: int,
    settings: LazySettings,
    tmp_path: Path,
    elsewhere: dict[str, str],
    client_of: Callable[[str], APIClient],
) -> None:
    client_of("asha")  # Her log-in session must stay behind, and her link, which is used after the backup.
    make_link(user=User.objects.get(username="asha"), actor=None, now=timezone.now())
    (settings.RUNS_DIR / "couples-pilot" / "1").mkdir(parents=True)
    (settings.RUNS_DIR / "couples-pilot" / "1" / "run.json").write_text("{}")
    file = tmp_path / "study.attune"

    with append_only():
        call_command("backup", file)
    PasswordLink.objects.all().delete()
    restored = manage("restore", str(file), environment=elsewhere)
    told = manage("doctor", environment=elsewhere)
    again = manage("restore", str(file), environment=elsewhere)

    assert restored.returncode == 0, restored.stderr
    assert re.search(r"now holds what was backed up at \d{4}-\d\d-\d\d \d\d:\d\d UTC", restored.stdout)
    there, here = rows_elsewhere(elsewhere), rows_here()
    assert {table for table in here if there[table] != here[table]} == {"annotator_study", "annotator_entry"}
    assert set(here["annotator_entry"]) < set(there["annotator_entry"])
    assert len(rows_here()["annotator_annotation"]) == 48
    assert files_below(Path(elsewhere["DATA_DIR"])) == files_below(settings.DATA_DIR)
    assert any(name.startswith("releases/couples-pilot/1/frames/") for name in files_below(settings.DATA_DIR))
    assert f"{connection.vendor}, up to date" in told.stdout
    assert (again.returncode, "something already" in again.stderr) == (2, True)
    # New rows get new numbers, and what is append-only stays so.
    made = "from annotator.accounts.models import User; User.objects.create_user('new', password='x')"
    assert manage("shell", "--command", made, environment=elsewhere).returncode == 0
    refused = manage(
        "shell",
        "--command",
        "from annotator.audit.models import Entry; Entry.objects.all()._raw_delete('default')",
        environment=elsewhere,
    )
    assert "append-only" in refused.stderr


@pytest.fixture
def kept(people: dict[str, User], settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small backup whose database is a file of one line."""
    monkeypatch.setattr(databases, "dump", lambda folder: (folder / "attune.sqlite3").write_text("rows"))
    monkeypatch.setenv("SECRET_KEY", "a value that no backup may hold")
    (settings.DATA_DIR / "secret-key").write_text("another value that no backup may hold")
    (settings.MEDIA_DIR / "imports").mkdir(parents=True)
    (settings.MEDIA_DIR / "imports" / "talk.mp4").write_bytes(b"moving pictures" * 1000)
    (settings.MEDIA_DIR / "imports" / ".half.mp4").write_bytes(b"half")
    file = tmp_path / "study.attune"
    call_command("backup", file)
    # Now this installation is an empty one.
    shutil.rmtree(settings.MEDIA_DIR)
    monkeypatch.setattr(databases, "has_content", lambda: False)
    return file


def refusal_of(file: Path) -> str:
    with pytest.raises(CommandError) as refused:
        call_command("restore", file)
    assert refused.value.returncode == 2
    return str(refused.value)


def rewritten(file: Path, change: Callable[[str, bytes], tuple[str, bytes] | None]) -> Path:
    """The backup with each member changed or left out."""
    other = file.with_name("other.attune")
    with tarfile.open(file) as tar, tarfile.open(other, "w") as out:
        for member in tar:
            content = tar.extractfile(member)
            assert content is not None
            if changed := change(member.name, content.read()):
                told = tarfile.TarInfo(changed[0])
                told.size = len(changed[1])
                out.addfile(told, io.BytesIO(changed[1]))
    return other


def test_secrets_are_told_by_name_alone_and_only_the_owner_reads_the_file(kept: Path) -> None:
    with tarfile.open(kept) as tar:
        names = tar.getnames()
        header = json.load(tar.extractfile(names[0]))  # type: ignore[arg-type]

    assert {"SECRET_KEY", "secret-key"} <= set(header["secrets"])
    assert b"no backup may hold" not in kept.read_bytes()
    assert names[1:] == ["database/attune.sqlite3", "media/imports/talk.mp4", "manifest.json"]
    assert kept.stat().st_mode & 0o077 == 0


def test_a_backup_says_that_passwords_go_on_working(
    people: dict[str, User], settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "dump", lambda folder: (folder / "attune.sqlite3").write_text("rows"))
    told = io.StringIO()

    call_command("backup", tmp_path / "study.attune", stdout=told)

    assert "people's passwords as digests" in told.getvalue()


def test_a_folder_that_is_not_there_is_named(kept: Path, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=f"There is no folder {tmp_path / 'safe'}. Make it"):
        call_command("backup", str(tmp_path / "safe" / "attune.tar"))


def test_no_backup_is_written_over(kept: Path) -> None:
    before = kept.read_bytes()

    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", kept)

    assert kept.read_bytes() == before


@pytest.mark.parametrize("length", [0, 5, 700, 9_000, -11_000])
def test_a_file_that_ends_early_is_refused(length: int, kept: Path, settings: LazySettings) -> None:
    kept.write_bytes(kept.read_bytes()[:length])

    assert "backup of Attune" in (told := refusal_of(kept)) or "ends early" in told or "damaged" in told
    assert not settings.MEDIA_DIR.exists()


@pytest.mark.parametrize("name", ["attune-backup.json", "database/attune.sqlite3", "media/imports/talk.mp4"])
def test_a_changed_byte_is_found_before_anything_is_written(name: str, kept: Path, settings: LazySettings) -> None:
    damaged = rewritten(kept, lambda each, content: (each, content.replace(b"o", b"0") if each == name else content))

    told = refusal_of(damaged)

    assert "damaged" in told or "not a backup" in told
    assert not settings.MEDIA_DIR.exists()


def test_a_file_that_was_taken_out_is_missed(kept: Path) -> None:
    assert "media/imports/talk.mp4" in refusal_of(
        rewritten(kept, lambda name, content: None if name.startswith("media/") else (name, content))
    )


@pytest.mark.parametrize("name", ["../talk.mp4", "/tmp/talk.mp4", "media/../../talk.mp4", "secret-key", "media"])
def test_no_path_leads_outside_of_the_folder(name: str, kept: Path, settings: LazySettings) -> None:
    told = refusal_of(rewritten(kept, lambda each, content: (name if each.startswith("media/") else each, content)))

    assert "Nothing was restored" in told
    assert not settings.MEDIA_DIR.exists()


def test_a_link_is_refused(kept: Path) -> None:
    with tarfile.open(kept, "a") as tar:
        link = tarfile.TarInfo("media/link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(link)

    assert "no plain file" in refusal_of(kept)


def test_another_tar_is_refused(tmp_path: Path, kept: Path) -> None:
    other = tmp_path / "other.tar"
    with tarfile.open(other, "w") as tar:
        tar.add(__file__, "media/test.py")

    assert "not a backup of Attune" in refusal_of(other)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda names: names[:-1], "an older version"),
        (lambda names: [*names, "annotator.9999_from_the_future"], "a newer version"),
    ],
)
def test_another_state_of_migrations_is_refused_with_what_to_do(
    change: Callable[[list[str]], list[str]],
    told: str,
    kept: Path,
    settings: LazySettings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = databases.known_migrations()
    monkeypatch.setattr(databases, "applied_migrations", lambda: change(known))
    other = kept.with_name("other.attune")
    call_command("backup", other)

    assert told in refusal_of(other)
    assert not settings.MEDIA_DIR.exists()


def test_what_is_there_is_not_written_over(kept: Path, settings: LazySettings) -> None:
    settings.MEDIA_DIR.mkdir()
    (settings.MEDIA_DIR / "talk.mp4").write_text("mine")

    assert "something already" in refusal_of(kept)
    assert (settings.MEDIA_DIR / "talk.mp4").read_text() == "mine"


def test_a_file_that_is_gone_by_its_turn_is_left_out(tmp_path: Path) -> None:
    members = [archive.Member("media/gone", tmp_path / "gone")]

    archive.write(tmp_path / "file", header={}, members=members, on_progress=lambda _: None)

    assert archive.check(tmp_path / "file", folders=["media"])["format"] == archive.FORMAT


class Shrinking(type(Path())):  # type: ignore[misc]
    """A file that has become shorter since its length was read."""

    def stat(self, *, follow_symlinks: bool = True) -> os.stat_result:
        return Path(__file__).stat()


def test_a_file_that_shrinks_while_it_is_read_ends_the_backup(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("short")

    with pytest.raises(archive.FileChanged, match="media/log became shorter"):
        archive.write(
            tmp_path / "file",
            header={},
            members=[archive.Member("media/log", Shrinking(tmp_path / "log"))],
            on_progress=lambda _: None,
        )

    assert [path.name for path in tmp_path.iterdir()] == ["log"]


@pytest.mark.django_db(transaction=True)
def test_a_backup_that_finds_no_room_is_not_restored_by_half(
    frozen: int, settings: LazySettings, tmp_path: Path, elsewhere: dict[str, str]
) -> None:
    settings.MEDIA_DIR.mkdir(parents=True, exist_ok=True)
    (settings.MEDIA_DIR / "film.mp4").write_bytes(b"x" * 12_000_000)
    file = tmp_path / "study.attune"
    with append_only():
        call_command("backup", file)

    with tiny_disk(Path(elsewhere["DATA_DIR"]), size="8m") as folder:
        refused = manage("restore", str(file), environment=elsewhere)

        assert refused.returncode == 2, refused.stderr
        assert "There is no room to restore this backup" in refused.stderr
        assert "Nothing was restored." in refused.stderr
        there = {each.name for each in folder.iterdir()}
        assert not there & {"media", "releases", "runs"}
        assert not any("restoring" in name for name in there)
