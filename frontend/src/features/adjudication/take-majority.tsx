import { Button, Checkbox, Textarea } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { notifications } from "@mantine/notifications"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useId, useState } from "react"

import { studyQuery } from "../../api/queries"
import type { Job } from "../../api/types"
import { ConfirmDialog } from "../../components/confirm-dialog"
import { enterSaves } from "../../components/enter-saves"
import { showError } from "../../components/error-notice"
import { JobProgress } from "../../components/job-progress"
import { dateTime } from "../../components/numbers"
import classes from "./adjudication.module.css"
import { acceptConsensus, consensusQuery, disagreementQueries, type Accepted } from "./queries"
import { texts } from "./texts"

/** Make gold labels of every majority that nobody disputes, after saying how many. */
export function TakeMajority({ slug }: { slug: string }) {
  const queryClient = useQueryClient()
  const [isAsking, { open, close }] = useDisclosure()
  const [countsFew, setCountsFew] = useState(false)
  const [reason, setReason] = useState("")
  const [started, setStarted] = useState<string>()
  const consensus = useQuery(consensusQuery(slug)).data
  const tally = useQuery(disagreementQueries.tally(slug)).data
  const why = useId()
  const say = texts.queue
  const accept = useMutation({
    mutationFn: () => acceptConsensus(slug, { few_raters_reason: countsFew ? reason.trim() : "" }),
    onSuccess: ({ uuid }) => setStarted(uuid),
    onError: (error) => showError(error),
    onSettled: close,
  })
  const tell = (job: Job) => {
    const result = job.result as Accepted | null // What a job comes to is each domain's own.
    if (job.state === "succeeded" && result) notifications.show({ message: say.taken(result) })
    setStarted(undefined)
    void queryClient.invalidateQueries({ queryKey: disagreementQueries.all() })
    void queryClient.invalidateQueries({ queryKey: studyQuery(slug).queryKey })
  }
  const computedAt = consensus?.computed_at
  const job = tally?.accepting ?? started
  if (job) return <JobProgress key={job} uuid={job} onOver={tell} />
  return (
    <>
      {consensus && !computedAt && (
        <span id={why} className="small">
          {say.takeNone}
        </span>
      )}
      <Button
        variant={tally && tally.n_to_accept > 0 ? "filled" : "default"}
        disabled={!computedAt}
        aria-describedby={why}
        onClick={open}
      >
        {tally && tally.n_to_accept > 0 ? say.takeSome(tally.n_to_accept) : say.take}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={say.takeTitle}
        confirm={say.takeConfirm}
        isBusy={accept.isPending}
        isDisabled={countsFew && !reason.trim()}
        onConfirm={() => accept.mutate()}
        onCancel={close}
      >
        {consensus && computedAt && tally && (
          <div className={classes.stack}>
            <p>{say.takeText(tally.n_to_accept, tally.n_open)}</p>
            <p className="small">
              {consensus.is_stale ? say.takeStale(dateTime(computedAt)) : say.takeAsOf(dateTime(computedAt))}
            </p>
            {tally.n_few_raters > 0 && (
              <>
                <Checkbox
                  label={say.takeFew(tally.n_few_raters, consensus.raters_needed)}
                  checked={countsFew}
                  onChange={(event) => setCountsFew(event.currentTarget.checked)}
                />
                {countsFew && (
                  <Textarea
                    label={say.fewReason}
                    description={say.fewReasonHint}
                    required
                    autosize
                    minRows={2}
                    maxLength={2000}
                    value={reason}
                    onChange={(event) => setReason(event.currentTarget.value)}
                    onKeyDown={(event) =>
                      enterSaves(event, () => {
                        if (reason.trim() && !accept.isPending) accept.mutate()
                      })
                    }
                  />
                )}
              </>
            )}
          </div>
        )}
      </ConfirmDialog>
    </>
  )
}
