import type { Construct, ScoreValue, Span, Turn } from "../../../api/types"
import { KeyHint } from "../../../components/key-hint"
import { mediaTime } from "../../../components/numbers"
import { texts } from "../texts"
import { spansIn } from "./evidence"
import classes from "./form.module.css"
import { slicePoints } from "./turns"

type Props = {
  construct: Construct
  turn: Turn
  value: ScoreValue
  isDisabled: boolean
  hasMoments: boolean
  onMark: () => void
  onChooseWords: () => void
  onPick: (value: ScoreValue) => void
}

/** What the answers rest on: passages of the turn and moments of the recording, each removable. */
export function EvidenceField({
  construct,
  turn,
  value,
  isDisabled,
  hasMoments,
  onMark,
  onChooseWords,
  onPick,
}: Props) {
  const say = texts.form.evidence
  const spans = spansIn(value)
  const hint = hasMoments ? (turn.text === null ? say.hintMoment : say.hintBoth) : say.hintWords
  return (
    <fieldset className={classes.field} data-field={construct.key} disabled={isDisabled}>
      <legend>
        <span>{construct.label}</span>
        {!construct.is_required && <small>{texts.form.optional}</small>}
      </legend>
      {spans.length > 0 && (
        <ul className={classes.spans}>
          {spans.map((span, index) => {
            const name = nameOf(span, turn.text ?? "")
            return (
              <li key={JSON.stringify(span)} data-is-lost={"quote" in span || undefined}>
                <span>{name}</span>
                <button
                  type="button"
                  aria-label={say.remove(name)}
                  onClick={() => onPick(spans.length === 1 ? null : spans.toSpliced(index, 1))}
                >
                  ×
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <div className={classes.mark}>
        <button type="button" data-entry className={classes.button} onClick={onMark} aria-keyshortcuts="e">
          {say.mark} <KeyHint keys="E" />
        </button>
        {turn.text !== null && (
          <button type="button" className={classes.button} onClick={onChooseWords} aria-keyshortcuts="Shift+E">
            {say.choose} <KeyHint keys="Shift E" />
          </button>
        )}
        {spans.length === 0 && <small>{hint}</small>}
      </div>
    </fieldset>
  )
}

function nameOf(span: Span, text: string): string {
  if ("start" in span) return `“${slicePoints(text, span.start, span.end)}”`
  if ("quote" in span) return texts.form.evidence.lost(span.quote)
  if ("at_ms" in span) return texts.form.evidence.moment(mediaTime(span.at_ms))
  return texts.form.evidence.stretch(mediaTime(span.start_ms), mediaTime(span.end_ms))
}
