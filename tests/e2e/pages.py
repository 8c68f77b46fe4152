"""Ways that several journeys go."""

import re

from playwright.sync_api import Page


def open_study(page: Page, section: str = "") -> None:
    """Go from the studies to the demo study, and there to the page of this name."""
    page.get_by_role("link", name="Demo study").first.click()
    if section:
        # A link may carry how many things wait there: "Disagreements 5".
        name = re.compile(rf"^{section}\b")
        page.get_by_role("navigation", name="Study").get_by_role("link", name=name).click()
    page.get_by_role("heading", level=1).wait_for()
