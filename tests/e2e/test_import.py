"""A phone video and an ELAN file become a session by clicking, and what breaks off on its way goes on."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import imageio_ffmpeg
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.pages import Person, choose, open_import

pytestmark = [pytest.mark.browser, pytest.mark.slow]

Picture = Callable[[str], None]

FRAME_S = 1 / 10  # The longest in the film below, most of whose pictures are left out.
# Tier, person, and what stands in it: start and end in ms, words.
TIERS = {
    "K": ("Kim", [(400, 2100, "How was your week?"), (9300, 10200, "Fine?")]),
    "A": ("Ana", [(4260, 7150, "Fine, really."), (11_000, 13_500, "I slept a little.")]),
    "hands": ("", [(0, 13_000, "folded")]),
}


def test_a_phone_video_and_an_elan_file_play_at_the_right_word(
    log_in: Person, picture: Picture, tmp_path: Path
) -> None:
    page = open_import(log_in("chi"))
    choose(page, "Recording", phone_film(tmp_path / "walk.mov"))
    choose(page, "Transcript", elan_file(tmp_path / "walk.eaf"))
    page.get_by_role("button", name="Upload and preview").click()
    page.get_by_role("heading", name="Recording and times").wait_for()

    page.get_by_role("checkbox", name="Read the tier A").wait_for()
    hands = page.get_by_role("checkbox", name="Read the tier hands")
    if hands.is_checked():
        hands.uncheck()
        page.get_by_role("button", name="Read it again").click()
    expect(page.get_by_text("4 turns of 2 speakers.")).to_be_visible()
    page.get_by_role("radiogroup", name="Role of Ana").get_by_text("Client", exact=True).click()
    page.get_by_role("radiogroup", name="Role of Kim").get_by_text("Counsellor", exact=True).click()

    video = page.get_by_label("The recording as it was sent")
    moments_of(video)
    page.get_by_role("button", name="Play from the first client turn").click()
    assert first_moment(page, video) == pytest.approx(4.26, abs=FRAME_S)
    expect(page.get_by_text("Turn 2 · Client").first).to_be_visible()
    picture("first-client-turn")

    page.keyboard.press("4")  # 100 ms later, and 10, while it plays.
    page.keyboard.press("3")
    expect(page.get_by_role("textbox", name="Move the transcript by, in seconds")).to_have_value("0.11")
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    page.reload()
    page.get_by_role("heading", name="Recording and times").wait_for()
    expect(page.get_by_role("textbox", name="Move the transcript by, in seconds")).to_have_value("0.11")

    page.get_by_role("radiogroup", name="Role of Ana").get_by_text("Client", exact=True).click()
    page.get_by_role("radiogroup", name="Role of Kim").get_by_text("Counsellor", exact=True).click()
    for agreed in page.get_by_role("checkbox", name=re.compile("^View")).all():
        agreed.check()
    page.get_by_role("button", name="Create the session").click()
    page.wait_for_url(re.compile(r"/sessions/\d+"))
    # The copy that plays is made first.
    video = page.locator("video")
    video.wait_for(timeout=120_000)
    while not video.evaluate("it => it.duration > 14"):
        page.wait_for_timeout(100)
    moments_of(video)
    page.get_by_role("button", name=re.compile(r"Client · 2")).click()
    assert first_moment(page, video) == pytest.approx(4.26 + 0.11, abs=FRAME_S)
    picture("session")


def test_an_upload_that_broke_off_goes_on_where_it_was(log_in: Person, picture: Picture, tmp_path: Path) -> None:
    film = padded(phone_film(tmp_path / "long.mov"), n_bytes=66_000_000)
    page = open_import(log_in("chi"))
    address = page.url
    page.route("**/api/v1/uploads/*/", break_after(64_000_000))
    choose(page, "Recording", film)
    choose(page, "Transcript", elan_file(tmp_path / "long.eaf"))
    page.get_by_role("button", name="Upload and preview").click()
    expect(page.get_by_text("The connection is interrupted.")).to_be_visible(timeout=60_000)
    expect(page.get_by_text("64.0 MB of 67.1 MB")).to_be_visible()
    picture("broken")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("Paused.")).to_be_visible()
    page.close(run_before_unload=False)

    page = page.context.new_page()
    page.goto(address)
    expect(page.get_by_text("Unfinished uploads")).to_be_visible()
    choose(page, "Recording", film)
    expect(page.get_by_text("64.0 MB of 67.1 MB has arrived already.")).to_be_visible()
    offsets: list[int] = []
    page.on("request", lambda sent: offsets.append(int(sent.headers.get("upload-offset", -1))))
    choose(page, "Transcript", elan_file(tmp_path / "long.eaf"))
    page.get_by_role("button", name="Upload and preview").click()
    page.get_by_role("heading", name="Recording and times").wait_for()

    assert [offset for offset in offsets if offset >= 0] == [64_000_000]
    expect(page.get_by_label("The recording as it was sent")).to_be_visible()


def break_after(n_bytes: int) -> Callable[[Route], None]:
    """A line that breaks whenever bytes from there on are sent."""

    def follow(route: Route) -> None:
        if int(route.request.headers.get("upload-offset", 0)) >= n_bytes:
            route.abort("connectionreset")
        else:
            route.continue_()

    return follow


def moments_of(video: Locator) -> None:
    """Note each moment that the player goes to."""
    video.evaluate("it => { it.moments = []; it.addEventListener('seeking', () => it.moments.push(it.currentTime)) }")


def first_moment(page: Page, video: Locator) -> float:
    """Where it began to play, once it does."""
    for _ in range(200):
        moments: list[float] = video.evaluate("it => it.moments")
        if moments and video.evaluate("(it, from) => !it.paused && it.currentTime > from", moments[0]):
            return moments[0]
        page.wait_for_timeout(50)
    raise AssertionError("The video did not play.")


def phone_film(path: Path) -> Path:
    """15 seconds as a phone films them: upright by a mark in the file, pictures unevenly spaced, with sound."""
    plain = path.with_name(f"plain-{path.name}")
    run(
        *("-f", "lavfi", "-i", "testsrc2=size=320x240:rate=30:duration=15"),
        *("-f", "lavfi", "-i", "sine=frequency=440:duration=15"),
        *("-vf", "select='not(mod(n,3))+gt(n,300)'", "-fps_mode", "vfr"),
        *("-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac", str(plain)),
    )
    run("-display_rotation:v:0", "90", "-i", str(plain), "-c", "copy", str(path))
    return path


def run(*arguments: str) -> None:
    subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), "-loglevel", "error", "-nostdin", *arguments], check=True)


def padded(film: Path, *, n_bytes: int) -> Path:
    """The film with room left free behind it, as an unedited recording has."""
    with film.open("ab") as file:
        file.write(n_bytes.to_bytes(4, "big") + b"free" + bytes(n_bytes - 8))
    return film


def elan_file(path: Path) -> Path:
    times = sorted({time for _, said in TIERS.values() for start, end, _ in said for time in (start, end)})
    slots = "".join(f'<TIME_SLOT TIME_SLOT_ID="ts{time}" TIME_VALUE="{time}"/>' for time in times)
    tiers = "".join(
        f'<TIER TIER_ID="{name}" PARTICIPANT="{person}" LINGUISTIC_TYPE_REF="default">'
        + "".join(
            f'<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="{name}{start}" TIME_SLOT_REF1="ts{start}"'
            f' TIME_SLOT_REF2="ts{end}"><ANNOTATION_VALUE>{words}</ANNOTATION_VALUE>'
            "</ALIGNABLE_ANNOTATION></ANNOTATION>"
            for start, end, words in said
        )
        + "</TIER>"
        for name, (person, said) in TIERS.items()
    )
    path.write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<ANNOTATION_DOCUMENT AUTHOR="" DATE="2026-05-12T10:00:00+01:00" FORMAT="3.0" VERSION="3.0">'
        f'<HEADER TIME_UNITS="milliseconds"/><TIME_ORDER>{slots}</TIME_ORDER>{tiers}'
        '<LINGUISTIC_TYPE LINGUISTIC_TYPE_ID="default" TIME_ALIGNABLE="true"/></ANNOTATION_DOCUMENT>\n'
    )
    return path
