"""A real web server, on the database of the test, and clients that are a socket each."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.conf import settings as django_settings
from django.db import connection


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Message
    body: bytes


@dataclass(frozen=True)
class WebServer:
    """Where it listens, and its main process."""

    port: int
    process: subprocess.Popen[bytes]

    @contextmanager
    def asking(self, method: str, path: str, body: bytes = b"", **headers: str) -> Iterator[HTTPResponse]:
        """The answer, its body still to be read."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=10)) as line:
            line.request(method, path, body or None, headers)
            with line.getresponse() as answer:
                yield answer

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        with self.asking(method, path, body, **headers) as answer:
            return Answer(answer.status, answer.headers, answer.read())

    def open(self, head: str, body: bytes = b"") -> socket.socket:
        """A line on which a request has begun: its first line, its headers, and some of its body."""
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # Of what is not read, the line holds little.
        line.settimeout(10)
        line.connect(("127.0.0.1", self.port))
        line.sendall(head.replace("\n", "\r\n").encode() + b"\r\n\r\n" + body)
        return line


@pytest.fixture(scope="module")
def server_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the web server of this file's tests has its recordings."""
    return tmp_path_factory.mktemp("served")


@pytest.fixture(scope="module")
def shared_web_server(django_db_setup: None, server_folder: Path) -> Iterator[WebServer]:
    with running_web_server(server_folder) as server:
        yield server


@pytest.fixture
def web_server(
    shared_web_server: WebServer, transactional_db: None, server_folder: Path, settings: LazySettings
) -> Iterator[WebServer]:
    """The web server as `make run` and the lab server start it, over the database and the files of the test."""
    settings.MEDIA_DIR = server_folder / "media"
    yield shared_web_server
    _wait_until_nobody_asks()


@contextmanager
def running_web_server(folder: Path, **variables: str) -> Iterator[WebServer]:
    """A web server until it is left, on the database of the tests."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "annotator.settings",
        "DATA_DIR": str(folder),
        "DATABASE_URL": _database_url(),
        "SECRET_KEY": django_settings.SECRET_KEY,
        "HOST": "127.0.0.1",
        "PORT": str(port),
        **variables,
    }
    with subprocess.Popen([sys.executable, "-m", "annotator.serving.web"], env=environment) as process:
        server = WebServer(port, process)
        try:
            _wait_for(server)
            yield server
        finally:
            process.terminate()


def _database_url() -> str:
    told = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{told['NAME']}"
    return f"postgresql://{told['USER']}@/{told['NAME']}?host={told['HOST']}"


def _wait_until_nobody_asks() -> None:
    """Until the server is done with what the test has left, so that the tables can be emptied."""
    if connection.vendor != "postgresql":
        return
    quiet, deadline = 0, time.monotonic() + 30
    while quiet < 5 and time.monotonic() < deadline:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' "
                "AND pid <> pg_backend_pid()"
            )
            quiet = quiet + 1 if cursor.fetchone() == (0,) else 0
        time.sleep(0.1)


def _wait_for(server: WebServer) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and server.process.poll() is None:
        try:
            assert server.ask("GET", "/api/v1/me/").status == 200
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("The web server did not start.")
