import { Progress } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"

import type { Session } from "../../api/corpus"
import { jobQuery } from "../../components/job-progress"
import { percent } from "../../components/numbers"
import classes from "./sessions.module.css"
import { texts } from "./texts"

type Props = { session: Pick<Session, "key" | "state" | "job" | "consent"> }

/** A session's state as a word, with the progress of its preparation; without consent it is ready for nothing. */
export function SessionState({ session: { key, state, job, consent } }: Props) {
  if (state === "ready" && !(consent.view && consent.annotate)) {
    return (
      <span className={classes.state} data-state="no_consent">
        {texts.noConsent}
      </span>
    )
  }
  return (
    <span className={classes.state} data-state={state}>
      {texts.states[state]}
      {state === "preparing" && job && <Meter uuid={job} session={key} />}
    </span>
  )
}

function Meter({ uuid, session }: { uuid: string; session: string }) {
  const job = useQuery(jobQuery(uuid)).data
  if (!job) return null
  return (
    <>
      <Progress value={job.progress * 100} size={6} w={64} aria-label={texts.preparing(session)} />
      <span className="small number">{percent(job.progress)}</span>
    </>
  )
}
