import { NumberInput } from "@mantine/core"

import { Nudges } from "../moving/nudges"
import { SaveStatus } from "../moving/save-status"
import classes from "./cameras.module.css"
import { texts } from "./texts"
import type { useCameraOffset } from "./use-camera-offset"

type Props = { offset: ReturnType<typeof useCameraOffset>; onMove: (offsetMs: number) => void }

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
  const { offsetMs, isSaved, error } = offset
  const nudge = (ms: number) => onMove((offsetMs ?? 0) + ms)
  return (
    <div className={classes.moving}>
      <Nudges label={texts.nudge} nudges={NUDGES} onNudge={nudge} />
      <NumberInput
        label={texts.shiftSeconds}
        decimalScale={3}
        step={0.5}
        min={-MOST_S}
        max={MOST_S}
        value={offsetMs === null ? "" : offsetMs / 1000}
        onChange={(seconds) => {
          const ms = Math.round(Number(seconds) * 1000)
          if (seconds !== "" && Number.isFinite(ms) && ms !== offsetMs) onMove(ms)
        }}
      />
      <SaveStatus error={error} isSaved={isSaved} isMoved={offsetMs !== null} />
    </div>
  )
}
