import { useId, type CSSProperties } from "react"

import type { Construct, Level, ScoreValue } from "../../../api/types"
import { KeyHint } from "../../../components/key-hint"
import { texts } from "../texts"
import classes from "./form.module.css"
import { labelColors } from "./label-colors"
import { figureOf } from "./sam-figure"

type Props = {
  construct: Construct
  value: ScoreValue
  isDisabled: boolean
  onPick: (value: ScoreValue) => void
}

/** A question answered by one level: words, a row of numbers, or nine drawn figures. */
export function LevelField({ construct, value, isDisabled, onPick }: Props) {
  const name = useId()
  const { key, label, question, scale, is_required, low_label, high_label, levels } = construct
  const isNominal = scale === "nominal"
  const Figure = isNominal ? undefined : figureOf(key)

  return (
    <fieldset className={classes.field} data-field={key} disabled={isDisabled}>
      <legend>
        <span title={isNominal ? undefined : question}>{isNominal ? question : label}</span>
        {!is_required && <small>{texts.form.optional}</small>}
        {(low_label || high_label) && (
          <small className={classes.ends}>
            {levels[0]?.value} {low_label.toLocaleLowerCase()} – {levels.at(-1)?.value} {high_label.toLocaleLowerCase()}
          </small>
        )}
      </legend>
      <div
        className={isNominal ? classes.options : Figure ? classes.figures : classes.scale}
        style={{ "--levels": levels.length } as CSSProperties}
      >
        {levels.map((level) => {
          const answer = isNominal ? level.key : level.value
          return (
            <label
              key={level.key}
              className={classes.level}
              style={isNominal ? labelColors(key, level.key) : undefined}
              title={level.definition || undefined}
            >
              <input
                type="radio"
                name={name}
                checked={value === answer}
                onChange={() => onPick(answer)}
                aria-label={nameOf(level, construct)}
                aria-keyshortcuts={level.shortcut || undefined}
              />
              {Figure && <Figure level={level.value} />}
              <span>{level.label}</span>
              {isNominal && level.shortcut && <KeyHint keys={level.shortcut.toUpperCase()} />}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

/** "Minimizing", "3 of 5", "9 of 9, Pleasant" */
function nameOf(level: Level, { scale, levels, low_label, high_label }: Construct): string {
  if (scale === "nominal") return level.label
  const end = level === levels[0] ? low_label : level === levels.at(-1) ? high_label : ""
  return `${level.label} of ${levels.at(-1)?.value}${end && `, ${end}`}`
}
