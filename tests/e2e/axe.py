"""axe-core on a page: what keeps people from using it, by WCAG 2.2 A and AA and by axe's best practices."""

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

_PROGRAM = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
_LOOK = """async () => {
    // Axe leaves out by itself what WCAG 2.2 brought: how large what one presses must be.
    const rules = { "target-size": { enabled: true } }
    const found = await axe.run(document, { resultTypes: ["violations"], rules })
    return found.violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(" ")}: ${failureSummary}`))
}"""


def violations(page: Page) -> list[str]:
    """Every violation, with the element and what is wrong with it."""
    page.evaluate(_program())
    told: list[str] = page.evaluate(_LOOK)
    return [" ".join(each.split()) for each in told]


@cache
def _program() -> str:
    return _PROGRAM.read_text(encoding="utf-8")
