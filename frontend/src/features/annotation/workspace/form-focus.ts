/** Moving between the questions of the form. A field is whatever carries `data-field`, its construct's key. */

const CONTROLS = "input, textarea, button"

const fieldsIn = (form: HTMLElement): HTMLElement[] =>
  [...form.querySelectorAll<HTMLElement>("[data-field]")].filter((field) => !field.matches(":disabled"))

/** A question with levels; the others write or delete as soon as a key reaches them. */
const isQuestion = (field: HTMLElement): boolean => field.querySelector("input[type=radio]") !== null

const keyOf = (field: HTMLElement): string => field.dataset.field ?? ""

/** The construct whose field has the focus. */
export const focusedField = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>("[data-field]")?.dataset.field

/** Focus a field's answer; where there is none yet, its entry or else its first control. */
export function focusField(form: HTMLElement, key: string, options?: FocusOptions): void {
  const field = fieldsIn(form).find((each) => keyOf(each) === key)
  const [control] = ["input:checked", "[data-entry]", CONTROLS].flatMap(
    (selector) => field?.querySelector<HTMLElement>(selector) ?? [],
  )
  control?.focus(options)
}

/** Focus the field `step` places from `key`, staying at either end. */
export function focusBeside(form: HTMLElement, key: string | undefined, step: 1 | -1): void {
  const keys = fieldsIn(form).map(keyOf)
  const at = key === undefined ? -1 : keys.indexOf(key)
  const beside = keys[Math.min(keys.length - 1, Math.max(0, at + step))]
  if (beside !== undefined) focusField(form, beside)
}

/** After an answer: on to the next question. After the last one the focus rests on it, and Enter and Space are free. */
export function focusAfter(form: HTMLElement, key: string): void {
  const keys = fieldsIn(form).filter(isQuestion).map(keyOf)
  focusField(form, keys[keys.indexOf(key) + 1] ?? key)
}

/** The first question, or the form itself where there is none to answer: never a button that writes. */
export function focusFirst(form: HTMLElement): void {
  const first = fieldsIn(form).find(isQuestion)
  if (first) focusField(form, keyOf(first), { preventScroll: true })
  else form.focus({ preventScroll: true })
}

/** Where the next key is expected: the first question that is open, or else "Next turn". */
export function expected(form: HTMLElement, open: string[]): HTMLElement | null {
  const field = fieldsIn(form).find((each) => isQuestion(each) && open.includes(keyOf(each)))
  return (
    field?.querySelector<HTMLElement>("input") ??
    form.parentElement?.querySelector<HTMLElement>("[data-next-turn]") ??
    null
  )
}
