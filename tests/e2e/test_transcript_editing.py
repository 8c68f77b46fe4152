"""A lead mends a transcript by hand and by a new file; a rater is asked whether their labels still hold."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Server
from tests.e2e.pages import open_study

pytestmark = [pytest.mark.browser, pytest.mark.slow]

Person = Callable[[str], Page]
Picture = Callable[[str], None]
RATERS = ["asha", "ben", "carla", "dmitri", "emeka"]


def test_a_mended_turn_comes_back_to_its_rater(
    log_in: Person, server: Server, tmp_path: Path, picture: Picture
) -> None:
    """One story, since each step needs the one before it."""
    page = log_in("chi")
    open_transcript(page)
    mend_by_hand(page, picture)
    read_a_new_file(page, a_newer_file(page, server, tmp_path), picture)
    confirm_as_a_rater(log_in, picture)


def open_transcript(page: Page) -> None:
    open_study(page, "Sessions")
    page.get_by_role("link", name=re.compile("S001")).first.click()
    page.get_by_role("link", name="Edit transcript").click()
    page.get_by_role("heading", name="Transcript of S001").wait_for()


def turns_of(page: Page) -> Locator:
    return page.get_by_role("group", name="Turns").get_by_role("button")


def mend_by_hand(page: Page, picture: Picture) -> None:
    rows = turns_of(page)
    n_turns = rows.count()
    labelled = rows.filter(has_text=re.compile(r"\d+ labels?")).first
    labelled.click()
    page.locator("video").evaluate("video => video.pause()")
    words = page.get_by_role("textbox", name="Words", exact=True)
    before = words.input_value()
    expect(page.get_by_text(re.compile("their raters are asked to look again"))).to_be_visible()
    picture("editor")

    words.fill(f"{before} Or so")
    words.press("Enter")
    expect(page.get_by_text(re.compile(r"✓ Saved .*: words of turn 2"))).to_be_visible()
    expect(labelled).to_contain_text(f"{before} Or so")

    words.focus()
    words.press("End")
    for _ in "Or so":
        words.press("ArrowLeft")
    words.press("Control+Enter")
    expect(page.get_by_text(re.compile(r"✓ Saved .*: turn 2 split"))).to_be_visible()
    expect(rows).to_have_count(n_turns + 1)
    expect(rows.nth(2)).to_contain_text("Or so")

    page.keyboard.press("u")
    expect(rows).to_have_count(n_turns)
    page.keyboard.press("u")
    expect(labelled).not_to_contain_text("Or so")
    page.keyboard.press("h")
    history = page.get_by_role("dialog", name="History of the transcript")
    expect(history.get_by_text("Turn 2: words changed")).to_be_visible()
    expect(history.get_by_text("undone", exact=True)).to_have_count(2)
    picture("history")
    page.keyboard.press("Escape")
    expect(history).to_be_hidden()


def a_newer_file(page: Page, server: Server, folder: Path) -> Path:
    """The transcript as it stands, with one word of the labelled turn put right and the last turn left out."""
    session = re.search(r"/sessions/(\d+)/", page.url)
    assert session
    told: Any = page.request.get(f"{server.address}/api/v1/sessions/{session[1]}/transcript/").json()
    cues = []
    for turn in told["turns"][:-1]:
        text = turn["text"] if turn["position"] != 1 else f"Honestly {turn['text']}"
        cues.append(f"{clock(turn['start_ms'])} --> {clock(turn['end_ms'])}\n<v {turn['speaker']}>{text}\n")
    path = folder / "mended.vtt"
    path.write_text("WEBVTT\n\n" + "\n".join(cues), "utf-8")
    return path


def clock(ms: int) -> str:
    return f"{ms // 3_600_000:02}:{ms // 60_000 % 60:02}:{ms // 1000 % 60:02}.{ms % 1000:03}"


def read_a_new_file(page: Page, path: Path, picture: Picture) -> None:
    n_turns = turns_of(page).count()
    page.get_by_role("link", name="Replace from a file").click()
    page.locator("input[type=file]").set_input_files(path)
    page.get_by_role("button", name="Upload and compare").click()
    expect(page.get_by_text(f"{n_turns - 2} turns stay as they are, 1 changes, 1 goes.")).to_be_visible()
    steps = page.get_by_role("list", name="What would change").get_by_role("listitem")
    expect(steps).to_have_count(2)
    expect(steps.first.get_by_role("insertion")).to_have_text("Honestly")
    picture("comparison")

    page.get_by_role("button", name="Replace the transcript").click()
    page.get_by_role("heading", name="Transcript of S001").wait_for()
    expect(turns_of(page)).to_have_count(n_turns - 1)
    expect(turns_of(page).nth(1)).to_contain_text("Honestly")


def confirm_as_a_rater(log_in: Person, picture: Picture) -> None:
    page = next(page for name in RATERS if is_asked(page := log_in(name)))
    row = page.get_by_role("row", name=re.compile("1 turn to look at again")).first
    row.get_by_role("link").click()
    page.get_by_role("button", name=re.compile("1 changed since you labelled")).click()
    notice = page.get_by_role("region", name="Changed since you labelled it")
    expect(notice.get_by_role("insertion")).to_have_text("Honestly")
    picture("second-look")

    page.keyboard.press("y")

    expect(notice).to_be_hidden()
    page.reload()
    page.get_by_role("heading", name=re.compile("Client turn")).wait_for()
    expect(page.get_by_role("button", name=re.compile("changed since you labelled"))).to_be_hidden()


def is_asked(page: Page) -> bool:
    open_study(page)
    page.get_by_role("table", name="My passes").wait_for()
    return page.get_by_text("1 turn to look at again").first.is_visible()
