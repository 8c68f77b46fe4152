import { Button } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"

import { ErrorNotice, showError } from "../../components/error-notice"
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
  const compute = useMutation({
    mutationFn: () => computeConsensus(slug),
    onSuccess: (counts) => {
      queryClient.setQueryData(consensusQuery(slug).queryKey, counts)
      void queryClient.invalidateQueries({ queryKey: disagreementQueries.all() })
      void queryClient.invalidateQueries({ queryKey: ["study", slug] })
    },
    onError: (error) => showError(error),
  })
  const say = texts.review
  const counts = consensus.data
  return (
    <Panel title={say.consensus}>
      {consensus.error && <ErrorNotice error={consensus.error} retry={() => void consensus.refetch()} />}
      {consensus.isPending && <TableSkeleton rows={2} />}
      {counts && (
        <div className={classes.stack}>
          <div>
            <p>{counts.computed_at ? say.computed(counts.n_turns, counts.n_labels, counts.n_ties) : say.notComputed}</p>
            {counts.computed_at && <p className="small">{say.computedAt(dateTime(counts.computed_at))}</p>}
            {counts.computed_at && <Tally slug={slug} />}
            <HowFound />
          </div>
          <div>
            <Button
              variant={counts.computed_at ? "default" : "filled"}
              loading={compute.isPending}
              onClick={() => compute.mutate()}
            >
              {counts.computed_at ? say.computeAgain : say.compute}
            </Button>
          </div>
        </div>
      )}
    </Panel>
  )
}
