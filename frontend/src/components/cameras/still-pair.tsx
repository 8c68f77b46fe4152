import { useDebouncedValue } from "@mantine/hooks"
import { useState } from "react"

import { momentIn, type Placed } from "../follow-video"
import classes from "./cameras.module.css"
import { MomentSlider } from "./moment-slider"
import type { Camera } from "./pair"
import { texts } from "./texts"

type Props = {
  /** Where a camera's picture at a moment of its own comes from. */
  stillOf: (camera: Camera, ms: number) => string
  placed: Placed
  durationMs: number
}

/** Where the browser can't play one of them: the picture of each at one moment. */
export function StillPair({ stillOf, placed, durationMs }: Props) {
  const [atMs, setAtMs] = useState(Math.max(0, placed.offsetMs))
  const [shownMs] = useDebouncedValue(atMs, 300)
  const secondMs = Math.round(momentIn(placed, shownMs / 1000) * 1000)
  return (
    <div className={classes.pair}>
      <p className={classes.playing}>{texts.stillsAlone}</p>
      <StillOf stillOf={stillOf} camera="client" atMs={shownMs} />
      <StillOf stillOf={stillOf} camera="counsellor" atMs={secondMs} />
      <MomentSlider atMs={atMs} durationMs={durationMs} onChange={setAtMs} />
    </div>
  )
}

type StillProps = Pick<Props, "stillOf"> & { camera: Camera; atMs: number }

function StillOf({ stillOf, camera, atMs }: StillProps) {
  const [missingMs, setMissingMs] = useState<number | null>(null)
  const isMissing = atMs < 0 || missingMs === atMs
  return (
    <figure data-is-outside={isMissing || undefined}>
      {isMissing ? (
        <p className={classes.outside}>{texts.notRunning}</p>
      ) : (
        <img
          src={stillOf(camera, atMs)}
          alt={texts.still(texts[camera], texts.at(atMs))}
          onError={() => setMissingMs(atMs)}
        />
      )}
      <figcaption>{texts[camera]}</figcaption>
    </figure>
  )
}
