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
  const { was, what } = look
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
      {what.includes("time") && <p className="number">{say.times(stretch(was), stretch(turn))}</p>}
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

const stretch = ({ start_ms, end_ms }: Pick<Turn, "start_ms" | "end_ms">): string =>
  start_ms === null ? texts.look.untimed : `${mediaTime(start_ms)} – ${end_ms === null ? "…" : mediaTime(end_ms)}`
