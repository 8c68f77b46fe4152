import { Button, SegmentedControl } from "@mantine/core"
import { useEffect, useRef, useState } from "react"

import { followVideo, type Placed } from "../follow-video"
import { KeyHint } from "../key-hint"
import { goToMs, learnClock, nowMs } from "../media-clock"
import { useShortcuts } from "../use-shortcuts"
import classes from "./cameras.module.css"
import { MomentSlider } from "./moment-slider"
import { texts } from "./texts"

type Props = {
  /** Where its recording comes from. */
  sourceOf: (camera: Camera) => string
  placed: Placed
  isPlaced: boolean
  durationMs: number
  /** When the first picture of each is shown; left out for copies, which browsers play on the recording's clock. */
  firstPictureMs?: Record<Camera, number>
  /** Told the offset at which both show the same moment, as a person says. */
  onSameMoment: (offsetMs: number) => void
  onUnplayable: () => void
}

export type Camera = "client" | "counsellor"

const HEARD = ["client", "counsellor", "both"] as const
type Heard = (typeof HEARD)[number]

/** Both recordings on one clock; or each by itself, to find a moment that both saw. */
export function Pair({ sourceOf, placed, isPlaced, durationMs, firstPictureMs, onSameMoment, onUnplayable }: Props) {
  const client = useRef<HTMLVideoElement>(null)
  const counsellor = useRef<HTMLVideoElement>(null)
  const latest = useRef(placed)
  latest.current = placed
  const [isByHand, setIsByHand] = useState(!isPlaced)
  const [heard, setHeard] = useState<Heard>("client")
  const [isPlaying, setIsPlaying] = useState(false)
  const [isOutside, setIsOutside] = useState(false)
  const [atMs, setAtMs] = useState(0)

  const firstOf = useRef(firstPictureMs)
  useEffect(() => {
    if (!firstOf.current || !client.current || !counsellor.current) return
    const ends = [
      learnClock(client.current, firstOf.current.client),
      learnClock(counsellor.current, firstOf.current.counsellor),
    ]
    return () => ends.forEach((end) => end())
  }, [])
  useEffect(() => {
    if (isPlaced) setIsByHand(false) // The sound has told.
  }, [isPlaced])
  useEffect(() => {
    if (isByHand || !client.current || !counsellor.current) return
    return followVideo(client.current, counsellor.current, () => latest.current, setIsOutside)
  }, [isByHand])
  useEffect(() => {
    // A nudge is seen at once, also while nothing plays.
    if (!isByHand) client.current?.dispatchEvent(new Event("seeked"))
  }, [isByHand, placed.offsetMs, placed.driftPpm])

  const toggle = () => {
    if (client.current?.paused) void client.current.play().catch(() => undefined)
    else client.current?.pause()
  }
  const goTo = (ms: number) => {
    if (client.current) goToMs(client.current, ms)
  }
  const sameMoment = () => {
    if (!client.current || !counsellor.current) return
    client.current.pause()
    counsellor.current.pause()
    onSameMoment(nowMs(client.current) - nowMs(counsellor.current) * (1 + placed.driftPpm / 1e6))
    setIsByHand(false)
  }
  useShortcuts(isByHand ? {} : { b: toggle })
  const videoOf = (camera: Camera) => ({
    src: sourceOf(camera),
    preload: "auto",
    playsInline: true,
    controls: isByHand,
    muted: !isByHand && heard !== "both" && heard !== camera,
    "aria-label": texts[camera],
    onError: onUnplayable,
  })

  return (
    <div className={classes.pair}>
      <figure>
        <video
          ref={client}
          {...videoOf("client")}
          onPlay={() => setIsPlaying(true)}
          onPause={() => setIsPlaying(false)}
          onTimeUpdate={(event) => setAtMs(nowMs(event.currentTarget))}
          onSeeked={(event) => setAtMs(nowMs(event.currentTarget))}
        />
        <figcaption>{texts.client}</figcaption>
      </figure>
      <figure data-is-outside={(isOutside && !isByHand) || undefined}>
        <video ref={counsellor} {...videoOf("counsellor")} />
        {isOutside && !isByHand && <p className={classes.outside}>{texts.notRunning}</p>}
        <figcaption>{texts.counsellor}</figcaption>
      </figure>
      {isByHand ? (
        <div className={classes.byHand}>
          <p>{texts.byHandHow}</p>
          <Button onClick={sameMoment}>{texts.sameMoment}</Button>
          {isPlaced && (
            <Button variant="default" onClick={() => setIsByHand(false)}>
              {texts.backTogether}
            </Button>
          )}
        </div>
      ) : (
        <div className={classes.playing}>
          <Button aria-keyshortcuts="B" rightSection={<KeyHint keys="B" isOnAccent />} onClick={toggle}>
            {isPlaying ? texts.pause : texts.play}
          </Button>
          <Button variant="default" onClick={() => goTo(Math.max(0, placed.offsetMs))}>
            {texts.beginning}
          </Button>
          <Button variant="default" onClick={() => goTo(endOf(placed, durationMs, counsellor.current) - 10_000)}>
            {texts.end}
          </Button>
          <SegmentedControl
            aria-label={texts.hear}
            value={heard}
            onChange={(value) => setHeard(HEARD.find((each) => each === value) ?? "client")}
            data={HEARD.map((value) => ({ value, label: texts.hearing[value] }))}
          />
          <Button variant="subtle" onClick={() => setIsByHand(true)}>
            {texts.byHand}
          </Button>
          <MomentSlider atMs={atMs} durationMs={durationMs} onChange={goTo} />
        </div>
      )}
    </div>
  )
}

/** When the first of the two ends, on the client's clock. */
function endOf(placed: Placed, durationMs: number, counsellor: HTMLVideoElement | null): number {
  const second = counsellor?.duration
  return second && Number.isFinite(second) ? Math.min(durationMs, placed.offsetMs + second * 1000) : durationMs
}
