import { notifications } from "@mantine/notifications"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"

import { isApiError } from "../../api/client"
import type { SessionDetail } from "../../api/corpus"
import type { Frame, FrameDetail } from "../../api/frames"
import { ErrorNotice, showError } from "../../components/error-notice"
import { Panel } from "../../components/panel"
import { PageSkeleton } from "../../components/skeleton"
import { useShortcuts } from "../../components/use-shortcuts"
import { Choosing } from "./choosing"
import { DeskHead } from "./desk-head"
import classes from "./frames.module.css"
import { History } from "./history"
import { chooseFrame, frameQueries, takeBack, type Choice } from "./queries"
import { Standing } from "./standing"
import { texts } from "./texts"

type Props = {
  session: SessionDetail
  id: number
  isLead: boolean
  /** The frames beside it on the sheet it was opened from. */
  previous: Frame | undefined
  next: Frame | undefined
  onGo: (frame: Frame) => void
  onBack: () => void
}

/** One frame: what stands, what else the turn shows, and who chose what. */
export function Desk({ session, id, isLead, previous, next, onGo, onBack }: Props) {
  const frame = useQuery(frameQueries.one(id))
  const change = useChange(id, frame.data?.version ?? 0)
  const standing = frame.data
  const isByHand = standing?.is_by_hand ?? false

  useShortcuts({
    n: next && (() => onGo(next)),
    p: previous && (() => onGo(previous)),
    u: isLead && isByHand && !change.isPending ? () => change.mutate(null) : undefined,
    Escape: onBack,
  })

  if (frame.error) return <ErrorNotice error={frame.error} retry={() => void frame.refetch()} />
  if (!standing) return <PageSkeleton />
  return (
    <>
      <DeskHead frame={standing} previous={previous} next={next} onGo={onGo} onBack={onBack} />
      <div className={classes.desk}>
        <Panel title={texts.desk.moment} note={isLead ? undefined : texts.desk.onlyLeads}>
          <Choosing
            key={`${id} ${standing.sha256}`}
            session={session}
            frame={standing}
            mayChoose={isLead}
            isBusy={change.isPending}
            onChoose={change.mutate}
          />
        </Panel>
        <div className={classes.side}>
          <Panel title={texts.desk.chosen}>
            <Standing
              frame={standing}
              isBusy={change.isPending}
              onTakeBack={isLead && isByHand ? () => change.mutate(null) : undefined}
            />
          </Panel>
          <Panel title={texts.desk.history}>
            <History frame={standing} />
          </Panel>
        </div>
      </div>
    </>
  )
}

/** Put another picture in the frame's place, or with null take that back. */
function useChange(id: number, version: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (choice: Choice | null) => (choice ? chooseFrame(id, version, choice) : takeBack(id, version)),
    onSuccess: async (changed: FrameDetail, choice) => {
      queryClient.setQueryData(frameQueries.one(id).queryKey, changed)
      notifications.show({
        message: !choice ? texts.desk.takenBack : changed.face_box ? texts.desk.saved : texts.desk.savedNoFace,
      })
      await queryClient.invalidateQueries({ queryKey: [...frameQueries.all(), "sheet"] })
    },
    onError: async (error) => {
      showError(error)
      // Somebody else changed it meanwhile: what they chose is shown before anything is chosen again.
      if (isApiError(error) && error.status === 409) {
        await queryClient.invalidateQueries({ queryKey: frameQueries.all() })
      }
    },
  })
}
