import { NumberInput } from "@mantine/core"

import { Nudges } from "../moving/nudges"
import { SaveStatus } from "../moving/save-status"
import type { Moved } from "../moving/use-moved"
import classes from "./cameras.module.css"
import { texts } from "./texts"

type Props = { offset: Moved; onMove: (ms: number) => void }

/** The digits after those that move the transcript, in the order of the buttons. */
const NUDGES = [
  { key: "5", ms: -100 },
  { key: "6", ms: -10 },
  { key: "7", ms: 10 },
  { key: "8", ms: 100 },
] as const
const MOST_S = 86_400

/** Move the second camera, by eye and ear or by a known figure. */
export function OffsetBar({ offset, onMove }: Props) {
  const { ms, isSaved, error } = offset
  return (
    <div className={classes.moving}>
      <Nudges label={texts.nudge} nudges={NUDGES} onNudge={(by) => onMove((ms ?? 0) + by)} />
      <NumberInput
        label={texts.shiftSeconds}
        decimalScale={3}
        step={0.5}
        min={-MOST_S}
        max={MOST_S}
        value={ms === null ? "" : ms / 1000}
        onChange={(seconds) => {
          const typed = Math.round(Number(seconds) * 1000)
          if (seconds !== "" && Number.isFinite(typed) && typed !== ms) onMove(typed)
        }}
      />
      <SaveStatus error={error} isSaved={isSaved} isMoved={ms !== null} />
    </div>
  )
}
