"""Two cameras' files become one session by clicking, and both pictures keep together as a rater plays and seeks."""

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.cameras import camera_file, heard_from, speech
from tests.e2e.pages import Person, choose, keep, open_as_rater, open_import

pytestmark = [pytest.mark.browser, pytest.mark.slow]

Picture = Callable[[str], None]

OFFSET_S = 3.42
FRAME_MS = 40
TRANSCRIPT = (
    "WEBVTT\n\n00:00.500 --> 00:03.000\n<v Therapist>How was your week?\n\n"
    "00:05.000 --> 00:09.000\n<v Client>Fine, really.\n\n00:12.000 --> 00:17.000\n<v Client>I slept a little.\n"
)
APART_MS = """async ([client, counsellor], offset) => {
    const apart = []
    for (let look = 0; look < 20; look++) {
        await new Promise(done => setTimeout(done, 50))
        apart.push(Math.abs(counsellor.currentTime + offset - client.currentTime))
    }
    return 1000 * apart.sort((one, other) => one - other)[10]
}"""
"""The middle of twenty distances within a second: a single one may fall into a hiccup of a busy machine."""


def test_two_cameras_become_one_session_and_play_together(log_in: Person, picture: Picture, tmp_path: Path) -> None:
    client, counsellor = films(tmp_path)
    (tmp_path / "talk.vtt").write_text(TRANSCRIPT)
    page = open_import(log_in("chi"))
    choose(page, "Transcript", tmp_path / "talk.vtt")
    choose(page, "Recording", client)
    choose(page, "Counsellor's camera", counsellor)
    page.get_by_role("button", name="Upload and preview").click()

    lay_together(page, picture)
    session = keep(page, "The counsellor's camera")  # Made last.
    move_after_the_import(page, picture)
    beside_the_transcript(page, picture)
    as_a_rater(open_as_rater(page, session, log_in), picture)


def lay_together(page: Page, picture: Picture) -> None:
    expect(page.get_by_text("The counsellor's camera began 3.42 s after the client's.")).to_be_visible(timeout=90_000)
    expect(page.get_by_text(re.compile("and certain: (.+) of \\1 places"))).to_be_visible()
    field = page.get_by_role("textbox", name=re.compile("The counsellor's camera began, in seconds"))
    assert float(field.input_value()) == pytest.approx(OFFSET_S, abs=0.01)
    expect(page.get_by_text("Look at both cameras and confirm that their pictures belong together.")).to_be_visible()

    page.get_by_label("I have looked").check()
    page.keyboard.press("8")  # 100 ms later, which takes the yes back.
    expect(page.get_by_label("I have looked")).not_to_be_checked()
    page.keyboard.press("5")
    assert float(field.input_value()) == pytest.approx(OFFSET_S, abs=0.01)
    page.get_by_role("button", name="Beginning").click()
    page.get_by_role("button", name="Play both").click()
    own = page.get_by_role("region", name="Two cameras").locator("video")
    own.nth(1).evaluate(
        "it => new Promise(done => { const look = () => it.currentTime > 1 ? done() : setTimeout(look, 50); look() })"
    )
    assert own.evaluate_all(APART_MS, OFFSET_S) < 2 * FRAME_MS
    page.get_by_role("button", name="Pause").click()
    page.get_by_label("I have looked").check()
    picture("together")


def move_after_the_import(page: Page, picture: Picture) -> None:
    page.get_by_role("link", name="Move the counsellor's camera").click()
    page.get_by_text("The counsellor's camera began 3.42 s after the client's.").wait_for()
    page.keyboard.press("8")
    expect(page.get_by_text("The counsellor's camera began 3.52 s after the client's.")).to_be_visible()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_text("The counsellor's camera began 3.52 s after the client's.")).to_be_visible()
    page.get_by_role("button", name="Beginning").click()
    both = page.locator("video")
    page.wait_for_function("() => [...document.querySelectorAll('video')].every(it => it.readyState >= 3)")
    page.wait_for_function("() => [...document.querySelectorAll('video')].every(it => !it.seeking)")
    page.keyboard.press("5")
    assert both.evaluate_all(APART_MS, OFFSET_S) < 15  # Shown while it stands.
    picture("moved")
    page.get_by_role("link", name="Back to the session").click()  # Within the pause after which a move is kept.
    page.get_by_role("link", name="Edit transcript").wait_for()


def beside_the_transcript(page: Page, picture: Picture) -> None:
    page.get_by_role("link", name="Edit transcript").click()
    page.get_by_text("the client's camera is heard").wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("v")
    page.get_by_text("the counsellor's camera is heard").wait_for()
    page.keyboard.press(" ")
    page.wait_for_function("() => document.querySelector('video').currentTime > 5.3")
    both = page.locator("video")
    assert both.evaluate_all(APART_MS, OFFSET_S) < 2 * FRAME_MS
    assert page.evaluate("[...document.querySelectorAll('video')].map(it => it.muted)") == [True, False]
    page.keyboard.press(" ")
    picture("transcript")
    page.get_by_role("link", name="Back to the session").click()


def as_a_rater(page: Page, picture: Picture) -> None:
    both = page.locator("video")
    both.nth(1).wait_for()
    page.wait_for_function("() => [...document.querySelectorAll('video')].every(it => it.readyState >= 3)")

    # Stopped, at the first client turn.
    page.wait_for_function("() => !document.querySelectorAll('video')[1].seeking")
    assert both.evaluate_all(APART_MS, OFFSET_S) < 15
    page.keyboard.press("l")  # Again and again, so that it plays as long as it is looked at.
    page.keyboard.press(" ")
    for speed in ("<", ">", ">"):
        assert both.evaluate_all(APART_MS, OFFSET_S) < 2 * FRAME_MS
        assert page.evaluate("[...document.querySelectorAll('video')].map(it => it.paused)") == [False, False]
        page.keyboard.press(speed)
    page.keyboard.press("Enter")  # The next turn: a seek while it plays.
    page.keyboard.press("a")
    page.wait_for_function("() => document.querySelector('video').currentTime > 12.5")
    assert both.evaluate_all(APART_MS, OFFSET_S) < 2 * FRAME_MS
    assert page.evaluate("document.querySelectorAll('video')[1].muted")

    def width(number: int) -> float:
        box = both.nth(number).bounding_box()
        assert box
        return box["width"]

    assert width(0) > 2 * width(1)
    picture("workspace")
    page.keyboard.press("v")
    assert width(1) > 2 * width(0)
    picture("swapped")
    page.keyboard.press("v")
    # Before the second camera began.
    page.evaluate("() => { const it = document.querySelector('video'); it.pause(); it.currentTime = 1 }")
    expect(page.get_by_text("The counsellor's camera was not running.")).to_be_visible()


def films(folder: Path) -> tuple[Path, Path]:
    """20 seconds of the client, and from 3.42 s on 14 of the counsellor."""
    world = speech(np.random.default_rng(11), 22)
    client = camera_file(folder / "client.mp4", heard_from(world, 0, 20), seconds=20)
    return client, camera_file(folder / "counsellor.mp4", heard_from(world, OFFSET_S, 14), seconds=14, colour="navy")
