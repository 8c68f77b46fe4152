import { request } from "../../../api/client"
import type { Job } from "../../../api/types"
import { isOver } from "../../../components/job-progress"

const POLL_MS = 500

/** A person ended the check of a recording, which stays where it is. */
export class CheckCancelled extends Error {
  override name = "CheckCancelled"
}

export type Inspection = {
  /** Settles once it is known whether the recording is whole; what is wrong with it is told when the import is begun. */
  finished: Promise<void>
  cancel: () => void
  /** Ask no longer; the server goes on. */
  leave: () => void
}

/** Have the server look through a recording that has arrived, and follow it. */
export function lookThrough(uploadId: string, onJob: (job: Job) => void): Inspection {
  const leaving = new AbortController()
  const { signal } = leaving
  let uuid: string | undefined
  const follow = async () => {
    let job = await request<Job>(`uploads/${uploadId}/inspection/`, { method: "POST" })
    uuid = job.uuid
    while (!isOver(job)) {
      onJob(job)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      job = await request<Job>(`jobs/${uuid}/`, { signal })
    }
    if (job.state === "cancelled") throw new CheckCancelled()
  }
  return {
    finished: follow(),
    // Where it has just ended there is nothing to cancel, and the next look shows how it ended.
    cancel: () => void (uuid && request(`jobs/${uuid}/cancel/`, { method: "POST" }).catch(() => undefined)),
    leave: () => leaving.abort(),
  }
}
