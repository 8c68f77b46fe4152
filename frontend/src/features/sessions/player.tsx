import { useState, type RefObject } from "react"

import { urlOf } from "../../api/client"
import type { SessionDetail } from "../../api/corpus"
import classes from "./sessions.module.css"
import { texts } from "./texts"

type Props = {
  session: SessionDetail
  /** Where to stand when the page opens. */
  startMs: number
  video: RefObject<HTMLVideoElement | null>
  onTime: (ms: number) => void
}

/** The recording for whoever may watch it; for others, why not. */
export function Player({ session, startMs, video, onTime }: Props) {
  const [hasFailed, setHasFailed] = useState(false)
  if (!session.may_play || hasFailed) {
    return (
      <div className={classes.noPlayer}>
        <strong>{texts.page.noPicture}</strong>
        <span>{hasFailed ? texts.page.unplayable : session.why_not_play}</span>
      </div>
    )
  }
  return (
    <div className={classes.player}>
      <video
        ref={video}
        controls
        preload="metadata"
        src={`${urlOf(`sessions/${session.id}/video/`)}#t=${startMs / 1000}`}
        aria-label={texts.page.recording}
        onTimeUpdate={(event) => onTime(event.currentTarget.currentTime * 1000)}
        onError={() => setHasFailed(true)}
      />
    </div>
  )
}
