"""From the dashboard to a scored run, by clicking: a rater, the lead, an expert, the steward and an engineer."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TURNS
from tests.e2e.pages import open_study

pytestmark = [pytest.mark.browser, pytest.mark.slow]

A_RUN_MS = 420_000  # Three small runs on a processor that other tests share.

Person = Callable[[str], Page]
Picture = Callable[[str], None]


def test_a_study_goes_from_the_dashboard_to_a_scored_run(log_in: Person, picture: Picture) -> None:
    """One story, since each step needs the one before it."""
    rate_the_open_pass(log_in("asha"), picture)
    look_at_sessions_and_agreement(log_in("chi"), picture)
    draw_a_sample(log_in("chi"), picture)
    review_the_sample(log_in("farida"), picture)
    settle_what_is_left(log_in("chi"), picture)
    freeze_a_release(log_in("chi"), picture)
    approve_the_release(log_in("sam"), picture)
    start_runs_and_read_scores(log_in("finn"), picture)


def wait_until_played_past(page: Page, seconds: float) -> None:
    deadline = time.monotonic() + 10
    while page.locator("video").evaluate("video => video.currentTime") < seconds:
        assert time.monotonic() < deadline, f"the video did not play to {seconds} s"
        page.wait_for_timeout(50)


def rate_the_open_pass(page: Page, picture: Picture) -> None:
    open_study(page)
    picture("dashboard-of-a-rater")
    page.get_by_role("link", name="Begin").click()
    expect(page.get_by_role("heading", name="Client turn 1", exact=True)).to_be_visible()
    picture("workspace")

    page.keyboard.press(" ")
    wait_until_played_past(page, 2.2)
    a_turn_gone_to_plays_to_its_own_end(page)
    the_header_stays_as_high_without_a_connection(page)
    for number in range(1, TURNS + 1):
        expect(page.get_by_role("heading", name=f"Client turn {number}", exact=True)).to_be_visible()
        page.keyboard.press("1")
        page.keyboard.press("4")
        page.keyboard.press("3")
        expect(page.get_by_role("radio", name="4 of 5").first).to_be_checked()
        expect(page.get_by_role("radio", name="3 of 5").last).to_be_focused()
        # After the last scale neither key may mark a moment as evidence, nor remove one.
        page.keyboard.press(" ")
        expect(page.get_by_role("button", name=re.compile("^Remove"))).to_have_count(0)
        page.keyboard.press("Enter")

    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("That was the last client turn, and all are labelled.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.get_by_text(f"{TURNS} of {TURNS} client turns")).to_be_visible()
    expect(page.get_by_text(re.compile("All saved|Saved "))).to_be_visible()
    picture("workspace-done")
    page.keyboard.press("d")
    picture("workspace-done-dialog")
    dialog.get_by_role("button", name="Mark done").click()
    expect(page.get_by_role("button", name="Reopen")).to_be_visible()


def a_turn_gone_to_plays_to_its_own_end(page: Page) -> None:
    """Gone to by Enter while the one before it plays; then back to the first, paused."""
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Client turn 2", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Play this turn")).to_be_visible()
    times = page.get_by_role("region", name="Client turn 2").get_by_text(re.compile(r"turn \d+ ·")).inner_text()
    end = re.search(r"– (\d+):(\d+\.\d)", times)
    assert end
    played_to = page.locator("video").evaluate("video => video.currentTime")
    assert abs(played_to - (60 * int(end[1]) + float(end[2]))) < 0.15, (played_to, times)
    page.keyboard.press("Shift+Enter")
    expect(page.get_by_role("heading", name="Client turn 1", exact=True)).to_be_visible()


def the_header_stays_as_high_without_a_connection(page: Page) -> None:
    height = "document.querySelector('header').getBoundingClientRect().height"
    before = page.evaluate(height)
    page.context.set_offline(True)
    page.keyboard.press("1")
    expect(page.get_by_text("Not saved yet: no connection.")).to_be_visible()
    assert page.evaluate(height) == before
    page.context.set_offline(False)
    expect(page.get_by_text(re.compile("✓ Saved "))).to_be_visible()
    page.keyboard.press("ArrowUp")  # Back to the question that was answered.


def look_at_sessions_and_agreement(page: Page, picture: Picture) -> None:
    open_study(page, "Sessions")
    picture("sessions")
    page.get_by_role("link", name=re.compile("demo-01|S001")).first.click()
    page.locator("video").wait_for()
    picture("session")
    page.get_by_role("button", name="Which face is the client's?").click()
    expect(page.get_by_role("button", name="Choose the frames again")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    open_study(page, "Agreement")
    page.get_by_role("table").first.wait_for()
    picture("agreement")
    page.get_by_role("link", name="Incongruence type").click()
    page.get_by_role("heading", level=1).wait_for()
    page.wait_for_timeout(500)
    picture("agreement-of-one-construct")


def draw_a_sample(page: Page, picture: Picture) -> None:
    open_study(page, "Review")
    page.get_by_role("button", name="Compute the consensus").click()
    expect(page.get_by_text("Not computed yet.")).to_be_hidden(timeout=60_000)
    page.get_by_role("textbox", name="Turns").fill("2")
    page.get_by_role("textbox", name="Seed").fill("3")
    page.get_by_role("button", name="Draw a sample").click()
    expect(page.get_by_text("No turn has been drawn yet")).to_be_hidden()
    picture("review-of-a-lead")


def review_the_sample(page: Page, picture: Picture) -> None:
    open_study(page, "Review")
    picture("review-of-an-expert")
    page.get_by_role("link", name=re.compile("Begin|Go on|Review 1")).first.click()
    expect(page.get_by_text("Raters’ consensus")).to_be_hidden()
    page.get_by_role("radio", name=re.compile("^Agree")).check(force=True)
    page.get_by_role("button", name=re.compile("^Save the verdict")).click()
    expect(page.get_by_text("Your labels")).to_be_visible()
    picture("verdict")
    page.get_by_role("button", name=re.compile("^Show the raters’ answers")).click()
    expect(page.get_by_role("table", name="What the raters said")).to_be_visible()
    picture("verdict-beside-the-raters")
    page.get_by_role("button", name=re.compile("^Next")).click()
    page.get_by_role("button", name=re.compile("Cannot be judged")).click()
    page.get_by_role("button", name=re.compile("^Save the verdict")).click()
    expect(page.get_by_text("Every turn of this sample is reviewed.")).to_be_visible()


def settle_what_is_left(page: Page, picture: Picture) -> None:
    open_study(page, "Disagreements")
    picture("disagreements")
    page.get_by_role("button", name=re.compile("Accept the majority")).click()
    picture("take-the-majority")
    page.get_by_role("dialog").get_by_role("button", name=re.compile("Accept")).click()
    page.get_by_role("dialog").wait_for(state="hidden")
    expect(page.get_by_text(re.compile("gold labels? (was|were) made"))).to_be_visible(timeout=60_000)
    picture("disagreements-after")


def freeze_a_release(page: Page, picture: Picture) -> None:
    open_study(page, "Releases")
    page.get_by_role("link", name="Make a release").first.click()
    page.get_by_role("textbox", name="Held out, %").fill("34")
    expect(page.get_by_role("button", name="Freeze this release")).to_be_enabled()
    picture("release-preview")
    page.get_by_role("button", name="Freeze this release").click()
    page.wait_for_url(re.compile(r"/releases/\d+$"))
    expect(page.get_by_text("This release waits for approval").first).to_be_visible(timeout=60_000)
    picture("release-frozen")


def approve_the_release(page: Page, picture: Picture) -> None:
    open_study(page, "Releases")
    page.get_by_role("link", name=re.compile("Release 1|^1$")).first.click()
    page.get_by_role("button", name=re.compile("^Approve")).click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("Approve")).click()
    expect(page.get_by_text(re.compile("approved by", re.IGNORECASE)).first).to_be_visible()
    picture("release-approved")


def start_runs_and_read_scores(page: Page, picture: Picture) -> None:
    open_study(page, "Runs")
    page.get_by_role("link", name="Start a run").click()
    page.get_by_role("button", name=re.compile("Start")).wait_for()
    picture("start-of-a-run")
    page.get_by_role("button", name=re.compile("Start")).click()
    # The form's heading stands until the run's page comes.
    page.get_by_role("heading", level=1, name=re.compile("^Run ")).wait_for()
    picture("runs")
    expect(page.get_by_role("link", name="release 1")).to_be_visible()
    started = page.url
    start_the_same_runs_again(page)
    expect(page).to_have_url(started)
    expect(page.get_by_text("Empathic authenticity").first).to_be_visible(timeout=A_RUN_MS)
    picture("run-scored")


def start_the_same_runs_again(page: Page) -> None:
    """As from another tab: nothing is started, and the page leads to what goes on."""
    open_study(page, "Runs")
    page.get_by_role("link", name="Start a run").click()
    page.get_by_role("button", name=re.compile("Start")).click()
    expect(page.get_by_role("alert").get_by_text("nothing was started")).to_be_visible()
    page.get_by_role("link", name="Look at the run").click()
    page.get_by_role("heading", level=1, name="Run 1").wait_for()
