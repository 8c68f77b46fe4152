import { Button, Checkbox } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import { urlOf } from "../../../api/client"
import { OffsetBar } from "../../../components/cameras/offset-bar"
import { Pair } from "../../../components/cameras/pair"
import { StillPair } from "../../../components/cameras/still-pair"
import { texts as common } from "../../../components/cameras/texts"
import { JobProgress } from "../../../components/job-progress"
import type { Moved } from "../../../components/moving/use-moved"
import { Panel } from "../../../components/panel"
import { Statement } from "../../../components/statement"
import { importQueries, type CounsellorVideo, type Draft } from "../queries"
import classes from "./cameras.module.css"
import { findingOf } from "./finding"
import { texts } from "./texts"

type Props = {
  draft: Draft
  second: CounsellorVideo
  /** Of the client's recording. */
  durationMs: number
  offset: Moved
  areTogether: boolean
  onTogether: (areTogether: boolean) => void
  onMoveTranscript: (offsetMs: number) => void
}

/** How the recordings of two cameras lie: proposed by their sound, to be seen, heard, mended and confirmed. */
export function CamerasPanel({ draft, second, durationMs, offset, areTogether, onTogether, onMoveTranscript }: Props) {
  const [isPlayable, setIsPlayable] = useState(true)
  const offsetMs = offset.ms
  const placed = { offsetMs: offsetMs ?? 0, driftPpm: second.drift_ppm }
  const move = (ms: number) => {
    offset.move(Math.round(ms))
    onTogether(false) // What was looked at is not what is shown now.
  }
  return (
    <Panel title={texts.title} note={common.note}>
      <div className={classes.cameras}>
        <Finding draft={draft} second={second} />
        {isPlayable ? (
          <Pair
            sourceOf={(camera) => urlOf(`drafts/${draft.id}/video/?camera=${camera}`)}
            placed={placed}
            isPlaced={offsetMs !== null}
            durationMs={durationMs}
            firstPictureMs={{ client: draft.probe?.start_ms ?? 0, counsellor: second.probe.start_ms }}
            onSameMoment={move}
            onUnplayable={() => setIsPlayable(false)}
          />
        ) : (
          <StillPair
            stillOf={(camera, ms) => urlOf(`drafts/${draft.id}/still/?at_ms=${ms}&camera=${camera}`)}
            placed={placed}
            durationMs={durationMs}
          />
        )}
        <OffsetBar offset={offset} onMove={move} />
        {offsetMs !== null && offsetMs !== 0 && (
          <p className={classes.transcript}>
            {texts.transcript}{" "}
            <Button variant="subtle" size="compact-sm" onClick={() => onMoveTranscript(offsetMs)}>
              {texts.moveTranscript}
            </Button>
          </p>
        )}
        <Checkbox
          label={texts.together}
          description={offsetMs === null ? texts.nothingYet : undefined}
          disabled={offsetMs === null}
          checked={areTogether}
          onChange={(event) => onTogether(event.currentTarget.checked)}
        />
      </div>
    </Panel>
  )
}

function Finding({ draft, second }: Pick<Props, "draft" | "second">) {
  const queryClient = useQueryClient()
  const [isOver, setIsOver] = useState(false)
  const finding = findingOf(second)
  if (finding) {
    return (
      <Statement headline={finding.headline} tone={finding.tone}>
        {finding.text}
      </Statement>
    )
  }
  return (
    <>
      {second.job && (
        <JobProgress
          uuid={second.job}
          onOver={() => {
            setIsOver(true)
            void queryClient.invalidateQueries({ queryKey: importQueries.draft(draft.id).queryKey })
          }}
        />
      )}
      {(isOver || !second.job) && <p>{texts.notListened}</p>}
    </>
  )
}
