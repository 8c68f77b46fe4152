"""A real web server on a free port, as `make run` starts it, over the throw-away site."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

from annotator.serving.web import web_server_arguments


@contextmanager
def web_server() -> Iterator[tuple[int, int]]:
    """Its port, and the process that answers."""
    port = free_port()
    command = [sys.executable, "-m", "granian"]
    command += web_server_arguments(application="bench.asgi:application", port=port)
    with subprocess.Popen(command) as server:
        try:
            _wait_until_it_answers(port)
            yield port, max(children_of(server.pid), default=server.pid)
        finally:
            server.terminate()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def children_of(process: int) -> list[int]:
    """The processes that it has started and that still run."""
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def _wait_until_it_answers(port: int) -> None:
    for _ in range(300):
        connection = HTTPConnection("127.0.0.1", port)
        try:
            connection.request("GET", "/api/v1/me/")
            connection.getresponse().read()
        except OSError:
            time.sleep(0.1)
        else:
            return
        finally:
            connection.close()
    raise RuntimeError("The server did not start.")
