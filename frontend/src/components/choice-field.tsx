import { useId, type ReactNode } from "react"

import classes from "./choice-field.module.css"
import { KeyHint } from "./key-hint"

export type Choice = { value: string; label: ReactNode; key?: string; hint?: string }

type Props = {
  legend: string
  /** The question itself, under its name. */
  note?: string
  choices: Choice[]
  value: string | undefined
  onChange: (value: string) => void
}

/** One of a few answers, as buttons that are radios underneath; the key that picks one stands on it. */
export function ChoiceField({ legend, note, choices, value, onChange }: Props) {
  const name = useId()
  return (
    <fieldset className={classes.field} aria-describedby={note && `${name}-note`}>
      <legend>{legend}</legend>
      {note && (
        <p id={`${name}-note`} className="small">
          {note}
        </p>
      )}
      <div className={classes.choices}>
        {choices.map((choice) => (
          <label key={choice.value} className={classes.choice} data-is-chosen={choice.value === value || undefined}>
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              aria-keyshortcuts={choice.key}
            />
            {choice.label}
            {choice.hint && <span className="small">{choice.hint}</span>}
            {choice.key && <KeyHint keys={choice.key} />}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Leave a field for the choices of the form it is in: keys pick there, and no longer type. */
export function focusChoices(from: Element): void {
  const all = from.closest("form, [data-choices]")
  const choice = ["input[type=radio]:checked", "input[type=radio]"].flatMap(
    (selector) => all?.querySelector<HTMLElement>(selector) ?? [],
  )[0]
  if (choice) choice.focus()
  else if (from instanceof HTMLElement) from.blur()
}
