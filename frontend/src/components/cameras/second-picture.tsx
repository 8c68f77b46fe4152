import { useEffect, useState } from "react"

import { useVideo } from "../empty-video"
import { followVideo, type Placed } from "../follow-video"
import { texts } from "./texts"
import classes from "./two-pictures.module.css"

type Props = {
  src: string
  placed: Placed
  /** The first camera's video, whose clock is the session's. */
  leader: HTMLVideoElement | null
  isMuted: boolean
}

/** What a second camera recorded of the counsellor, on the first one's clock. */
export function SecondPicture({ src, placed: { offsetMs, driftPpm }, leader, isMuted }: Props) {
  const { video, ref } = useVideo()
  const [isOutside, setIsOutside] = useState(false)

  useEffect(() => {
    if (!leader || !video.current) return
    return followVideo(leader, video.current, () => ({ offsetMs, driftPpm }), setIsOutside)
  }, [leader, video, offsetMs, driftPpm])

  return (
    <div className={classes.second}>
      <video ref={ref} src={src} preload="auto" playsInline muted={isMuted} aria-label={texts.ofCounsellor} />
      {isOutside && <p>{texts.counsellorNotRunning}</p>}
    </div>
  )
}
