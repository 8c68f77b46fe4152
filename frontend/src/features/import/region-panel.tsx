import { Button, Slider } from "@mantine/core"
import { useState } from "react"

import { urlOf } from "../../api/client"
import type { Region } from "../../api/corpus"
import { mediaTime } from "../../components/numbers"
import { Panel } from "../../components/panel"
import { RegionPicker } from "../../components/region-picker"
import classes from "./import.module.css"
import { texts } from "./texts"

type Props = {
  draftId: number
  durationMs: number
  region: Region | null
  onRegion: (region: Region | null) => void
}

/** Where the client is, drawn on a picture of the recording; left out, faces are looked for everywhere. */
export function RegionPanel({ draftId, durationMs, region, onRegion }: Props) {
  const [isDrawing, setIsDrawing] = useState(false)
  const leaveOut = () => {
    onRegion(null)
    setIsDrawing(false)
  }
  return (
    <Panel
      title={texts.region}
      note={texts.regionNote}
      actions={
        isDrawing ? (
          <Button variant="default" onClick={leaveOut}>
            {texts.undraw}
          </Button>
        ) : (
          <Button variant="default" onClick={() => setIsDrawing(true)}>
            {texts.draw}
          </Button>
        )
      }
    >
      {isDrawing && <Drawing draftId={draftId} durationMs={durationMs} region={region} onRegion={onRegion} />}
    </Panel>
  )
}

function Drawing({ draftId, durationMs, region, onRegion }: Props) {
  const [atMs, setAtMs] = useState(Math.round(durationMs / 10))
  const [isMissing, setIsMissing] = useState(false)
  return (
    <div className={classes.drawing}>
      <RegionPicker value={region} onChange={onRegion}>
        <img
          src={urlOf(`drafts/${draftId}/still/?at_ms=${atMs}`)}
          alt={isMissing ? "" : texts.still(mediaTime(atMs))}
          draggable={false}
          onLoad={() => setIsMissing(false)}
          onError={() => setIsMissing(true)}
        />
      </RegionPicker>
      {isMissing && <p role="status">{texts.noStill}</p>}
      <Slider
        aria-label={texts.moment}
        min={0}
        max={durationMs}
        step={500}
        defaultValue={atMs}
        label={(ms) => mediaTime(ms)}
        onChangeEnd={setAtMs}
      />
    </div>
  )
}
