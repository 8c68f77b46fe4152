import { useDebouncedValue } from "@mantine/hooks"
import { useState } from "react"

import { urlOf } from "../../../api/client"
import { momentIn, type Placed } from "../../../components/follow-video"
import classes from "./cameras.module.css"
import { MomentSlider } from "./moment-slider"
import { texts } from "./texts"

type Props = { draftId: number; placed: Placed; durationMs: number }

/** Where the browser can't play one of them: the picture of each at one moment. */
export function StillPair({ draftId, placed, durationMs }: Props) {
  const [atMs, setAtMs] = useState(Math.max(0, placed.offsetMs))
  const [shownMs] = useDebouncedValue(atMs, 300)
  const secondMs = Math.round(momentIn(placed, shownMs / 1000) * 1000)
  return (
    <div className={classes.pair}>
      <p className={classes.playing}>{texts.unplayable}</p>
      <StillOf draftId={draftId} camera="client" atMs={shownMs} />
      <StillOf draftId={draftId} camera="counsellor" atMs={secondMs} />
      <MomentSlider atMs={atMs} durationMs={durationMs} onChange={setAtMs} />
    </div>
  )
}

function StillOf({ draftId, camera, atMs }: { draftId: number; camera: "client" | "counsellor"; atMs: number }) {
  const [missingMs, setMissingMs] = useState<number | null>(null)
  const isMissing = atMs < 0 || missingMs === atMs
  return (
    <figure data-is-outside={isMissing || undefined}>
      {isMissing ? (
        <p className={classes.outside}>{texts.notRunning}</p>
      ) : (
        <img
          src={urlOf(`drafts/${draftId}/still/?at_ms=${atMs}&camera=${camera}`)}
          alt={texts.still(texts[camera], texts.at(atMs))}
          onError={() => setMissingMs(atMs)}
        />
      )}
      <figcaption>{texts[camera]}</figcaption>
    </figure>
  )
}
