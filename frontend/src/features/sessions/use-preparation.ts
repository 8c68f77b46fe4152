import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"

import type { Session } from "../../api/corpus"
import type { JobState } from "../../api/types"
import { isOver, jobQuery } from "../../components/job-progress"
import { sessionQueries } from "./queries"

export type Preparation = { uuid: string; state: JobState; isRunning: boolean }

/**
 * The job that prepares the session's recording, first or once more, for whoever may watch it.
 * A session stays ready while its frames are taken again; when the job is over, its pages are asked anew.
 */
export function usePreparation(session: Session | undefined, mayWatch: boolean): Preparation | null {
  const queryClient = useQueryClient()
  const uuid = session?.job ?? ""
  const job = useQuery({ ...jobQuery(uuid), enabled: mayWatch && uuid !== "" }).data
  const isRunning = job !== undefined && !isOver(job)

  useEffect(() => {
    if (!isRunning) return
    return () => void queryClient.invalidateQueries({ queryKey: sessionQueries.all() })
  }, [isRunning, queryClient])
  return job ? { uuid, state: job.state, isRunning } : null
}
