"""What a rater sees on going to a turn is the picture that was stored for it, to the frame."""

import base64
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Server
from tests.e2e.counted_films import CountedFilm, Picture, make_films, number_in
from tests.e2e.pages import import_for_asha

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TURNS, FEWER = 51, 12
"""Of the film at an even rate, and of the others."""
CODING_LOSS = 6.0
"""Mean difference of 255 that the copy for browsers may add; two pictures of a film differ by thirty."""
NOTE_FRAMES = """video => {
  const canvas = document.createElement("canvas")
  video.shown = { count: 0 }
  const note = (_now, { mediaTime }) => {
    canvas.width = video.videoWidth
    canvas.height = video.videoHeight
    canvas.getContext("2d", { willReadFrequently: true }).drawImage(video, 0, 0)
    video.shown = { count: video.shown.count + 1, mediaTime, png: canvas.toDataURL("image/png") }
    video.requestVideoFrameCallback(note)
  }
  video.requestVideoFrameCallback(note)
}"""
HAS_SHOWN_MORE = """before => {
  const video = document.querySelector("video")
  return !video.seeking && video.shown.count > before
}"""

Json = dict[str, Any]


@pytest.fixture(scope="module")
def films(tmp_path_factory: pytest.TempPathFactory) -> list[CountedFilm]:
    return make_films(tmp_path_factory.mktemp("films"), turns=TURNS, fewer=FEWER)


def test_going_to_a_turn_shows_the_frame_that_was_stored(
    films: list[CountedFilm], server: Server, log_in: Callable[[str], Page]
) -> None:
    names = [film.name for film in films]
    imported = import_for_asha("Counted films", films[0].video.parent, names, server)
    page = log_in("asha")
    page.get_by_role("link", name="Demo study").first.wait_for()
    wrong: list[str] = []
    for film in films:
        found = imported[film.name]
        assert [frame["start_ms"] for frame in found["frames"]] == list(film.starts_ms)
        page.goto(f"{server.address}/assignments/{found['assignment']}")
        video = page.locator("video")
        video.wait_for()
        page.wait_for_function("() => document.querySelector('video').readyState >= 2")
        video.evaluate(NOTE_FRAMES)
        for frame in found["frames"][1:]:
            shown_s, shown = go_to_next_turn(page)
            wrong += faults(film, frame, shown_s, shown)
    assert wrong == []


def go_to_next_turn(page: Page) -> tuple[float, Picture]:
    """Press the key, and return when the picture that comes is shown by the recording's clock, and its pixels."""
    video = page.locator("video")
    before: int = video.evaluate("it => it.shown.count")
    page.keyboard.press("Enter")
    page.wait_for_function(HAS_SHOWN_MORE, arg=before)
    page.wait_for_timeout(50)  # A player may show a picture of before on its way.
    shown: Json = video.evaluate("it => it.shown")
    data = np.frombuffer(base64.b64decode(shown["png"].partition(",")[2]), np.uint8)
    picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert picture is not None
    return shown["mediaTime"], np.asarray(picture, np.uint8)


def faults(film: CountedFilm, frame: Json, shown_s: float, shown: Picture) -> list[str]:
    """In what the picture on screen, the stored one, and the film itself disagree."""
    stored = np.asarray(cv2.imread(frame["path"]), np.uint8)
    told = film.number_at(frame["start_ms"])
    found = [] if number_in(stored) == told else [f"stored {number_in(stored)}, of the film {told}"]
    if number_in(shown) != told - 1 or not film.may_show_the_one_before(frame["start_ms"]):
        found += _differences(stored, shown)
        if not -0.1 < frame["shown_ms"] - 1000 * shown_s < 1:
            found.append(f"stored as of {frame['shown_ms']} ms, shown at {1000 * shown_s:.3f} ms")
    return [f"{film.name}, turn from {frame['start_ms']} ms: {fault}" for fault in found]


def _differences(stored: Picture, shown: Picture) -> list[str]:
    if stored.shape != shown.shape:
        return [f"stored {stored.shape}, shown {shown.shape}"]
    difference = float(np.abs(stored.astype(int) - shown).mean())
    if number_in(stored) == number_in(shown) and difference < CODING_LOSS:
        return []
    return [f"stored {number_in(stored)}, shown {number_in(shown)}, pixels differ by {difference:.1f}"]
