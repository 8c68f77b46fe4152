import { useState } from "react"

import { urlOf } from "../../api/client"
import type { SessionDetail } from "../../api/corpus"
import type { Clock } from "./clock"
import { texts } from "./texts"
import { TwoCameraPlayer } from "./two-camera-player"
import classes from "./transcript.module.css"

type Props = { session: SessionDetail; clock: Clock; isSwapped: boolean; onSwap: () => void }

/** The recording beside the turns; where it can't be played, why not. */
export function EditorPlayer({ session, clock, isSwapped, onSwap }: Props) {
  const [hasFailed, setHasFailed] = useState(false)
  if (!session.has_video || !session.may_play || hasFailed) {
    const why = session.has_video ? session.why_not_play : texts.edit.noVideo
    return (
      <div className={classes.noPlayer}>
        <strong>{texts.edit.noPicture}</strong>
        <span>{hasFailed ? texts.edit.unplayable : why}</span>
      </div>
    )
  }
  const onUnplayable = () => setHasFailed(true)
  const second = session.counsellor_recording
  if (second?.is_ready) return <TwoCameraPlayer {...{ session, second, clock, isSwapped, onSwap, onUnplayable }} />
  return (
    <div className={classes.player}>
      <video
        ref={clock.attach}
        controls
        preload="metadata"
        src={urlOf(`sessions/${session.id}/video/`)}
        aria-label={texts.edit.recording}
        onError={onUnplayable}
      />
    </div>
  )
}
