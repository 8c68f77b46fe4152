"""A lead looks over the frames, puts another in one's place and takes it back."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Server
from tests.e2e.pages import open_study

pytestmark = [pytest.mark.browser, pytest.mark.slow]

Person = Callable[[str], Page]
Picture = Callable[[str], None]


def test_a_frame_is_replaced_by_hand_and_taken_back(log_in: Person, server: Server, picture: Picture) -> None:
    page = log_in("chi")
    open_study(page, "Sessions")
    page.get_by_role("link", name=re.compile("S001")).first.click()
    page.get_by_role("link", name="See all frames").click()
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
    expect(page.get_by_role("button", name="Restore the automatic picture")).to_be_visible()
    after = frames_of(page, server)[1]
    assert (after["frame_index"], after["chosen_by"]) == (before["frame_index"] + 2, "Chi")
    assert after["sha256"] != before["sha256"]
    picture("frame")

    page.keyboard.press("Escape")
    page.get_by_text("Replaced 1").click()
    expect(cards).to_have_count(1)
    expect(cards.first).to_contain_text("chosen by hand")
    cards.first.click()
    page.get_by_role("button", name="Restore the automatic picture").wait_for()
    page.keyboard.press("u")
    expect(page.get_by_text("The automatic picture is restored.")).to_be_visible()
    assert frames_of(page, server)[1]["sha256"] == before["sha256"]


def frames_of(page: Page, server: Server) -> list[dict[str, Any]]:
    session = re.search(r"/sessions/(\d+)/", page.url)
    assert session
    answer: Any = page.request.get(f"{server.address}/api/v1/sessions/{session[1]}/frames/").json()
    frames: list[dict[str, Any]] = answer["results"]
    return frames
