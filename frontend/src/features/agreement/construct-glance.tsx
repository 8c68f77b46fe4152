import { useQuery } from "@tanstack/react-query"

import type { PassKind } from "../../api/types"
import { ErrorNotice } from "../../components/error-notice"
import { Panel } from "../../components/panel"
import { TableSkeleton } from "../../components/skeleton"
import classes from "./agreement.module.css"
import { PairsMap } from "./pairs-map"
import { agreementQueries } from "./queries"
import { WorstTurns } from "./worst-turns"

type Props = { slug: string; pass: PassKind; construct: string }

/** How many of the turns that disagree most stand on the overview. */
const SHOWN = 4

/** Who disagrees with whom, and where, on one construct. */
export function ConstructGlance({ slug, pass, construct }: Props) {
  const detail = useQuery(agreementQueries.construct(slug, pass, construct))
  if (detail.error) return <ErrorNotice error={detail.error} retry={() => void detail.refetch()} />
  if (!detail.data) {
    return (
      <Panel>
        <TableSkeleton />
      </Panel>
    )
  }
  if (!detail.data.figures) return null
  const { pairs, worst, label, key } = detail.data.figures
  return (
    <div className={classes.two}>
      {pairs && <PairsMap pairs={pairs} construct={label} />}
      <WorstTurns slug={slug} construct={key} turns={worst.slice(0, SHOWN)} />
    </div>
  )
}
