import { Button, Slider } from "@mantine/core"
import { useRef, useState } from "react"

import type { TurnClip } from "../api/types"
import classes from "./clip.module.css"
import { useVideo } from "./empty-video"
import { KeyHint } from "./key-hint"
import { mediaTime } from "./numbers"
import { texts } from "./texts"
import { clipNote, clipTimes } from "./turn-clip"
import { useShortcuts } from "./use-shortcuts"

type Props = {
  src: string
  clip: TurnClip
  /** What is heard and seen, for screen readers. */
  label: string
  /** Space plays and pauses it: for the one clip of a page. */
  hasKey?: boolean
}

/** A frame may be up to this early for the end of the stretch and still belong to what follows. */
const FRAME_MS = 20

/** How far the slider leads beyond the stretch. */
const BEYOND_MS = 10_000

/**
 * Where a turn plays: from its start to its end; "play on" and the slider lead beyond it. Without a length it plays on.
 * Nothing lies over the picture, so that a face can be judged while it is paused.
 */
export function Clip({ src, clip, label, hasKey = false }: Props) {
  const { from_ms: startMs, until_ms: endMs } = clip
  const note = clipNote(clip)
  const { video, ref } = useVideo()
  const isInside = useRef(false)
  const [hasFailed, setHasFailed] = useState(false)
  const [isPlaying, setIsPlaying] = useState(false)
  const [isMuted, setIsMuted] = useState(false)
  const [atMs, setAtMs] = useState(startMs ?? 0)
  const canPlay = startMs !== null && !hasFailed

  const play = () => {
    if (!video.current || startMs === null) return
    isInside.current = true
    video.current.currentTime = startMs / 1000
    start(video.current)
  }
  const toggle = () => (isPlaying ? video.current?.pause() : play())
  const playOn = () => {
    isInside.current = false
    if (video.current) start(video.current)
  }
  const goTo = (ms: number) => {
    isInside.current = false
    setAtMs(ms)
    if (video.current) video.current.currentTime = ms / 1000
  }
  const follow = (element: HTMLVideoElement) => {
    setAtMs(element.currentTime * 1000)
    stopAtEnd(element)
  }
  const stopAtEnd = (element: HTMLVideoElement) => {
    if (!isInside.current || endMs === null || element.currentTime * 1000 < endMs - FRAME_MS) return
    element.pause()
    isInside.current = false
  }
  useShortcuts(hasKey && canPlay ? { " ": toggle } : {})

  if (!canPlay) return <p className={classes.none}>{hasFailed ? texts.clip.failed : note}</p>
  return (
    <div className={classes.clip}>
      <video
        ref={ref}
        playsInline
        muted={isMuted}
        preload="metadata"
        src={`${src}#t=${startMs / 1000}`}
        aria-label={label}
        onClick={toggle}
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onTimeUpdate={(event) => follow(event.currentTarget)}
        onError={() => setHasFailed(true)}
      />
      <Slider
        thumbLabel={texts.clip.moment}
        min={Math.max(0, startMs - BEYOND_MS)}
        max={(endMs ?? startMs) + BEYOND_MS}
        step={100}
        value={atMs}
        label={mediaTime}
        onChange={goTo}
      />
      <div className={classes.bar}>
        <Button variant="default" onClick={toggle} rightSection={hasKey && <KeyHint keys="Space" />}>
          {isPlaying ? texts.clip.pause : texts.clip.play}
        </Button>
        <Button variant="subtle" disabled={isPlaying} onClick={playOn}>
          {texts.clip.playOn}
        </Button>
        <Button variant="subtle" onClick={() => setIsMuted(!isMuted)}>
          {isMuted ? texts.clip.soundOn : texts.clip.soundOff}
        </Button>
        <span className="small number">{clipTimes(clip)}</span>
      </div>
      {note && <p className="small">{note}</p>}
    </div>
  )
}

/** The browser may refuse to play; the moment is shown all the same. */
const start = (element: HTMLVideoElement) => void element.play().catch(() => undefined)
