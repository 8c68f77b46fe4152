"""Sound without a picture is laid beside its transcript and heard turn by turn, and nobody blames the browser."""

import re
import subprocess
from pathlib import Path

import imageio_ffmpeg
import pytest
from playwright.sync_api import expect

from tests.e2e.pages import Person, choose, keep, open_as_rater, open_import

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TRANSCRIPT = (
    "WEBVTT\n\n00:00.500 --> 00:02.000\n<v Therapist>How was your week?\n\n"
    "00:03.000 --> 00:04.500\n<v Client>Fine, really.\n\n00:07.000 --> 00:08.000\n<v Client>I slept.\n"
)


def test_sound_alone_is_imported_and_heard_turn_by_turn(log_in: Person, tmp_path: Path) -> None:
    sound = tmp_path / "talk.m4a"
    tone = ("-f", "lavfi", "-i", "sine=frequency=440:duration=9", "-c:a", "aac")
    subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), "-loglevel", "error", "-nostdin", *tone, sound], check=True)
    (tmp_path / "talk.vtt").write_text(TRANSCRIPT)
    page = open_import(log_in("chi"))
    choose(page, "Transcript", tmp_path / "talk.vtt")
    choose(page, "Recording", sound)
    page.get_by_role("button", name="Upload and preview").click()
    expect(page.get_by_role("button", name="Play from the first client turn")).to_be_enabled(timeout=60_000)

    page = open_as_rater(page, keep(page, "Recording of the session"), log_in)

    expect(page.get_by_text("This recording is sound alone; there is no picture to see.")).to_be_visible()
    heard = page.get_by_label("Recording of the session")
    page.wait_for_function("() => document.querySelector('video').readyState >= 3")
    page.keyboard.press(" ")
    page.wait_for_function("() => !document.querySelector('video').paused")
    page.wait_for_function("() => document.querySelector('video').paused")
    assert heard.evaluate("it => it.currentTime") == pytest.approx(4.5, abs=0.05)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_text(re.compile(r"^0:04\.[45] / 0:09"))).to_be_visible()
