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
  const hasEnded = state === "failed" || state === "cancelled"
  return (
    <>
      {hasEnded && (
        <Statement tone={state === "failed" ? "bad" : "warn"} headline={texts.page[state]}>
          {state === "failed" ? texts.page.failedText : texts.page.cancelledText}{" "}
          {isLead ? <PrepareAgain session={session} /> : texts.page.askLead}
        </Statement>
      )}
      {preparation && (preparation.isRunning || state === "failed") && (
        <Panel>
          <JobProgress key={preparation.uuid} uuid={preparation.uuid} showLog={state === "failed"} />
        </Panel>
      )}
      {!consent.annotate && <Statement tone="warn" headline={texts.page.noLabel} />}
    </>
  )
}
