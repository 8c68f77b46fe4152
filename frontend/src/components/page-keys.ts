/** Whose a key press is: the page's, or that of the control it reached. */

const TYPED_IN = "textarea, select, [contenteditable=true], input:not([type=radio], [type=checkbox])"
const PRESSED = "button, a, summary, input[type=checkbox], [role=button]"
/** Whoever opened a menu is in it, however the focus came there. */
const IN_MENU = "[role=menuitem], [role=option]"

/** Whether keys are not the page's now: someone types, or a dialog is open. */
export const isElsewhere = ({ target }: KeyboardEvent): boolean =>
  (target instanceof HTMLElement && target.matches(TYPED_IN)) || document.querySelector("[role=dialog]") !== null

/**
 * Space and Enter press a button or follow a link only where somebody went to it with Tab. A click leaves the focus on
 * what was clicked, and a page may put it on a button: whoever labels by keys aims at neither, and to press it would
 * write, delete or loop what nobody meant.
 */
export const belongsToControl = ({ key, target }: KeyboardEvent): boolean =>
  (key === " " || key === "Enter") &&
  target instanceof HTMLElement &&
  (target.matches(IN_MENU) || (target.matches(PRESSED) && target === tabbedTo))

/** Take a key press from the control that has the focus; a button would still answer to Space as the key comes up. */
export function take(event: KeyboardEvent): void {
  event.preventDefault()
  if (event.key === " ") window.addEventListener("keyup", (up) => up.preventDefault(), { once: true, capture: true })
}

let isTabDown = false
let tabbedTo: EventTarget | null = null

window.addEventListener("keydown", ({ key }) => (isTabDown = key === "Tab"), { capture: true })
window.addEventListener("keyup", () => (isTabDown = false), { capture: true })
window.addEventListener("focusin", ({ target }) => (tabbedTo = isTabDown ? target : null), { capture: true })
// Clicked, a button is no longer one that somebody tabbed to, though the focus may have been on it before.
window.addEventListener("pointerdown", () => (tabbedTo = null), { capture: true })
