"""A rater who has nothing but keys: after each of them the focus is in sight, and only what was meant is stored."""

import time
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

Sheet = dict[str, dict[str, Any]]

PATIENCE_S = 10
FAULT_OF_THE_FOCUS = """() => {
  const focused = document.activeElement
  if (!focused || focused === document.body) return "the focus is on nothing"
  const it = (focused.matches("input[type=radio]") && focused.closest("label")) || focused
  const told = `${focused.tagName} “${(focused.ariaLabel || it.innerText || focused.name || "").slice(0, 40)}”`
  if (!focused.matches(":focus-visible")) return `${told} shows no focus`
  const { outlineStyle, outlineWidth } = getComputedStyle(it)
  const input = getComputedStyle(focused)
  const rings = [outlineStyle, input.outlineStyle].some((style) => style !== "none" && outlineWidth !== "0px")
  if (!rings && input.boxShadow === "none") return `${told} has no ring`
  const { top, bottom, left, right, height } = it.getBoundingClientRect()
  if (left < 0 || right > innerWidth) return `${told} is cut at a side`
  // What is higher than the window, as a list that scrolls, is in sight where it begins.
  const low = height > innerHeight / 2 ? top + 24 : bottom
  if (top < 0 || low > innerHeight) return `${told} is out of sight, ${top} to ${bottom} of ${innerHeight}`
  for (const y of [top + 3, (top + low) / 2, low - 3]) {
    const over = document.elementFromPoint((left + right) / 2, y)
    if (over && !it.contains(over) && !over.contains(it) && !over.closest("label")?.contains(focused)) {
      return `${told} lies under ${over.tagName} ${over.className}`
    }
  }
  return null
}"""
STORED = """async id => {
  const sheet = await (await fetch(`/api/v1/assignments/${id}/workspace/`)).json()
  const position = Object.fromEntries(sheet.turns.map((turn) => [turn.id, turn.position]))
  const said = ({ scores, cannot_judge }) =>
    Object.fromEntries(Object.entries({ ...scores, cannot_judge }).filter(([, value]) => value !== null))
  return Object.fromEntries(Object.entries(sheet.annotations).map(([id, each]) => [position[id], said(each)]))
}"""
NOTE_WHAT_PLAYS = """video => {
  window.played = []
  // Since the latest key, and so before the page hears of it.
  window.addEventListener("keydown", () => (window.played = []), { capture: true })
  const note = () => {
    if (!video.paused && !video.seeking) window.played.push(video.currentTime)
    requestAnimationFrame(note)
  }
  note()
}"""


@dataclass
class HandsOnKeys:
    """One who rates the pass `assignment`, and what of it should be stored by now, by the turns' positions."""

    page: Page
    assignment: int
    sheet: Sheet = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def press(self, key: str, *, at: int | None = None, **stores: Any) -> None:
        """Press a key, which stores this of the turn at that position, and no more."""
        self.page.keyboard.press(key)
        if at is not None:
            turn = self.sheet.setdefault(str(at), {})
            turn.update(stores)
            self.sheet[str(at)] = {name: value for name, value in turn.items() if value is not None}
        self.look(f"after {key}")

    def type(self, words: str) -> None:
        self.page.keyboard.type(words)

    def tab_to(self, name: str) -> None:
        """Tab until what has the focus has this in its name."""
        for _ in range(40):
            self.page.keyboard.press("Tab")
            self.look_at_focus(f"tabbing to {name}")
            said = "() => (document.activeElement.ariaLabel || document.activeElement.innerText || '').trim()"
            if name in str(self.page.evaluate(said)):
                return
        raise AssertionError(f"Tab does not lead to {name}")

    def look(self, when: str) -> None:
        self.look_at_focus(when)
        deadline = time.monotonic() + PATIENCE_S
        while (stored := self.stored()) != self.sheet:
            assert time.monotonic() < deadline, f"{when}: stored {stored}, meant {self.sheet}"
            self.page.wait_for_timeout(30)

    def look_at_focus(self, when: str) -> None:
        """Note what is wrong with the focus; a dialog that comes or goes has its time."""
        for _ in range(20):
            fault = self.page.evaluate(FAULT_OF_THE_FOCUS)
            if fault is None:
                return
            self.page.wait_for_timeout(50)
        self.faults.append(f"{when}: {fault}")

    def stored(self) -> Sheet:
        stored: Sheet = self.page.evaluate(STORED, self.assignment)
        return {position: said for position, said in stored.items() if said or position in self.sheet}

    def played(self) -> tuple[float, float]:
        """From where to where the recording played since the latest key, once it has stopped."""
        self.page.wait_for_function("() => window.played.length > 0 && document.querySelector('video').paused")
        times: list[float] = self.page.evaluate("() => window.played")
        return min(times), max(times)
