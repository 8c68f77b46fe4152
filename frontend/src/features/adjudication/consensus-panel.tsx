import { Button } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import { studyQuery } from "../../api/queries"
import type { Job } from "../../api/types"
import { ErrorNotice, showError } from "../../components/error-notice"
import { JobProgress } from "../../components/job-progress"
import { dateTime } from "../../components/numbers"
import { Panel } from "../../components/panel"
import { TableSkeleton } from "../../components/skeleton"
import classes from "./adjudication.module.css"
import { computeConsensus, consensusQuery, disagreementQueries } from "./queries"
import { HowFound } from "./how-found"
import { Tally } from "./tally"
import { texts } from "./texts"

/** What the latest consensus covers, and a way to compute it of the ratings as they are now. */
export function ConsensusPanel({ slug }: { slug: string }) {
  const queryClient = useQueryClient()
  const consensus = useQuery(consensusQuery(slug))
  const [started, setStarted] = useState<string>()
  const [over, setOver] = useState<string>()
  const compute = useMutation({
    mutationFn: () => computeConsensus(slug),
    onSuccess: ({ uuid }) => setStarted(uuid),
    onError: (error) => {
      showError(error)
      void consensus.refetch()
    },
  })
  const showNew = ({ uuid, state }: Job) => {
    setOver(uuid)
    if (state === "succeeded") setStarted(undefined) // What it came to is what the panel shows.
    void consensus.refetch()
    void queryClient.invalidateQueries({ queryKey: disagreementQueries.all() })
    void queryClient.invalidateQueries({ queryKey: studyQuery(slug).queryKey })
  }
  const say = texts.review
  const counts = consensus.data
  const job = counts?.job ?? started
  return (
    <Panel title={say.consensus}>
      {consensus.error && <ErrorNotice error={consensus.error} retry={() => void consensus.refetch()} />}
      {consensus.isPending && <TableSkeleton rows={2} />}
      {counts && (
        <div className={classes.stack}>
          <div className={classes.counts}>
            <p>{counts.computed_at ? say.computed(counts.n_turns, counts.n_labels, counts.n_ties) : say.notComputed}</p>
            {counts.computed_at && counts.n_far_apart > 0 && <p>{say.farApart(counts.n_far_apart)}</p>}
            {counts.computed_at && counts.n_few_raters > 0 && (
              <p>{say.fewRaters(counts.n_few_raters, counts.raters_needed)}</p>
            )}
            {counts.computed_at && (
              <p className="small" data-stale={counts.is_stale || undefined}>
                {counts.is_stale
                  ? say.stale(dateTime(counts.computed_at))
                  : say.computedAt(dateTime(counts.computed_at))}
              </p>
            )}
            {counts.computed_at && <Tally slug={slug} />}
            <HowFound />
          </div>
          {job && <JobProgress key={job} uuid={job} onOver={showNew} />}
          {(!job || job === over) && (
            <div>
              <Button
                variant={counts.computed_at && !counts.is_stale ? "default" : "filled"}
                loading={compute.isPending}
                onClick={() => compute.mutate()}
              >
                {counts.computed_at ? say.computeAgain : say.compute}
              </Button>
            </div>
          )}
        </div>
      )}
    </Panel>
  )
}
