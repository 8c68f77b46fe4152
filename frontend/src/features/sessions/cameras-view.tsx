import { Button } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import { urlOf } from "../../api/client"
import type { CounsellorRecording, SessionDetail } from "../../api/corpus"
import { OffsetBar } from "../../components/cameras/offset-bar"
import { Pair } from "../../components/cameras/pair"
import { texts as common } from "../../components/cameras/texts"
import { KeyHint } from "../../components/key-hint"
import { useMoved } from "../../components/moving/use-moved"
import { Panel } from "../../components/panel"
import { Statement } from "../../components/statement"
import { useShortcuts } from "../../components/use-shortcuts"
import { moveCounsellorCamera, sessionQueries } from "./queries"
import classes from "./sessions.module.css"
import { texts } from "./texts"

type Props = { session: SessionDetail; second: CounsellorRecording; durationMs: number }

/** How a session's two recordings lie, to be seen, heard and mended as at the import. */
export function CamerasView({ session, second, durationMs }: Props) {
  const [openedMs] = useState(second.offset_ms)
  const [isPlayable, setIsPlayable] = useState(true)
  const offset = useKeptOffset(session.id, second)
  const undo = () => offset.move(openedMs)
  useShortcuts({ u: undo })
  if (!isPlayable)
    return (
      <Statement tone="warn" headline={texts.page.noPicture}>
        {texts.page.unplayable}
      </Statement>
    )
  return (
    <>
      <Statement headline={common.began(offset.ms)} />
      <Panel title={texts.cameras.both} note={common.note}>
        <div className={classes.cameras}>
          <Pair
            sourceOf={(camera) => urlOf(`sessions/${session.id}/video/?camera=${camera}`)}
            placed={{ offsetMs: offset.ms, driftPpm: second.drift_ppm }}
            isPlaced
            durationMs={durationMs}
            onSameMoment={(ms) => offset.move(Math.round(ms))}
            onUnplayable={() => setIsPlayable(false)}
          />
          <OffsetBar offset={offset} onMove={offset.move} />
          {offset.ms !== openedMs && (
            <p className="small">
              <Button
                variant="default"
                size="compact-sm"
                aria-keyshortcuts="U"
                rightSection={<KeyHint keys="U" />}
                onClick={undo}
              >
                {texts.cameras.undo((openedMs / 1000).toFixed(3))}
              </Button>{" "}
              {texts.cameras.undoNote}
            </p>
          )}
        </div>
      </Panel>
    </>
  )
}

/** When the second camera began, kept with the session as it is moved. One after the other, so that the last one holds. */
function useKeptOffset(id: number, second: CounsellorRecording) {
  const queryClient = useQueryClient()
  const { mutate, error } = useMutation({
    scope: { id: `cameras-${id}` },
    mutationFn: (offsetMs: number) => moveCounsellorCamera(id, offsetMs),
    onSuccess: (recording) =>
      queryClient.setQueryData(
        sessionQueries.one(id).queryKey,
        (old) => old && { ...old, counsellor_recording: recording },
      ),
  })
  return useMoved(second.offset_ms, { save: mutate, error })
}
