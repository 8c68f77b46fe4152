"""A recording that broke off: the page tells of it, and sends only what is missing."""

import re
from base64 import b64encode
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Server
from tests.e2e.test_journey import open_study

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_recording_that_broke_off_goes_on_from_what_has_arrived(
    log_in: Callable[[str], Page], server: Server
) -> None:
    page = log_in("chi")
    open_study(page, "")
    study = re.search("/studies/([^/?]+)", page.url)
    assert study
    folder = next((server.data / "media" / "imports").glob("*/original")).parent
    film, transcript = (folder / "original").read_bytes(), (folder / "transcript").read_bytes()
    half = len(film) // 2
    leave_half_sent(page, f"{server.address}/api/v1/studies/{study[1]}/uploads/", film[:half], whole=len(film))
    offsets: list[str] = []
    page.on("request", lambda asked: offsets.append(asked.headers["upload-offset"]) if is_piece(asked.method) else None)

    page.goto(f"{server.address}/studies/{study[1]}/import")
    expect(page.get_by_text(re.compile(r"Of hour\.mp4, .* are here\. Choose it again"))).to_be_visible()
    fields = page.locator("input[type=file]")
    fields.nth(0).set_input_files({"name": "hour.vtt", "mimeType": "text/vtt", "buffer": transcript})
    fields.nth(1).set_input_files({"name": "hour.mp4", "mimeType": "video/mp4", "buffer": film})
    page.get_by_role("button", name="Send and look inside").click()

    expect(page.get_by_role("heading", name="Who is who")).to_be_visible(timeout=60_000)
    expect(page.get_by_text("h264")).to_be_visible()
    assert offsets == [str(half)]


def is_piece(method: str) -> bool:
    return method == "PATCH"


def leave_half_sent(page: Page, uploads: str, half: bytes, *, whole: int) -> None:
    """What a browser that was closed leaves behind."""
    token = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "csrftoken")
    told = {"X-CSRFToken": token, "Tus-Resumable": "1.0.0", "Referer": uploads}
    named = {"Upload-Length": str(whole), "Upload-Metadata": f"filename {b64encode(b'hour.mp4').decode()}"}
    begun = page.request.post(uploads, headers={**told, **named})
    assert begun.status == 201
    body = {"Upload-Offset": "0", "Content-Type": "application/offset+octet-stream"}
    address = uploads.partition("/api/")[0] + begun.headers["location"]
    assert page.request.fetch(address, method="PATCH", headers={**told, **body}, data=half).status == 204
