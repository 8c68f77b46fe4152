import { Button } from "@mantine/core"

import type { Turn } from "../../../api/types"
import { KeyHint } from "../../../components/key-hint"
import { mediaTime } from "../../../components/numbers"
import { WordDiff } from "../../../components/word-diff"
import { texts } from "../texts"
import type { SecondLook } from "./second-look"
import classes from "./second-look.module.css"

type Props = {
  turn: Turn
  look: SecondLook
  /** Whether the pass takes no answers; standing by them is still possible. */
  isLocked: boolean
  /** None where the pass is another's. */
  onConfirm?: () => void
  isBusy: boolean
}

/** What was changed in a turn since its rater labelled it, and the question whether the labels still hold. */
export function SecondLookNotice({ turn, look, isLocked, onConfirm, isBusy }: Props) {
  const say = texts.look
  const { was, what, lost } = look
  if (!was) {
    return (
      <section className={classes.look} aria-label={say.titleNew}>
        <strong>{say.titleNew}</strong>
        <p>{say.textNew}</p>
      </section>
    )
  }
  return (
    <section className={classes.look} aria-label={say.title}>
      <strong>{say.changed(what.map((each) => say.what[each]))}</strong>
      {what.includes("text") && was.text !== null && turn.text !== null && (
        <p>
          <WordDiff before={was.text} after={turn.text} />
        </p>
      )}
      {lost.length > 0 && <p>{say.lost(lost)}</p>}
      {what.includes("place") && <p>{say.place}</p>}
      {what.includes("time") && <p className="number">{timesLine(was, turn)}</p>}
      {what.includes("role") && (
        <p>{was.role === turn.role ? say.roleSame : say.role(texts.transcript.roles[was.role].toLowerCase())}</p>
      )}
      {onConfirm && (
        <div className={classes.actions}>
          <Button
            size="compact-sm"
            variant="default"
            loading={isBusy}
            onClick={onConfirm}
            aria-keyshortcuts="Y"
            rightSection={<KeyHint keys="Y" />}
          >
            {say.hold}
          </Button>
          <small>{isLocked ? say.orReopen : say.orChange}</small>
        </div>
      )}
    </section>
  )
}

type Times = Pick<Turn, "start_ms" | "end_ms">

/** Both stretches, as fine as it takes to tell them apart. */
function timesLine(was: Times, now: Times): string {
  const tenths = (ms: number) => mediaTime(ms)
  const thousandths = (ms: number) => `${(ms / 1000).toFixed(3)} s`
  const isFine = stretch(was, tenths) === stretch(now, tenths)
  const read = isFine ? thousandths : tenths
  return texts.look.times(stretch(was, read), stretch(now, read))
}

const stretch = ({ start_ms, end_ms }: Times, read: (ms: number) => string): string =>
  start_ms === null ? texts.look.untimed : `${read(start_ms)} – ${end_ms === null ? "…" : read(end_ms)}`
