import { Progress } from "@mantine/core"

import type { Workspace } from "../../../api/types"
import { percent } from "../../../components/numbers"
import { texts } from "../texts"
import classes from "./workspace.module.css"

/** Why nothing of the recording is shown, and how far it is where it is being made. */
export function MediaNote({ media }: { media: Workspace["media"] }) {
  const { making, why_not } = media
  if (!making) return <p className={classes.note}>{why_not}</p>
  return (
    <div className={classes.note} role="status">
      {why_not} {texts.video.comes}
      <span className={classes.making}>
        <Progress value={100 * making.progress} size={6} aria-label={texts.video.making} />
        <span className="number">{percent(making.progress)}</span>
        <span>{making.step}</span>
      </span>
    </div>
  )
}
