"""A lead looks over the frames, puts another in one's place and takes it back; a rater is shown blurred faces."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

Person = Callable[[str], Page]
Picture = Callable[[str], None]
RATERS = ["asha", "ben", "carla", "dmitri", "emeka"]


def test_a_frame_is_replaced_by_hand_and_taken_back(log_in: Person, server: Server, picture: Picture) -> None:
    page = log_in("chi")
    open_study(page, "Sessions")
    page.get_by_role("link", name=re.compile("S001")).first.click()
    page.get_by_role("link", name="Look over all frames").click()
    page.get_by_role("heading", name="Frames of S001").wait_for()
    picture("sheet")
    before = frames_of(page, server)[1]

    cards = page.get_by_role("group", name="Frames", exact=True).get_by_role("button")
    cards.first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Use this picture").wait_for()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Bring back the rule's picture")).to_be_visible()
    after = frames_of(page, server)[1]
    assert (after["frame_index"], after["chosen_by"]) == (before["frame_index"] + 2, "Chi")
    assert after["sha256"] != before["sha256"]
    picture("frame")

    page.keyboard.press("Escape")
    page.get_by_text("Replaced 1").click()
    expect(cards).to_have_count(1)
    expect(cards.first).to_contain_text("chosen by hand")
    cards.first.click()
    page.get_by_role("button", name="Bring back the rule's picture").wait_for()
    page.keyboard.press("u")
    expect(page.get_by_text("The rule's picture stands again.")).to_be_visible()
    assert frames_of(page, server)[1]["sha256"] == before["sha256"]


def test_a_rater_waits_for_the_blurred_view_and_then_sees_it(log_in: Person, picture: Picture) -> None:
    page = log_in("chi")
    open_study(page, "Settings")
    page.get_by_role("checkbox", name="Raters").check()
    expect(page.get_by_text(re.compile(r"The blurred view of \d+ sessions is made"))).to_be_visible()
    picture("settings")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text(re.compile(r"of \d+ sessions (is|are) being prepared"))).to_be_visible()

    page = next(page for name in RATERS if has_open_pass(page := log_in(name)))
    page.get_by_role("table", name="My passes").get_by_role("link").last.click()
    page.get_by_role("heading", name=re.compile("Client turn")).wait_for()
    expect(page.get_by_text("You see this recording with blurred faces.", exact=True)).to_be_visible(timeout=300_000)
    expect(page.locator("video")).to_have_js_property("readyState", 4, timeout=30_000)
    picture("workspace")


def open_study(page: Page, section: str) -> None:
    page.get_by_role("link", name="Demo study").first.click()
    page.get_by_role("navigation", name="Study").get_by_role("link", name=re.compile(f"^{section}")).click()
    page.get_by_role("heading", name=section, exact=True).wait_for()


def frames_of(page: Page, server: Server) -> list[dict[str, Any]]:
    session = re.search(r"/sessions/(\d+)/", page.url)
    assert session
    answer: Any = page.request.get(f"{server.address}/api/v1/sessions/{session[1]}/frames/").json()
    frames: list[dict[str, Any]] = answer["results"]
    return frames


def has_open_pass(page: Page) -> bool:
    """Whether one of the rater's passes goes through words and face together."""
    page.get_by_role("link", name="Demo study").first.click()
    table = page.get_by_role("table", name="My passes")
    table.wait_for()
    return table.get_by_role("row").last.get_by_text("together").is_visible()
