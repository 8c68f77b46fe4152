import { Button } from "@mantine/core"

import { Nudges } from "../../../components/moving/nudges"
import { SaveStatus } from "../../../components/moving/save-status"
import { SecondsInput } from "../../../components/moving/seconds-input"
import type { Moved } from "../../../components/moving/use-moved"
import { texts } from "./texts"
import classes from "./timing.module.css"

type Props = { offset: Moved<number>; isPlayable: boolean }

/** Move the whole transcript, by ear or by a known figure. */
export function NudgeBar({ offset, isPlayable }: Props) {
  const { ms, move, isSaved, error } = offset
  return (
    <div className={classes.nudging}>
      <Nudges label={texts.nudge} keys="1234" onNudge={(by) => move(ms + by)} />
      {isPlayable && <p className="small">{texts.nudgeNote}</p>}
      <div className={classes.exact}>
        <SecondsInput label={texts.shiftSeconds} ms={ms} onType={(typed) => move(typed ?? 0)} />
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
