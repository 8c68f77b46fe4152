import { useEffect, useRef, useState } from "react"

import type { Workspace } from "../../../api/types"
import { texts } from "../texts"
import type { Player } from "./player"
import classes from "./stage.module.css"
import { usePlayerState } from "./use-player"

type Props = { media: NonNullable<Workspace["counsellor_media"]>; player: Player }

/** What a second camera recorded of the counsellor, on the workspace's clock. */
export function CounsellorPicture({ media, player }: Props) {
  const { offset_ms: offsetMs, drift_ppm: driftPpm, is_heard: isHeard } = media
  const { isMuted } = usePlayerState(player)
  const video = useRef<HTMLVideoElement>(null)
  const [isOutside, setIsOutside] = useState(false)

  useEffect(() => {
    if (!video.current) return
    return player.lead(video.current, { offsetMs, driftPpm }, setIsOutside)
  }, [player, offsetMs, driftPpm])

  return (
    <div className={classes.counsellor} data-is-outside={isOutside || undefined}>
      <video
        ref={video}
        src={media.video_url}
        preload="auto"
        playsInline
        muted={isMuted || !isHeard}
        aria-label={texts.video.counsellorLabel}
      />
      {isOutside && <p>{texts.video.notRunning}</p>}
    </div>
  )
}
