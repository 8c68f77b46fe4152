import { Button } from "@mantine/core"
import { useRef, useState } from "react"

import classes from "./clip.module.css"
import { KeyHint } from "./key-hint"
import { mediaTime } from "./numbers"
import { texts } from "./texts"
import { useShortcuts } from "./use-shortcuts"

type Props = {
  src: string
  /** The stretch to play, in media time; null where it is not known. */
  startMs: number | null
  endMs: number | null
  /** What is heard and seen, for screen readers. */
  label: string
  /** Space plays it: for the one clip of a page. */
  hasKey?: boolean
}

/** A frame may be up to this early for the end of the stretch and still belong to what follows. */
const FRAME_MS = 20

/** One stretch of a recording: it plays from its start and stops at its end; the controls lead beyond it. */
export function Clip({ src, startMs, endMs, label, hasKey = false }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const isInside = useRef(false)
  const [hasFailed, setHasFailed] = useState(false)
  const canPlay = startMs !== null && !hasFailed

  const play = () => {
    if (!video.current || startMs === null) return
    isInside.current = true
    video.current.currentTime = startMs / 1000
    void video.current.play().catch(() => undefined) // The browser may refuse to play; the moment is shown all the same.
  }
  const stopAtEnd = (element: HTMLVideoElement) => {
    if (!isInside.current || endMs === null || element.currentTime * 1000 < endMs - FRAME_MS) return
    element.pause()
    isInside.current = false
  }
  useShortcuts(hasKey && canPlay ? { " ": play } : {})

  if (!canPlay) return <p className={classes.none}>{hasFailed ? texts.clip.failed : texts.clip.untimed}</p>
  return (
    <div className={classes.clip}>
      <video
        ref={video}
        controls
        preload="metadata"
        src={`${src}#t=${startMs / 1000}`}
        aria-label={label}
        onTimeUpdate={(event) => stopAtEnd(event.currentTarget)}
        onError={() => setHasFailed(true)}
      />
      <div className={classes.bar}>
        <Button variant="default" onClick={play} rightSection={hasKey && <KeyHint keys="Space" />}>
          {texts.clip.play}
        </Button>
        <span className="small number">
          {mediaTime(startMs)}
          {endMs !== null && ` – ${mediaTime(endMs)}`}
        </span>
      </div>
    </div>
  )
}
