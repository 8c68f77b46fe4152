"""A person's journey in a real browser, against the real server and workers with a small demo study."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests import chromium as program
from tests import services
from tests.e2e import axe

ROOT = Path(__file__).parents[2]
SCHEMES: dict[Literal["light", "dark"], int | None] = {"light": None, "dark": 768}
"""How wide the window is where each is looked at: as it is, and as a tablet's. No colour depends on the width."""
SESSIONS, TURNS = 6, 14  # Enough for a hold-out and for training to begin; small enough for a test.


@dataclass(frozen=True)
class Server:
    """A running Attune: its address, the demo people's passwords, and what its processes are told."""

    address: str
    passwords: dict[str, str]
    environment: dict[str, str]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`manage.py serve` on a free port, over a data folder of its own, on what this run of the tests is for.

    Its PostgreSQL and Redis are no other test's either, whose jobs its workers would take.
    """
    data = tmp_path_factory.mktemp("attune")
    port = _free_port()
    environment = {**os.environ, "DATA_DIR": str(data), "PORT": str(port), "HOST": "127.0.0.1"}
    manage = [sys.executable, str(ROOT / "manage.py")]
    size = ["--sessions", str(SESSIONS), "--turns", str(TURNS)]
    address = f"http://127.0.0.1:{port}"
    with ExitStack() as running:
        if os.environ.get("DATABASE_URL"):
            environment["DATABASE_URL"] = running.enter_context(services.postgresql()).url
            environment["REDIS_URL"] = running.enter_context(services.redis()).url
        subprocess.run([*manage, "make_demo_study", *size], env=environment, check=True)
        log = running.enter_context((data / "serve.log").open("wb"))
        process = subprocess.Popen([*manage, "serve"], env=environment, stdout=log, stderr=subprocess.STDOUT)
        try:
            _wait_for(address, process, data / "serve.log")
            yield Server(address, _passwords(data / "demo" / "log-ins.txt"), environment)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=40)


@pytest.fixture(scope="module")  # Its event loop must be gone when other files use the database.
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=program.executable(), args=program.ARGUMENTS)


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A fresh browser. An error in the page's console fails the test at its end."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


@pytest.fixture
def log_in(server: Server, page: Page) -> Callable[[str], Page]:
    """Log in as one of the demo people, by the form; whoever was logged in before is not any more."""

    def as_person(name: str) -> Page:
        page.context.clear_cookies()
        page.goto(server.address)
        page.get_by_role("textbox", name="Name").fill(name)
        page.get_by_role("textbox", name="Password").fill(server.passwords[name])
        page.get_by_role("button", name="Log in").click()
        page.get_by_role("button", name="Log in").wait_for(state="hidden")  # Its page has a heading as well.
        page.get_by_role("heading", level=1).wait_for()
        return page

    return as_person


@pytest.fixture
def picture(page: Page, request: pytest.FixtureRequest) -> Iterator[Callable[[str], None]]:
    """Keep a picture of the page, where `ATTUNE_SCREENSHOTS` names a folder for them, and look at it with axe.

    What axe finds on any page, by day or by night, fails the test at its end, all of it at once.
    """
    folder = os.environ.get("ATTUNE_SCREENSHOTS")

    def keep(name: str) -> None:
        if folder:
            page.screenshot(path=Path(folder) / f"{request.node.name}-{name}.png", full_page=True)
        page.locator("h1").first.wait_for()  # A page that still loads has no heading, and nothing to look at.
        window = page.viewport_size
        assert window
        for scheme, width in SCHEMES.items():
            page.set_viewport_size({"width": width or window["width"], "height": window["height"]})
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.wait_for_timeout(300)  # Colours that are on their way would be measured half-way.
            page.locator("h1").first.wait_for()
            violations.extend(f"{name}, {scheme}: {told}" for told in axe.violations(page))
        page.emulate_media(color_scheme="light", reduced_motion="null")
        page.set_viewport_size(window)

    violations: list[str] = []
    yield keep
    assert violations == [], "\n".join(["What axe found:", *violations])


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/api/v1/me/", timeout=5):
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.2)
    raise RuntimeError(f"Attune did not start:\n{log.read_text()}")


def _passwords(path: Path) -> dict[str, str]:
    """`role name password` a line."""
    rows = [re.split(r"\s+", line.strip()) for line in path.read_text().splitlines() if line.strip()]
    return {row[-2]: row[-1] for row in rows}
