import { useQuery } from "@tanstack/react-query"

import type { SessionDetail } from "../../api/corpus"
import type { FrameDetail } from "../../api/frames"
import { ErrorNotice } from "../../components/error-notice"
import { TableSkeleton } from "../../components/skeleton"
import { clipNote } from "../../components/turn-clip"
import { frameQueries, type Choice } from "./queries"
import { Stepping } from "./stepping"
import { texts } from "./texts"

type Props = {
  session: SessionDetail
  frame: FrameDetail
  mayChoose: boolean
  isBusy: boolean
  onChoose: (choice: Choice) => void
}

/** The turn's pictures to choose among, where it has times and the recording can be watched. */
export function Choosing({ session, frame, mayChoose, isBusy, onChoose }: Props) {
  const pictures = useQuery({ ...frameQueries.pictures(session.id), enabled: session.may_play })
  const { from_ms, until_ms } = frame.clip
  if (from_ms === null) return <p>{clipNote(frame.clip)}</p>
  if (!session.may_play) return <p>{session.why_not_play || texts.desk.noVideo}</p>
  if (pictures.error) return <ErrorNotice error={pictures.error} retry={() => void pictures.refetch()} />
  if (!pictures.data) return <TableSkeleton rows={4} />
  return (
    <Stepping
      sessionId={session.id}
      frame={frame}
      turn={{ from_ms, until_ms: until_ms ?? from_ms }}
      pictures={pictures.data}
      mayChoose={mayChoose}
      isBusy={isBusy}
      onChoose={onChoose}
    />
  )
}
