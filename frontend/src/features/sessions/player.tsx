import { useEffect, useRef, useState, type RefObject } from "react"

import { urlOf } from "../../api/client"
import type { SessionDetail } from "../../api/corpus"
import { followVideo } from "../../components/follow-video"
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
      {session.counsellor_recording?.is_ready && (
        <CounsellorPicture session={session} recording={session.counsellor_recording} video={video} />
      )}
    </div>
  )
}

type CounsellorProps = Pick<Props, "session" | "video"> & {
  recording: NonNullable<SessionDetail["counsellor_recording"]>
}

/** What a second camera recorded, on the first one's clock; heard only where the first one has no sound. */
function CounsellorPicture({ session, recording, video }: CounsellorProps) {
  const own = useRef<HTMLVideoElement>(null)
  const [isOutside, setIsOutside] = useState(false)
  const { offset_ms: offsetMs, drift_ppm: driftPpm } = recording
  const isHeard = recording.has_sound && !session.recording?.has_sound

  useEffect(() => {
    if (!video.current || !own.current) return
    return followVideo(video.current, own.current, () => ({ offsetMs, driftPpm }), setIsOutside)
  }, [video, offsetMs, driftPpm])

  return (
    <div className={classes.counsellor}>
      <video
        ref={own}
        preload="auto"
        playsInline
        muted={!isHeard}
        src={urlOf(`sessions/${session.id}/${isHeard ? "video" : "picture"}/?camera=counsellor`)}
        aria-label={texts.page.counsellorRecording}
      />
      {isOutside && <p>{texts.page.notRunning}</p>}
    </div>
  )
}
