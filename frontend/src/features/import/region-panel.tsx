import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { urlOf } from "../../api/client"
import type { Region } from "../../api/corpus"
import { facesQuery } from "../../api/faces"
import { explain } from "../../components/error-notice"
import { FacePicker } from "../../components/face-picker"
import { mediaTime } from "../../components/numbers"
import { Panel } from "../../components/panel"
import classes from "./import.module.css"
import { texts } from "./texts"

type Props = {
  draftId: number
  durationMs: number
  region: Region | null
  onRegion: (region: Region | null) => void
}

/** Which face is the client's, asked once; left open, it is the largest. */
export function RegionPanel({ draftId, durationMs, region, onRegion }: Props) {
  const [askedMs, setAskedMs] = useState<number>()
  const [isMissing, setIsMissing] = useState(false)
  const faces = useQuery({ ...facesQuery("drafts", draftId, askedMs), placeholderData: keepPreviousData })
  const isLooking = faces.isPending || faces.isPlaceholderData
  const atMs = (isLooking ? askedMs : faces.data?.at_ms) ?? askedMs ?? Math.round(durationMs / 12)
  return (
    <Panel title={texts.region} note={texts.regionNote}>
      <div className={classes.drawing}>
        <FacePicker
          faces={isLooking ? undefined : (faces.data?.faces ?? [])}
          atMs={atMs}
          durationMs={durationMs}
          value={region}
          onChange={onRegion}
          onMoment={setAskedMs}
        >
          <img
            src={urlOf(`drafts/${draftId}/still/?at_ms=${atMs}`)}
            alt={isMissing ? "" : texts.still(mediaTime(atMs))}
            draggable={false}
            onLoad={() => setIsMissing(false)}
            onError={() => setIsMissing(true)}
          />
        </FacePicker>
        {isMissing && <p role="status">{texts.noStill}</p>}
        {faces.error && <p role="alert">{explain(faces.error)}</p>}
      </div>
    </Panel>
  )
}
