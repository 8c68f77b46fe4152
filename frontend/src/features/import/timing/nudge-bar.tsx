import { Button, NumberInput } from "@mantine/core"

import { Nudges } from "../../../components/moving/nudges"
import { SaveStatus } from "../../../components/moving/save-status"
import type { Moved } from "../../../components/moving/use-moved"
import { texts } from "./texts"
import classes from "./timing.module.css"

type Props = { offset: Moved<number>; isPlayable: boolean }

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
  const { ms, move, isSaved, error } = offset
  return (
    <div className={classes.nudging}>
      <Nudges label={texts.nudge} nudges={NUDGES} onNudge={(by) => move(ms + by)} />
      {isPlayable && <p className="small">{texts.nudgeNote}</p>}
      <div className={classes.exact}>
        <NumberInput
          label={texts.shiftSeconds}
          decimalScale={3}
          step={0.5}
          min={-MOST_S}
          max={MOST_S}
          value={ms / 1000}
          onChange={(seconds) => move(Math.round(Number(seconds) * 1000) || 0)}
        />
        {ms !== 0 && (
          <Button variant="subtle" onClick={() => move(0)}>
            {texts.reset}
          </Button>
        )}
        <SaveStatus error={error} isSaved={isSaved} isMoved={ms !== 0} />
      </div>
    </div>
  )
}
