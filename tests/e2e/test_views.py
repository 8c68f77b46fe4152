"""A rater is shown blurred faces from the moment that the study says so.

The last of the browser tests: the server is stopped while it still blurs the other sessions.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.pages import open_study

pytestmark = [pytest.mark.browser(is_last=True), pytest.mark.slow]


def test_a_rater_waits_for_the_blurred_view_and_then_sees_it(
    log_in: Callable[[str], Page], picture: Callable[[str], None]
) -> None:
    page = log_in("chi")
    open_study(page, "Settings")
    page.get_by_role("checkbox", name="Raters").check()
    expect(page.get_by_text(re.compile(r"The blurred view of \d+ sessions will be made"))).to_be_visible()
    picture("settings")
    page.get_by_role("button", name="Save", disabled=False).click()
    expect(page.get_by_text(re.compile(r"of \d+ sessions (is|are) being prepared"))).to_be_visible()

    page = log_in("asha")
    open_study(page)
    passes = page.get_by_role("table", name="My passes").get_by_role("row")
    passes.filter(has_text="together").first.get_by_role("link").click()
    page.get_by_role("heading", name=re.compile("Client turn")).wait_for()
    expect(page.get_by_text("You see this recording with blurred faces.", exact=True)).to_be_visible(timeout=300_000)
    expect(page.locator("video")).to_have_js_property("readyState", 4, timeout=30_000)
    picture("workspace")
