import { useQuery } from "@tanstack/react-query"

import type { Confusion } from "../../api/agreement"
import { codebookQuery, levelLabel } from "../../api/codebook"
import { HeatTable } from "../../components/heat-table"
import { count } from "../../components/numbers"
import { Panel } from "../../components/panel"
import { texts } from "./texts"

type Props = { slug: string; construct: string; confusion: Confusion }

/** What one rater says where another says something else; each cell's shade is its share of the row. */
export function ConfusionPanel({ slug, construct, confusion: { levels, counts } }: Props) {
  const codebook = useQuery(codebookQuery(slug)).data
  const cells = counts.map((row) => {
    const total = row.reduce((sum, n) => sum + n, 0)
    return row.map((n) => ({ share: total ? n / total : 0, text: count(n) }))
  })
  return (
    <Panel title={texts.construct.confusion} note={texts.construct.confusionNote}>
      <HeatTable
        corner={texts.construct.confusionCorner}
        labels={levels.map((level) => levelLabel(codebook, construct, level))}
        cells={cells}
      />
    </Panel>
  )
}
