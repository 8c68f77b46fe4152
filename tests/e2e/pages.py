"""Ways that several journeys go."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.e2e.conftest import ROOT, Server

Person = Callable[[str], Page]


def open_study(page: Page, section: str = "") -> None:
    """Go from the studies to the demo study, and there to the page of this name."""
    page.get_by_role("link", name="Demo study").first.click()
    if section:
        # A link may carry how many things wait there: "Disagreements 5".
        name = re.compile(rf"^{section}\b")
        page.get_by_role("navigation", name="Study").get_by_role("link", name=name).click()
    page.get_by_role("heading", level=1).wait_for()


def open_import(page: Page) -> Page:
    open_study(page, "Sessions")
    page.get_by_role("link", name="Import a session").first.click()
    page.get_by_role("heading", name="Import a session").wait_for()
    return page


def choose(page: Page, what: str, file: Path) -> None:
    page.get_by_role("button", name=re.compile(f"^{what}")).set_input_files(file)


def keep(page: Page, made_last: str) -> int:
    """Keep the import as a session, wait until that is made, and return the session's id."""
    for agreed in page.get_by_role("checkbox", name=re.compile("^(View|Label|Annotate)")).all():
        agreed.check()
    page.get_by_role("button", name="Create the session").click()
    page.wait_for_url(re.compile(r"/sessions/\d+"))
    page.get_by_label(made_last, exact=True).wait_for(timeout=180_000)
    found = re.search(r"/sessions/(\d+)", page.url)
    assert found
    return int(found[1])


def open_as_rater(page: Page, session: int, log_in: Person) -> Page:
    """Give the session to all raters, and open it as Asha."""
    status = page.evaluate(
        """async session => {
            const given = await (await fetch('/api/v1/studies/demo-study/assignments/?page_size=200')).json()
            const raters = [...new Set(given.results.map(each => each.rater))]
            const token = document.cookie.match(/csrftoken=([^;]+)/)[1]
            const headers = { 'Content-Type': 'application/json', 'X-CSRFToken': token }
            const body = JSON.stringify({ session_ids: [session], raters, pass_kind: 'together' })
            return (await fetch('/api/v1/studies/demo-study/assignments/', { method: 'POST', headers, body })).status
        }""",
        session,
    )
    assert status == 201
    page = log_in("asha")
    page.get_by_role("link", name="Demo study").first.wait_for()
    own = page.evaluate(
        """async session => {
            const mine = await fetch(`/api/v1/studies/demo-study/assignments/?mine=1&session=${session}`)
            return (await mine.json()).results[0].id
        }""",
        session,
    )
    page.evaluate("own => { location.href = `/assignments/${own}` }", own)
    return page


def import_for_asha(study: str, folder: Path, names: list[str], server: Server) -> dict[str, dict[str, Any]]:
    """Import films into a study of this name, for her to rate; by the film, what counted_study.py tells of it."""
    environment = {**server.environment, "DJANGO_SETTINGS_MODULE": "annotator.settings"}
    command = [sys.executable, "-m", "tests.e2e.counted_study", study, str(folder), *names]
    told = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout
    imported: dict[str, dict[str, Any]] = json.loads(told)
    return imported
