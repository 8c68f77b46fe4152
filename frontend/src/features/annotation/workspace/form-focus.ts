/** Moving between the questions of the form. A field is whatever carries `data-field`, its construct's key. */

const CONTROLS = "input:checked, input, textarea, button"

const fieldsIn = (form: HTMLElement): HTMLElement[] =>
  [...form.querySelectorAll<HTMLElement>("[data-field]")].filter((field) => !field.matches(":disabled"))

/** The construct whose field has the focus. */
export const focusedField = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>("[data-field]")?.dataset.field

/** Focus a field's answer, or its first control where there is none yet. */
export function focusField(form: HTMLElement, key: string, options?: FocusOptions): void {
  const field = fieldsIn(form).find((each) => each.dataset.field === key)
  const control = field?.querySelector<HTMLElement>("input:checked") ?? field?.querySelector<HTMLElement>(CONTROLS)
  control?.focus(options)
}

/** Focus the field `step` places from `key`, staying at either end. */
export function focusBeside(form: HTMLElement, key: string | undefined, step: 1 | -1): void {
  const keys = fieldsIn(form).map((field) => field.dataset.field ?? "")
  const at = key === undefined ? -1 : keys.indexOf(key)
  const beside = keys[Math.min(keys.length - 1, Math.max(0, at + step))]
  if (beside !== undefined) focusField(form, beside)
}

export const focusFirst = (form: HTMLElement): void => {
  const [first] = fieldsIn(form)
  if (first?.dataset.field) focusField(form, first.dataset.field, { preventScroll: true })
}
