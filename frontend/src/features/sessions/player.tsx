import { useCallback, useState, type RefObject } from "react"

import { urlOf } from "../../api/client"
import type { SessionDetail } from "../../api/corpus"
import { SecondPicture } from "../../components/cameras/second-picture"
import { useLeader } from "../../components/cameras/use-leader"
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
  const attach = useCallback(
    (element: HTMLVideoElement) => {
      video.current = element
      return () => void (video.current = null)
    },
    [video],
  )
  const { leader, ref } = useLeader(attach)
  const { recording, counsellor_recording: second } = session
  const heard = useHeard(session)
  const hearsSecond = second?.has_sound && !recording?.has_sound
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
        key={heard}
        ref={ref}
        controls
        preload="metadata"
        src={`${urlOf(`sessions/${session.id}/video/`)}#t=${startMs / 1000}`}
        aria-label={texts.page.recording}
        onTimeUpdate={(event) => onTime(event.currentTarget.currentTime * 1000)}
        onError={() => setHasFailed(true)}
      />
      {second?.is_ready && (
        <SecondPicture
          src={urlOf(`sessions/${session.id}/${hearsSecond ? "video" : "picture"}/?camera=counsellor`)}
          placed={{ offsetMs: second.offset_ms, driftPpm: second.drift_ppm }}
          leader={leader}
          isMuted={!hearsSecond}
        />
      )}
    </div>
  )
}

/** Which sound the copy has that plays: the one that was chosen, once the copy with it is there. */
function useHeard({ state, recording }: SessionDetail): string {
  const chosen = String(recording?.sound_track)
  const [heard, setHeard] = useState(chosen)
  if (state === "ready" && heard !== chosen) setHeard(chosen)
  return heard
}
