import { Button, Progress } from "@mantine/core"
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef } from "react"

import { request } from "../api/client"
import type { Job } from "../api/types"
import { ErrorNotice, showError } from "./error-notice"
import classes from "./job-progress.module.css"
import { TableSkeleton } from "./skeleton"
import { texts } from "./texts"

const POLL_MS = 1000

export const isOver = (job: Job): boolean => !["queued", "running"].includes(job.state)

export const jobQuery = (uuid: string) =>
  queryOptions({
    queryKey: ["job", uuid],
    queryFn: ({ signal }) => request<Job>(`jobs/${uuid}/`, { signal }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : POLL_MS),
  })

type Props = {
  uuid: string
  /** Called once when the job is found over, whichever way it ended. */
  onOver?: (job: Job) => void
  showLog?: boolean
}

/** A job's state, progress and step, asked every second, with a way to cancel it. */
export function JobProgress({ uuid, onOver, showLog = false }: Props) {
  const queryClient = useQueryClient()
  const job = useQuery(jobQuery(uuid))
  const cancel = useMutation({
    mutationFn: () => request<Job>(`jobs/${uuid}/cancel/`, { method: "POST" }),
    onSuccess: (cancelled) => queryClient.setQueryData(jobQuery(uuid).queryKey, cancelled),
    onError: (error) => showError(error),
  })
  useOnceOver(job.data, onOver)

  if (!job.data) {
    return job.error ? <ErrorNotice error={job.error} retry={() => void job.refetch()} /> : <TableSkeleton rows={2} />
  }
  const { title, state, progress, step, attempt, error, log_tail, cancel_requested_at } = job.data
  return (
    <div className={classes.job} data-state={state}>
      <div className={classes.line} role="status">
        <strong>{title}</strong>
        <span className="small">
          {texts.job[state]}
          {state === "running" && step && ` · ${step}`}
          {attempt > 1 && ` · ${texts.job.attempt(attempt)}`}
        </span>
        <span className={classes.grow} />
        {!isOver(job.data) && (
          <Button
            variant="default"
            size="compact-sm"
            disabled={cancel_requested_at !== null}
            loading={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            {cancel_requested_at ? texts.job.cancelling : texts.job.cancel}
          </Button>
        )}
      </div>
      {!isOver(job.data) && <Progress value={progress * 100} size={6} aria-label={texts.job.progress(title)} />}
      {error && <p className={classes.error}>{error}</p>}
      {showLog && log_tail && (
        <details open={state === "failed"}>
          <summary>{texts.job.log}</summary>
          <pre tabIndex={0}>{log_tail}</pre>
        </details>
      )}
    </div>
  )
}

function useOnceOver(job: Job | undefined, onOver: Props["onOver"]) {
  const told = useRef<string>(null)
  useEffect(() => {
    if (!job || !isOver(job) || told.current === job.uuid) return
    told.current = job.uuid
    onOver?.(job)
  }, [job, onOver])
}
