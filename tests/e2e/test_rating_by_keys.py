"""A whole session is rated by keys alone, on a desk's screen and on a tablet's, from the log-in to the pass's end."""

import subprocess

import imageio_ffmpeg
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import Server
from tests.e2e.hands_on_keys import NOTE_WHAT_PLAYS, HandsOnKeys
from tests.e2e.pages import import_for_asha

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCREENS = {"desk.mp4": (1280, 800), "tablet.mp4": (768, 1024)}
STUDY = "Rated by keys"
TURNS = {1: (1.0, 2.2), 3: (3.0, 4.2), 5: (5.0, 6.2), 7: (7.0, 8.2)}
"""The client's, by their positions: from when to when, in seconds."""
SCALES = [f"{name}_{channel}" for channel in ("words", "face") for name in ("valence", "arousal", "dominance")]


@pytest.fixture(scope="module")
def passes(tmp_path_factory: pytest.TempPathFactory, server: Server) -> dict[str, int]:
    folder = tmp_path_factory.mktemp("keys")
    lines = ["WEBVTT"]
    for start, end in TURNS.values():
        lines.append(f"00:0{start - 1:.3f} --> 00:0{start - 0.2:.3f}\n<v Kim>How was it?")
        lines.append(f"00:0{start:.3f} --> 00:0{end:.3f}\n<v Ana>Fine, really, it was all right.")
    picture, sound = "testsrc=size=320x240:rate=25:duration=9", "sine=frequency=330:duration=9"
    for name in SCREENS:
        (folder / f"{name}.vtt").write_text("\n\n".join(lines) + "\n")
        told = ["-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", sound, "-pix_fmt", "yuv420p", folder / name]
        subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), "-loglevel", "error", "-nostdin", *told], check=True)
    made = import_for_asha(STUDY, folder, list(SCREENS), server)
    return {name: each["assignment"] for name, each in made.items()}


@pytest.mark.parametrize("screen", SCREENS)
def test_a_session_is_rated_by_keys_alone_without_a_surprise(
    screen: str, passes: dict[str, int], page: Page, server: Server, chromium: Browser
) -> None:
    width, height = SCREENS[screen]
    page.set_viewport_size({"width": width, "height": height})
    rater = HandsOnKeys(page, passes[screen])
    log_in_and_begin(rater, server, screen)

    hear_a_turn_and_answer_all_of_it(rater)
    go_on_while_it_plays(rater)
    say_that_a_turn_cannot_be_judged_and_correct_that(rater)
    loop_and_go_on(rater)
    change_a_turn(chromium, server, rater)
    look_again(rater)
    finish(rater)

    assert rater.faults == []


def log_in_and_begin(rater: HandsOnKeys, server: Server, screen: str) -> None:
    page = rater.page
    page.goto(server.address)
    expect(page.get_by_role("textbox", name="Log-in name")).to_be_focused()
    rater.type("asha")
    page.keyboard.press("Tab")
    rater.look_at_focus("at the password")
    rater.type(server.passwords["asha"])
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Show the password")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Studies").wait_for()
    rater.tab_to(STUDY)
    page.keyboard.press("Enter")
    page.get_by_role("heading", level=1, name=STUDY).wait_for()
    page.get_by_role("link", name=screen).wait_for()
    rater.tab_to(screen)
    page.keyboard.press("Enter")
    at_turn(rater, 1)
    page.wait_for_function("() => document.querySelector('video').readyState >= 3")
    page.locator("video").evaluate(NOTE_WHAT_PLAYS)
    rater.look("at the beginning")


def hear_a_turn_and_answer_all_of_it(rater: HandsOnKeys) -> None:
    page = rater.page
    rater.press(" ")
    plays(rater, 1)
    rater.press("2", at=1, incongruence="minimizing")
    rater.press("w", at=1, direction="words_gt_face")
    rater.press("4", at=1, engagement=4)
    answer_the_scales(rater, 1)
    rater.press("3", at=1, confidence=3)
    rater.press("ArrowRight", at=1, confidence=4)
    stopped_ms = page.locator("video").evaluate("it => 1000 * it.currentTime")
    page.keyboard.press("e")
    page.get_by_role("button", name="Remove moment").wait_for()
    page.wait_for_function("() => /✓/.test(document.querySelector('header').innerText)")
    (moment,) = rater.stored()["1"]["evidence"]
    assert abs(moment["at_ms"] - stopped_ms) < 60
    rater.sheet["1"]["evidence"] = [moment]
    rater.look("after E")

    rater.press("Shift+E")
    rater.press("ArrowRight")
    rater.press("Enter")
    rater.press("ArrowRight")
    rater.press("Enter", at=1, evidence=[{"start": 6, "end": 16}, moment])
    rater.press("c")
    rater.type("Both at 1")
    rater.press("Escape", at=1, comment="Both at 1")


def go_on_while_it_plays(rater: HandsOnKeys) -> None:
    rater.page.keyboard.press("a")
    rater.page.wait_for_function("() => window.played.length > 0")
    rater.press("Enter")
    at_turn(rater, 2)
    plays(rater, 3)
    rater.press("1", at=3, incongruence="none")
    rater.press("5", at=3, engagement=5)
    answer_the_scales(rater, 3)
    rater.press("Enter")
    at_turn(rater, 3)


def say_that_a_turn_cannot_be_judged_and_correct_that(rater: HandsOnKeys) -> None:
    rater.press("x")
    rater.press("ArrowDown")
    rater.press("Enter", at=5, cannot_judge="the words cannot be understood")
    rater.press("Shift+Enter")
    at_turn(rater, 2)
    rater.press("Enter")
    at_turn(rater, 3)
    rater.press("x", at=5, cannot_judge=None)
    rater.press("3", at=5, incongruence="contradiction")
    rater.press("r", at=5, direction="opposed")
    rater.press("2", at=5, engagement=2)
    rater.press("ArrowUp")
    rater.press("Backspace", at=5, engagement=None)
    rater.press("Control+z", at=5, engagement=2)
    rater.press("b")
    rater.press("3", at=5, engagement=3)
    answer_the_scales(rater, 5)
    rater.press("b")
    go_back_by_tab(rater)
    rater.press("?")
    rater.press("Escape")


def go_back_by_tab(rater: HandsOnKeys) -> None:
    """From below the questions, where on a tablet the video lies over what is scrolled up to."""
    rater.press("/")
    for _ in range(6):
        rater.page.keyboard.press("Shift+Tab")
        rater.look_at_focus("going back by Tab")
    rater.press("Escape")  # It may be in the comment, where keys are letters.


def loop_and_go_on(rater: HandsOnKeys) -> None:
    page = rater.page
    rater.press("l")
    rater.press(" ")
    page.wait_for_function("() => window.played.some((at, index, all) => at < all[index - 1])")
    rater.press("Enter")
    at_turn(rater, 4)
    rater.press("l")
    plays(rater, 7)
    rater.press("1", at=7, incongruence="none")
    rater.press("3", at=7, engagement=3)
    answer_the_scales(rater, 7)


def change_a_turn(chromium: Browser, server: Server, rater: HandsOnKeys) -> None:
    """As the lead: other words in the first of the client's turns."""
    context = chromium.new_context()
    lead = context.new_page()
    lead.goto(server.address)
    lead.get_by_role("textbox", name="Log-in name").fill("chi")
    lead.get_by_role("textbox", name="Password").fill(server.passwords["chi"])
    lead.keyboard.press("Enter")
    lead.get_by_role("button", name="Log in").wait_for(state="hidden")
    status = lead.evaluate(
        """async id => {
            const read = async path => (await fetch(`/api/v1/${path}`)).json()
            const { session } = await read(`assignments/${id}/workspace/`)
            const { version, turns } = await read(`sessions/${session.id}/transcript/`)
            const token = document.cookie.match(/csrftoken=([^;]+)/)[1]
            const headers = { "Content-Type": "application/json", "X-CSRFToken": token }
            const body = JSON.stringify({ version, text: "Fine, really, it was all right then." })
            return (await fetch(`/api/v1/turns/${turns[1].id}/`, { method: "PATCH", headers, body })).status
        }""",
        rater.assignment,
    )
    context.close()
    assert status == 200


def look_again(rater: HandsOnKeys) -> None:
    rater.press("4", at=7, confidence=4)
    rater.page.get_by_role("button", name="1 changed").wait_for()
    rater.press("g")
    at_turn(rater, 1)
    rater.press("y")
    expect(rater.page.get_by_role("button", name="1 changed")).to_be_hidden()
    rater.look("after the second look")


def finish(rater: HandsOnKeys) -> None:
    page = rater.page
    for _ in range(4):
        rater.press("Enter")
    expect(page.get_by_text("That was the last client turn, and all are labelled.")).to_be_visible()
    rater.press("Escape")
    rater.press("d")
    rater.tab_to("Mark done")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Reopen")).to_be_visible()
    rater.look("at the end")
    rater.press("Shift+Enter")
    at_turn(rater, 3)


def answer_the_scales(rater: HandsOnKeys, position: int) -> None:
    for figure, scale in enumerate(SCALES, start=2):
        rater.press(str(figure), at=position, **{scale: figure})


def at_turn(rater: HandsOnKeys, number: int) -> None:
    heading = rater.page.get_by_role("heading", name=f"Client turn {number}", exact=True)
    expect(heading).to_be_in_viewport(ratio=1)


def plays(rater: HandsOnKeys, position: int) -> None:
    """The turn at this position is played to its end, and nothing else."""
    start, end = TURNS[position]
    first, last = rater.played()
    assert start - 0.1 < first
    assert last == pytest.approx(end, abs=0.15)
