"""Pages that no journey comes by, and dialogs in a low window, are as whole as all others."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

Person = Callable[[str], Page]
Picture = Callable[[str], None]

NOWHERE = ["/nowhere", "/assignments/99999"]
IN_NO_STUDY = ["/nowhere", "/sessions/99999", "/releases/99999"]
EMPTY = ["", "/sessions", "/releases"]
LOW = {"width": 1280, "height": 600}
DIALOGS = [
    ("/sessions/1", "Which face is the client's?"),
    ("/raters", "Assign by hand"),
    ("/raters", "Add a person"),
    ("/?all=true", "New study"),
]


def test_pages_that_no_journey_comes_by_are_whole(log_in: Person, page: Page, server: Server, picture: Picture) -> None:
    page.goto(f"{server.address}/log-in")
    picture("log-in")
    page.goto(f"{server.address}/set-password")
    picture("set-password")
    log_in("chi")
    for path in [*NOWHERE, *(f"/studies/demo-study{path}" for path in IN_NO_STUDY)]:
        page.goto(f"{server.address}{path}")
        picture(path)
    status = page.evaluate(
        """async () => {
            const token = document.cookie.match(/csrftoken=([^;]+)/)[1]
            const headers = { "Content-Type": "application/json", "X-CSRFToken": token }
            const body = JSON.stringify({ name: "Empty", time_zone: "UTC" })
            return (await fetch("/api/v1/studies/", { method: "POST", headers, body })).status
        }"""
    )
    assert status == 201
    for path in EMPTY:
        page.goto(f"{server.address}/studies/empty{path}")
        picture(f"empty study {path}")


def test_the_buttons_of_a_dialog_are_in_sight_in_a_low_window(
    log_in: Person, page: Page, server: Server, picture: Picture
) -> None:
    log_in("chi")
    page.set_viewport_size(LOW)  # type: ignore[arg-type]
    for path, opener in DIALOGS:
        page.goto(f"{server.address}{path if path.startswith('/?') else f'/studies/demo-study{path}'}")
        page.get_by_role("button", name=opener, exact=True).click()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("button").last).to_be_in_viewport(ratio=1)
        picture(opener)
        expect(dialog.get_by_role("button").last).to_be_in_viewport(ratio=1)
