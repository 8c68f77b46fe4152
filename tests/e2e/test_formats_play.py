"""Transcripts that say when a turn begins and not when it ends, or nothing at all, are played turn by turn."""

import subprocess
from pathlib import Path

import imageio_ffmpeg
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.pages import Person, choose, keep, open_as_rater, open_import

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SAMPLES = Path(__file__).parents[2] / "docs" / "samples"


def plays_to(page: Page) -> float:
    """Where playback stops by itself, in seconds of the recording."""
    video = page.get_by_label("Recording of the session")
    page.keyboard.press(" ")
    page.wait_for_function("() => !document.querySelector('video').paused")
    page.wait_for_function("() => document.querySelector('video').paused")
    stopped: float = video.evaluate("it => it.currentTime")
    return stopped


def test_a_turn_without_an_end_plays_to_the_next_one_and_one_without_a_time_says_so(
    log_in: Person, tmp_path: Path
) -> None:
    sound = tmp_path / "talk.m4a"
    tone = ("-f", "lavfi", "-i", "sine=frequency=440:duration=16", "-c:a", "aac")
    subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), "-loglevel", "error", "-nostdin", *tone, sound], check=True)
    session = {}
    for sample in ("otter.txt", "names.txt"):
        page = open_import(log_in("chi"))
        choose(page, "Transcript", SAMPLES / sample)
        choose(page, "Recording", sound)
        page.get_by_role("button", name="Upload and preview").click()
        expect(page.get_by_text("Recording and times")).to_be_visible(timeout=60_000)
        session[sample] = keep(page, "Recording of the session")

    page = open_as_rater(page, session["otter.txt"], log_in)
    page.wait_for_function("() => document.querySelector('video')?.readyState >= 3")
    expect(page.get_by_text("turn 2 · 0:04.0 – 0:09.0")).to_be_visible()
    expect(page.get_by_text("it plays until the next turn begins")).to_be_visible()
    for _ in range(3):
        page.keyboard.press(">")
    assert plays_to(page) == pytest.approx(9.0, abs=0.1)
    page.keyboard.press("Enter")
    expect(page.get_by_text("turn 4 · 0:12.0 – 0:16.0")).to_be_visible()
    assert plays_to(page) == pytest.approx(16.0, abs=0.2)

    page = open_as_rater(log_in("chi"), session["names.txt"], log_in)
    expect(page.get_by_text("Nothing plays for this turn: the transcript gives no time for it.")).to_be_visible()
    expect(page.get_by_role("button", name="Play this turn")).to_be_disabled()
