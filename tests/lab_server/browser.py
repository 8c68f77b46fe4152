"""A person at the lab server: their cookies, over TLS, from an address of their own."""

import socket
import time
from collections.abc import Callable
from typing import Any

import requests
from requests.adapters import HTTPAdapter

from tests.lab_server.stack import NAME, Broken, Stack

_look_up = socket.getaddrinfo


def find_server_on_loopback() -> None:
    """Let this process find the server's name, which no name server knows, on this machine."""

    def look_up(host: str, *rest: Any, **more: Any) -> Any:
        return _look_up("127.0.0.1" if host == NAME else host, *rest, **more)

    socket.getaddrinfo = look_up


class Browser:
    """One person's browser. Whatever is refused that should not be raises Broken."""

    def __init__(self, server: Stack, *, comes_from: str = "127.0.0.1") -> None:
        self._site = server.address
        self._http = requests.Session()
        self._http.mount("https://", _From(comes_from))
        self._http.trust_env = False  # Or the machine's own certificates would be asked.
        self._http.verify = str(server.certificate)

    def ask(self, method: str, path: str, *, status: int = 200, **more: Any) -> requests.Response:
        """Send one request, below /api/v1/ unless the path is a whole one, as a page would; `status` is expected."""
        headers = {
            "Origin": self._site,
            "X-CSRFToken": self._http.cookies.get("csrftoken", ""),
            **more.pop("headers", {}),
        }
        address = path if path.startswith("/") else f"/api/v1/{path}"
        answer = self._http.request(method, self._site + address, headers=headers, timeout=120, **more)
        if answer.status_code != status:
            raise Broken(f"{method} {path} was answered {answer.status_code}, not {status}: {answer.text[:500]}")
        return answer

    def get(self, path: str, **more: Any) -> Any:
        return self.ask("GET", path, **more).json()

    def post(self, path: str, body: object = None, *, status: int = 200) -> Any:
        answer = self.ask("POST", path, json={} if body is None else body, status=status)
        return answer.json() if answer.content else None

    def log_in(self, username: str, password: str, *, status: int = 200) -> requests.Response:
        self.get("me/")  # Sets the cookie that every later write must echo.
        return self.ask("POST", "log-in/", json={"username": username, "password": password}, status=status)

    def wait(self, path: str, until: Callable[[Any], bool], *, within_s: float = 300) -> Any:
        """Ask again until the answer is as it should be, as an open page does."""
        deadline = time.monotonic() + within_s
        while not until(answer := self.get(path)):
            if time.monotonic() > deadline:
                raise Broken(f"{path} did not get there in {within_s:.0f} s: {str(answer)[:1000]}")
            time.sleep(0.5)
        return answer

    def wait_for_job(self, uuid: str) -> Any:
        """The job's result, once it has succeeded."""
        over = self.wait(f"jobs/{uuid}/", lambda job: job["state"] not in {"queued", "running"})
        if over["state"] != "succeeded":
            raise Broken(f"{over['title']}: {over['state']}, {over['error']}")
        return over["result"]


class _From(HTTPAdapter):
    """Connections that come from one address of the loopback range."""

    def __init__(self, address: str) -> None:
        self._address = address
        super().__init__()

    def init_poolmanager(self, *arguments: Any, **more: Any) -> None:
        more["source_address"] = (self._address, 0)
        super().init_poolmanager(*arguments, **more)
