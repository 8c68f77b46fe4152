"""A new person comes in by the link they were sent, in a browser of their own."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

STUDY = "studies/demo-study"
PASSWORD = "a room by the river"


def test_a_new_person_sets_their_own_password_by_a_link_that_works_once(
    log_in: Callable[[str], Page], picture: Callable[[str], None]
) -> None:
    page = log_in("chi")
    site = page.url.split("/studies")[0].rstrip("/")
    page.goto(f"{site}/{STUDY}/raters")
    page.get_by_role("button", name="Add a person").click()
    page.get_by_label("Log-in name").fill("gil")
    page.get_by_label("Name to show").fill("Gil")
    page.get_by_role("combobox", name="Role").click()
    page.get_by_role("option", name="engineer").click()
    page.get_by_role("button", name="Add", exact=True).click()
    address = page.get_by_text("/set-password#").inner_text()
    picture("link")
    page.get_by_role("button", name="Close").last.click()
    expect(page.get_by_text("invited, link works until")).to_be_visible()
    picture("members")

    page.context.clear_cookies()
    page.goto("about:blank")
    page.goto(address)
    expect(page.get_by_text("Welcome, Gil.")).to_be_visible()
    picture("set-password")
    page.get_by_label("New password").fill("gilgilgilgil")
    page.get_by_role("button", name="Set password and log in").click()
    expect(page.get_by_role("alert")).to_contain_text("your own name")
    page.get_by_label("New password").fill(PASSWORD)
    page.get_by_role("button", name="Set password and log in").click()
    expect(page.get_by_text("Demo study").first).to_be_visible()

    page.goto("about:blank")
    page.goto(address)
    expect(page.get_by_role("alert")).to_contain_text("no longer works")
    picture("used")


def test_settings_say_who_knows_whom(log_in: Callable[[str], Page], picture: Callable[[str], None]) -> None:
    page = log_in("chi")
    page.goto(f"{page.url.split('/studies')[0].rstrip('/')}/{STUDY}/settings")

    expect(page.get_by_text("Leads see raters by pseudonym only")).to_be_visible()
    picture("settings")
    page.get_by_role("button", name="Show leads who the raters are").click()
    expect(page.get_by_text("can't be turned back")).to_be_visible()
    picture("blindness")
