"""What the environment says, as the settings read it: in a process of its own, for a process reads them once."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

pytestmark = pytest.mark.one_database

ROOT = Path(__file__).parents[2]


def start(tmp_path: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    show = (
        "import json; from annotator import settings as s;"
        "read = [s.ALLOWED_HOSTS, s.CSRF_TRUSTED_ORIGINS, s.TRUSTED_PROXIES, s.DATABASES['default']];"
        "print(json.dumps(read, default=str))"
    )
    named = {"DATA_DIR": str(tmp_path), "SECRET_KEY": "a key", "DATABASE_URL": "", **environment}
    return subprocess.run(
        [sys.executable, "-c", show], env={**os.environ, **named}, cwd=ROOT, capture_output=True, text=True
    )


def read(tmp_path: Path, **environment: str) -> tuple[list[str], list[str], int, dict[str, Any]]:
    environment.setdefault("DATABASE_URL", f"sqlite:///{tmp_path}/attune.sqlite3")
    told = start(tmp_path, **environment)
    assert told.returncode == 0, told.stderr
    hosts, origins, proxies, database = json.loads(told.stdout)
    return hosts, origins, proxies, database


def test_a_blank_after_a_comma_is_no_part_of_a_name(tmp_path: Path) -> None:
    hosts, origins, *_ = read(
        tmp_path,
        ALLOWED_HOSTS="attune.lab.example, attune",
        CSRF_TRUSTED_ORIGINS=" https://attune.lab.example , https://attune ",
    )

    assert {"attune.lab.example", "attune"} <= set(hosts)
    assert origins == ["https://attune.lab.example", "https://attune"]


def test_a_health_check_reaches_a_server_whose_names_are_set(tmp_path: Path) -> None:
    hosts, *_ = read(tmp_path, ALLOWED_HOSTS="attune.lab.example")

    assert {"127.0.0.1", "localhost", "attune.lab.example"} <= set(hosts)


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, 0),
        ({"X_ACCEL_PREFIX": "/protected/"}, 1),
        ({"X_ACCEL_PREFIX": "/protected/", "HTTPS": "1"}, 2),
        ({"X_ACCEL_PREFIX": "/protected/", "HTTPS": "1", "TRUSTED_PROXIES": "1"}, 1),
    ],
)
def test_nginx_and_what_ends_tls_are_the_proxies_that_are_believed(
    environment: dict[str, str], expected: int, tmp_path: Path
) -> None:
    *_, proxies, _database = read(tmp_path, **environment)

    assert proxies == expected


@pytest.mark.parametrize("password", ["hunter/two", "hunter#two", "hunter?two", "12/hunter@two", "hunter[two"])
def test_a_password_that_breaks_the_url_is_refused_and_not_told(password: str, tmp_path: Path) -> None:
    told = start(tmp_path, DATABASE_URL=f"postgresql://attune:{password}@postgres:5432/attune")

    assert told.returncode != 0
    assert "set PGPASSWORD instead" in told.stderr
    assert "hunter" not in told.stderr


def test_a_password_may_stand_percent_encoded_in_the_url_or_apart_from_it(tmp_path: Path) -> None:
    *_, encoded = read(tmp_path, DATABASE_URL="postgresql://attune:a%2Fb%23c%3F@postgres:5432/attune")
    *_, apart = read(tmp_path, DATABASE_URL="postgresql://attune@postgres:5432/attune", PGPASSWORD="a/b#c?")

    assert (encoded["PASSWORD"], encoded["HOST"], encoded["PORT"]) == ("a/b#c?", "postgres", 5432)
    assert (apart["PASSWORD"], apart["HOST"], apart["PORT"]) == ("", "postgres", 5432)  # libpq reads PGPASSWORD.


@pytest.mark.parametrize(
    "name", ["Mars/Olympus", "Berlin", "Europe", "../Europe/Berlin", "localtime", "right/Europe/Berlin"]
)
def test_a_time_zone_that_is_none_stops_the_start_in_words(name: str, tmp_path: Path) -> None:
    told = start(tmp_path, DATABASE_URL=f"sqlite:///{tmp_path}/attune.sqlite3", STUDY_TIME_ZONE=name)

    said = f"STUDY_TIME_ZONE={name} is no time zone; they are named like Europe/Berlin"
    assert told.stderr.splitlines()[-1].endswith(f"ImproperlyConfigured: {said}")


@pytest.mark.django_db
def test_postgresql_compiles_no_query() -> None:
    # Counting a large study's disagreements took twice as long to compile as to run.
    if connection.vendor != "postgresql":
        pytest.skip("SQLite compiles none.")
    with connection.cursor() as cursor:
        cursor.execute("SHOW jit")
        assert cursor.fetchone() == ("off",)
