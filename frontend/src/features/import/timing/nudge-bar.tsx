import { Button, NumberInput } from "@mantine/core"

import { Nudges } from "../moving/nudges"
import { SaveStatus } from "../moving/save-status"
import { texts } from "./texts"
import classes from "./timing.module.css"
import type { useOffset } from "./use-offset"

type Props = { offset: ReturnType<typeof useOffset>; isPlayable: boolean }

/** Digits, since they are where they are on every keyboard, in the order of the buttons. */
const NUDGES = [
  { key: "1", ms: -100 },
  { key: "2", ms: -10 },
  { key: "3", ms: 10 },
  { key: "4", ms: 100 },
] as const
const MOST_S = 86_400

/** Move the whole transcript, by ear or by a known figure. */
export function NudgeBar({ offset, isPlayable }: Props) {
  const { offsetMs, setOffsetMs, isSaved, error } = offset
  const nudge = (ms: number) => setOffsetMs((old) => old + ms)
  return (
    <div className={classes.nudging}>
      <Nudges label={texts.nudge} nudges={NUDGES} onNudge={nudge} />
      {isPlayable && <p className="small">{texts.nudgeNote}</p>}
      <div className={classes.exact}>
        <NumberInput
          label={texts.shiftSeconds}
          decimalScale={3}
          step={0.5}
          min={-MOST_S}
          max={MOST_S}
          value={offsetMs / 1000}
          onChange={(seconds) => setOffsetMs(Math.round(Number(seconds) * 1000) || 0)}
        />
        {offsetMs !== 0 && (
          <Button variant="subtle" onClick={() => setOffsetMs(0)}>
            {texts.reset}
          </Button>
        )}
        <SaveStatus error={error} isSaved={isSaved} isMoved={offsetMs !== 0} />
      </div>
    </div>
  )
}
