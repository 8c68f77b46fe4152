import type { SessionDetail } from "../../api/corpus"
import { JobProgress } from "../../components/job-progress"
import { Panel } from "../../components/panel"
import { Statement } from "../../components/statement"
import { PrepareAgain } from "./session-actions"
import { texts } from "./texts"
import type { Preparation } from "./use-preparation"

type Props = { session: SessionDetail; preparation: Preparation | null; isLead: boolean }

/** What stands between this session and its labels, if anything does. */
export function SessionNotices({ session, preparation, isLead }: Props) {
  const { state, consent } = session
  const hasFailed = state === "failed" || preparation?.state === "failed" || preparation?.state === "cancelled"
  return (
    <>
      {hasFailed && (
        <Statement tone="bad" headline={state === "failed" ? texts.page.failed : texts.page.failedAgain}>
          {state === "failed" ? texts.page.failedText : texts.page.failedAgainText}{" "}
          {isLead && <PrepareAgain session={session} />}
        </Statement>
      )}
      {preparation && (preparation.isRunning || hasFailed) && (
        <Panel>
          <JobProgress key={preparation.uuid} uuid={preparation.uuid} showLog={hasFailed} />
        </Panel>
      )}
      {!consent.annotate && <Statement tone="warn" headline={texts.page.noLabel} />}
    </>
  )
}
