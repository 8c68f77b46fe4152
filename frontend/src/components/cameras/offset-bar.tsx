import { Nudges } from "../moving/nudges"
import { SaveStatus } from "../moving/save-status"
import { SecondsInput } from "../moving/seconds-input"
import type { Moved } from "../moving/use-moved"
import classes from "./cameras.module.css"
import { texts } from "./texts"

type Props = { offset: Moved; onMove: (ms: number) => void }

/** Move the second camera, by eye and ear or by a known figure. */
export function OffsetBar({ offset, onMove }: Props) {
  const { ms, isSaved, error } = offset
  return (
    <div className={classes.moving}>
      {/* The digits after those that move the transcript. */}
      <Nudges label={texts.nudge} keys="5678" onNudge={(by) => onMove((ms ?? 0) + by)} />
      <SecondsInput
        label={texts.shiftSeconds}
        ms={ms}
        onType={(typed) => typed !== null && typed !== ms && onMove(typed)}
      />
      <SaveStatus error={error} isSaved={isSaved} isMoved={ms !== null} />
    </div>
  )
}
