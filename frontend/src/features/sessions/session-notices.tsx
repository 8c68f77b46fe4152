import { useQueryClient } from "@tanstack/react-query"

import type { SessionDetail } from "../../api/corpus"
import { JobProgress } from "../../components/job-progress"
import { Panel } from "../../components/panel"
import { Statement } from "../../components/statement"
import { sessionQueries } from "./queries"
import { PrepareAgain } from "./session-actions"
import { texts } from "./texts"

type Props = { session: SessionDetail; isLead: boolean; mayWatchJobs: boolean }

/** What stands between this session and its labels, if anything does. */
export function SessionNotices({ session, isLead, mayWatchJobs }: Props) {
  const queryClient = useQueryClient()
  const refresh = () => void queryClient.invalidateQueries({ queryKey: sessionQueries.all() })
  const { state, job, consent } = session
  return (
    <>
      {state === "failed" && (
        <Statement tone="bad" headline={texts.page.failed}>
          {texts.page.failedText} {isLead && <PrepareAgain session={session} />}
        </Statement>
      )}
      {state !== "ready" && job && mayWatchJobs && (
        <Panel>
          <JobProgress key={job} uuid={job} showLog={state === "failed"} onOver={refresh} />
        </Panel>
      )}
      {!consent.annotate && <Statement tone="warn" headline={texts.page.noLabel} />}
    </>
  )
}
