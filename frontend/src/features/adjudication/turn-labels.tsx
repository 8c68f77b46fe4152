import { Button } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"

import type { Codebook } from "../../api/types"
import { Empty } from "../../components/empty"
import { ErrorNotice } from "../../components/error-notice"
import { Panel } from "../../components/panel"
import { TableSkeleton } from "../../components/skeleton"
import classes from "./adjudication.module.css"
import { DisagreementQueue, keyOf } from "./disagreement-queue"
import { DisagreementView } from "./disagreement-view"
import { disagreementQueries } from "./queries"
import { texts } from "./texts"

const say = texts.queue

type Props = { slug: string; turnId: string; codebook: Codebook; onClose: () => void }

/** All labels of one turn, to decide what nobody disputes. */
export function TurnLabels({ slug, turnId, codebook, onClose }: Props) {
  const labels = useQuery(disagreementQueries.ofTurn(turnId))
  const [chosen, setChosen] = useState<string>()
  const rows = labels.data ?? []
  const current = rows.find((row) => keyOf(row) === chosen) ?? rows[0]
  const close = (
    <Button variant="subtle" onClick={onClose}>
      {say.findClose}
    </Button>
  )
  if (labels.error) return <ErrorNotice error={labels.error} retry={() => void labels.refetch()} />
  if (labels.isPending) return <TableSkeleton rows={3} />
  if (!current) {
    return (
      <Panel isFlush>
        <Empty title={say.findEmpty}>{close}</Empty>
      </Panel>
    )
  }
  return (
    <>
      <div>{close}</div>
      <div className={classes.desk}>
        <DisagreementQueue
          title={say.findTitle(texts.turn(current.session.key, current.turn.position))}
          rows={rows}
          current={current}
          onChoose={(row) => setChosen(keyOf(row))}
          more={{ has: false, isLoading: false, load: () => undefined }}
        />
        <DisagreementView
          key={keyOf(current)}
          slug={slug}
          disagreement={current}
          codebook={codebook}
          onSettled={() => undefined}
        />
      </div>
    </>
  )
}
